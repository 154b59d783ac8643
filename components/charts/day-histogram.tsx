import { MS_PER_DAY } from "@/lib/contract/days";
import { formatCount, formatDayOfYear, isStale } from "@/lib/text/format";
import { ChartTable } from "./chart-table";

export type DayHistogramProps = {
  /** Days are YYYY-MM-DD. */
  counts: readonly { day: string; count: number }[];
  /** Last day drawn: that of the newest price. */
  newest: string;
  /** Day to which ages are counted. */
  today: string;
  recentDays?: number;
};

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * MS_PER_DAY).toISOString().slice(0, 10);

function summarize(counts: DayHistogramProps["counts"]) {
  const days = counts.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  const sum = counts.reduce((total, { count }) => total + count, 0);
  return { first, last, sum };
}

/** Current prices by the day they were last verified: bars for recent days, and older prices apart, hatched. */
export function DayHistogram({ counts, newest, today, recentDays = 31 }: DayHistogramProps) {
  const firstRecent = dayBefore(newest, recentDays - 1);
  const byDay = new Map(counts.map(({ day, count }) => [day, count]));
  const recent = Array.from({ length: recentDays }, (_, i) => {
    const day = dayBefore(newest, recentDays - 1 - i);
    return { day, count: byDay.get(day) ?? 0 };
  });
  const older = [
    { isStale: true, ...summarize(counts.filter(({ day }) => day < firstRecent && isStale(day, today))) },
    {
      isStale: false,
      ...summarize(counts.filter(({ day }) => day < firstRecent && !isStale(day, today))),
    },
  ].filter(({ sum }) => sum > 0);
  const highest = Math.max(1, ...older.map(({ sum }) => sum), ...recent.map(({ count }) => count));
  const height = (count: number) => ({ height: `${((100 * count) / highest).toFixed(1)}%` });
  const rangeOf = (first = newest, last = newest) =>
    first === last ? formatDayOfYear(first) : `${formatDayOfYear(first)} to ${formatDayOfYear(last)}`;
  const recentSum = recent.reduce((total, { count }) => total + count, 0);
  const alt = [
    ...older.map(({ sum, first, last }) => `${formatCount(sum)} verified ${rangeOf(first, last)}`),
    `${formatCount(recentSum)} from ${rangeOf(firstRecent, newest)}`,
  ].join(", ");
  return (
    <>
      <div className="day-bars" role="img" aria-label={`Prices by day of verification: ${alt}.`}>
        {older.map(({ isStale, sum, first, last }) => [
          <div key={`bar ${first}`} className="day-bars-older">
            <span className={isStale ? "stale" : undefined} style={height(sum)}>
              <b>{formatCount(sum)}</b>
            </span>
            <i>{first === last ? rangeOf(first, last) : `to ${rangeOf(last, last)}`}</i>
          </div>,
          <div key={`break ${first}`} className="day-bars-break" />,
        ])}
        <div className="day-bars-days">
          {recent.map(({ day, count }) => (
            <span key={day} style={height(count)} />
          ))}
          <i style={{ left: 0 }}>{formatDayOfYear(firstRecent)}</i>
          <i style={{ left: "50%", transform: "translateX(-50%)" }}>
            {formatDayOfYear(dayBefore(newest, Math.floor(recentDays / 2)))}
          </i>
          <i style={{ right: 0 }}>{formatDayOfYear(newest)}</i>
        </div>
      </div>
      <ChartTable
        summary="The bars as a table"
        caption="Prices by the day they were last verified"
        head={["Day", "Prices"]}
        rows={[
          ...older.map(({ first, last, sum }) => ({
            key: `older ${first}`,
            cells: [rangeOf(first, last), formatCount(sum)],
          })),
          ...recent
            .filter(({ count }) => count > 0)
            .map(({ day, count }) => ({ key: day, cells: [formatDayOfYear(day), formatCount(count)] })),
        ]}
      />
    </>
  );
}
