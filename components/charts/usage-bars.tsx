import { formatCount, formatDayOfYear } from "@/lib/text/format";
import { ChartTable } from "./chart-table";

export type UsageDay = { day: string; answered: number; limited: number; errors: number };

const PARTS = [
  { key: "answered", className: "usage-answered", word: "Answered" },
  { key: "errors", className: "usage-errors", word: "Wrong requests" },
  { key: "limited", className: "usage-limited", word: "Refused for the limit" },
] as const;

/** Days in UTC, oldest first. */
export function UsageBars({ days }: { days: readonly UsageDay[] }) {
  const top = niceCeiling(Math.max(...days.map(sumOf), 1));
  const middle = days[Math.floor(days.length / 2)];
  return (
    <>
      <ul className="usage-key">
        {PARTS.map(({ key, className, word }) => (
          <li key={key} className={className}>
            {word}
          </li>
        ))}
      </ul>
      <div className="usage-bars" aria-hidden="true">
        <span className="usage-tick" style={{ bottom: "100%" }}>
          {formatCount(top)}
        </span>
        <span className="usage-tick" style={{ bottom: "50%" }}>
          {formatCount(top / 2)}
        </span>
        {days.map((day) => (
          <span key={day.day} className="usage-day">
            {PARTS.map(
              ({ key, className }) =>
                day[key] > 0 && (
                  <span key={key} className={className} style={{ height: `${(100 * day[key]) / top}%` }} />
                ),
            )}
          </span>
        ))}
      </div>
      <div className="usage-days" aria-hidden="true">
        {[days[0], middle, days.at(-1)].map((day) => day && <span key={day.day}>{formatDayOfYear(day.day)}</span>)}
      </div>
      <ChartTable
        summary="The bars as a table"
        caption="Requests by day (UTC), the newest first"
        head={["Day", ...PARTS.map(({ word }) => word)]}
        rows={days.toReversed().map((day) => ({
          key: day.day,
          cells: [formatDayOfYear(day.day), ...PARTS.map(({ key }) => formatCount(day[key]))],
        }))}
      />
    </>
  );
}

const sumOf = ({ answered, limited, errors }: UsageDay) => answered + limited + errors;

/** Next of 2, 4, 10, 20, 40, 100 ...: its half is a whole number too. */
export function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const factor = [1, 2, 4, 10].find((step) => step * power >= value && (step * power) % 2 === 0) ?? 10;
  return factor * power;
}
