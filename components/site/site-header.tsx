import { Link } from "@/components/ui/link";
import { PageFrame } from "@/components/ui/page-frame";
import { Pop } from "@/components/ui/pop";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { countryName } from "@/lib/text/format";
import { Brand } from "./brand";
import { HomeForm, type HomeFormProps } from "./home-form";
import { MAIN_NAV } from "./navigation";

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

function MainNav({ path }: { path: string }) {
  const section = path.split("/")[1];
  return (
    <nav className="main-nav" aria-label="Main">
      <ul>
        {MAIN_NAV.map(({ key, name, href, className }) => (
          <li key={key} className={className}>
            <Link href={href} aria-current={key === section ? "page" : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SettingsProps = Omit<HomeFormProps, "back"> & {
  /** Path and query of the page. */
  address: string;
};

const DisplaySettings = ({ address, ...choice }: SettingsProps) => (
  <Pop
    look="end"
    label="Compare with"
    value={
      <>
        {countryName(choice.country)} <span className="pop-currency">{choice.currency}</span>
      </>
    }
    title="Compare everything with"
  >
    <HomeForm {...choice} back={address} />
    <ThemeSwitch />
  </Pop>
);
