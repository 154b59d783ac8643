import { Link } from "@/components/ui/link";
import type { Month } from "@/lib/catalogue/prices/list/page-schema";
import { formatCount, formatMonth } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";

export type MonthBar = { month: Month; countries: number; isRead: boolean; href: string | null };

const LABEL_EVERY = 3;
const SHORT = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Countries with a changed price by month; hatched where nothing was read that could show a change. */
export function MonthBars({ bars, current }: { bars: readonly MonthBar[]; current: Month | undefined }) {
  const highest = Math.max(1, ...bars.map(({ countries }) => countries));
  return (
    <ol className="month-bars">
      {bars.map(({ month, countries, isRead, href }, at) => {
        const isYear = at === 0 || month.endsWith("-01");
        const short = SHORT[Number(month.slice(5)) - 1];
        const content = (
          <>
            <span className="month-bar" style={{ height: isRead ? `${(100 * countries) / highest}%` : undefined }}>
              {countries > 0 && <b aria-hidden="true">{formatCount(countries)}</b>}
            </span>
            <span className="month-name" aria-hidden="true">
              {isYear ? `${short} ${month.slice(2, 4)}` : short}
            </span>
            <span className="visually-hidden">
              {formatMonth(month)}: {isRead ? countNoun(countries, "country", "countries") : "not read"}
            </span>
          </>
        );
        const classes = [!isRead && "is-unread", (bars.length - 1 - at) % LABEL_EVERY !== 0 && "is-between"];
        return (
          <li
            key={month}
            className={classes.filter(Boolean).join(" ") || undefined}
            data-current={month === current ? "" : undefined}
          >
            {href === null ? <span>{content}</span> : <Link href={href}>{content}</Link>}
          </li>
        );
      })}
    </ol>
  );
}
