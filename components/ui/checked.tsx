import { formatAge, formatDay, isStale } from "@/lib/text/format";

/** Verification day and its age, marked above 90 days, for pages that are not kept. Both days YYYY-MM-DD. */
export function Checked({ day, today }: { day: string; today: string }) {
  const stale = isStale(day, today);
  return (
    <span className={stale ? "checked is-stale" : "checked"}>
      <time dateTime={day}>{formatDay(day)}</time>
      <span className="checked-age">
        <span>{formatAge(day, today)}</span>
        {stale && <span className="visually-hidden"> old</span>}
      </span>
    </span>
  );
}
