import { Link } from "@/components/ui/link";
import { PageFrame } from "@/components/ui/page-frame";
import { Brand } from "./brand";
import { MainNav } from "./main-nav";
import { DisplaySettings, type SettingsProps } from "./settings";

export type SiteHeaderProps = SettingsProps & {
  /** What the cookies of the reader say, to see later whether they have changed. */
  remembered: string;
  /** Sum a month of the list that the reader keeps, written in the display currency, to show as a link; null without a list or a price. */
  ownSum: string | null;
};

export function SiteHeader({ remembered, ownSum, ...settings }: SiteHeaderProps) {
  return (
    <header className="masthead" data-remembered={remembered}>
      <PageFrame />
      <div className="wrap masthead-row">
        <Brand />
        <MainNav path={settings.address.split("?")[0] ?? ""} />
        <div className="masthead-end">
          <search aria-label="Site">
            <form className="site-search" action="/search" method="get" data-search="">
              <label className="visually-hidden" htmlFor="site-search">
                Search subscriptions and countries
              </label>
              <input id="site-search" type="search" name="q" placeholder="Netflix, Türkiye" maxLength={100} />
              <button type="submit">Search</button>
            </form>
          </search>
          {ownSum !== null && (
            <Link className="masthead-sum" href="/mine">
              <span className="visually-hidden">My subscriptions: </span>
              {ownSum}
              <span className="visually-hidden"> a month</span>
            </Link>
          )}
          <DisplaySettings {...settings} />
        </div>
      </div>
    </header>
  );
}
