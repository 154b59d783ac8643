import { Link } from "@/components/ui/link";
import { formatCount, formatDay } from "@/lib/text/format";
import { FOOTER_NAV } from "./navigation";

export type DatasetNote = {
  /** Instant or day. */
  publishedAt: string;
  prices: number;
  /** Newest day of the exchange rates. */
  ratesOf: string | null;
};
export type SiteFooterProps = {
  summary: DatasetNote | null;
  /** Attribution that the licence of the data requires. */
  attribution: string;
  credits: readonly { key: string; name: string; href: string; licence: string; licenceHref?: string }[];
};

const LICENCE_HREF = "https://creativecommons.org/licenses/by/4.0/";

export function SiteFooter({ summary, attribution, credits }: SiteFooterProps) {
  return (
    <footer className="colophon">
      <div className="wrap">
        <div className="colophon-columns">
          <div className="colophon-about">
            <p className="colophon-name">Price Atlas</p>
            <p>
              What digital subscriptions cost, country by country
              {summary && `: ${formatCount(summary.prices)} prices`}, each with its source, its day and its exchange
              rate.
            </p>
          </div>
          {FOOTER_NAV.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ name, href }) => (
                  <li key={href}>
                    <Link href={href}>{name}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="colophon-credit">
          {summary && (
            <p>
              Published {formatDay(summary.publishedAt)}
              {summary.ratesOf !== null && `; exchange rates of ${formatDay(summary.ratesOf)}`}.
            </p>
          )}
          {credits.length > 0 && (
            <p>
              Data:{" "}
              {credits.map(({ key, name, href, licence, licenceHref }, i) => (
                <span key={key}>
                  {i > 0 && "; "}
                  <a href={href}>{name}</a>, {licenceHref ? <a href={licenceHref}>{licence}</a> : licence}
                </span>
              ))}
              .
            </p>
          )}
          <p>
            Our compilation: <a href={LICENCE_HREF}>CC BY 4.0</a>. Cite as “{attribution}”.
          </p>
        </div>
      </div>
    </footer>
  );
}
