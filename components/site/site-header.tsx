import { Neatline } from "@/components/ui/neatline";
import { Brand } from "./brand";
import { MAIN_NAV, type NavKey } from "./navigation";
import { Settings, type SettingsProps } from "./settings";

export type SiteHeaderProps = SettingsProps & {
  /** The section this page belongs to. */
  current?: NavKey | undefined;
  /** What was searched for, to stay in the field. */
  query?: string | undefined;
};

const SEARCH_PATH = "/services";

export function SiteHeader({ current, query, ...settings }: SiteHeaderProps) {
  return (
    <header className="masthead">
      <Neatline />
      <div className="wrap masthead-row">
        <Brand />
        <nav className="main-nav" aria-label="Main">
          <ul>
            {MAIN_NAV.map(({ key, name, href }) => (
              <li key={key}>
                <a href={href} aria-current={key === current ? "page" : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="masthead-end">
          <search>
            <form className="site-search" action={SEARCH_PATH} method="get">
              <label className="visually-hidden" htmlFor="site-search">
                Search products and countries
              </label>
              <input
                id="site-search"
                type="search"
                name="q"
                placeholder="Product or country"
                defaultValue={query}
                autoComplete="off"
              />
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
