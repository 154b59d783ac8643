import { DayHistogram } from "@/components/charts/day-histogram";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { Plate } from "@/components/ui/plate";
import type { DayCount } from "@/lib/dataset/schema";
import { daysBetween, formatCount, formatDay, formatShare, STALE_AFTER_DAYS } from "@/lib/format";

const RECENT_DAYS = 31;

/** Current prices by the day they were last verified. */
export function Freshness({ days, context }: { days: readonly DayCount[]; context: FigureContext }) {
  const { data_date } = context.edition;
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const countUpTo = (age: number) =>
    days.reduce((sum, { day, count }) => (daysBetween(day, data_date) < age ? sum + count : sum), 0);
  const recent = countUpTo(RECENT_DAYS);
  const stale = total - countUpTo(STALE_AFTER_DAYS + 1);
  if (total === 0) return null;
  const oldest = days[0]?.day ?? data_date;
  const finding =
    stale > 0
      ? `${formatShare(recent / total)} of all prices were read in the month before this edition; ${formatCount(stale)} are older than ${STALE_AFTER_DAYS} days`
      : `${formatShare(recent / total)} of all prices were read in the month before this edition, the oldest on ${formatDay(oldest)}`;
  return (
    <Plate
      size="small"
      finding={finding}
      measure={`Current prices by the day they were last verified. ${formatCount(recent)} of ${formatCount(total)} within ${RECENT_DAYS} days up to ${formatDay(data_date)}.`}
      source={`Own count over the dataset of ${formatDay(data_date)}. A price older than ${STALE_AFTER_DAYS} days is marked in every table.`}
      {...figureData(context, finding, {
        api: "/api/export?dataset=prices&format=json",
        csv: "/api/export?dataset=prices&format=csv",
        json: "/api/export?dataset=prices&format=json",
        note: "It answers with every price; the figure counts them by their verified_on.",
      })}
    >
      <DayHistogram counts={days} today={data_date} recentDays={RECENT_DAYS} />
    </Plate>
  );
}
