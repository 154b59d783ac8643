import { Neatline } from "@/components/ui/neatline";
import { Brand } from "./brand";
import { MainNav } from "./main-nav";
import { Settings, type SettingsProps } from "./settings";

export type SiteHeaderProps = SettingsProps;

const SEARCH_PATH = "/search";

/** Brand, sections, search and settings. */
export function SiteHeader(settings: SiteHeaderProps) {
  return (
    <header className="masthead">
      <Neatline />
      <div className="wrap masthead-row">
        <Brand />
        <MainNav path={settings.address.split("?")[0] ?? ""} />
        <div className="masthead-end">
          <search>
            <form className="site-search" action={SEARCH_PATH} method="get">
              <label className="visually-hidden" htmlFor="site-search">
                Search products and countries
              </label>
              <input id="site-search" type="search" name="q" placeholder="Product or country" autoComplete="off" />
              <button type="submit">Search</button>
            </form>
          </search>
          <a className="site-search-link" href={SEARCH_PATH}>
            Search
          </a>
          <Settings {...settings} />
        </div>
      </div>
    </header>
  );
}
