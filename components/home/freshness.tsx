import { DayHistogram } from "@/components/charts/day-histogram";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { Figure } from "@/components/ui/figure";
import type { DayCount } from "@/lib/dataset/schema";
import { writeFreshness, writeFreshnessMeasure } from "@/lib/findings/dataset-rules";
import { daysBetween, formatDay, isStale, STALE_AFTER_DAYS } from "@/lib/text/format";

const RECENT_DAYS = 31;

/** `today` decides which prices are marked as old. */
export function FreshnessFigure({
  days,
  today,
  context,
}: {
  days: readonly DayCount[];
  today: string;
  context: FigureContext;
}) {
  const { data_date, published_at } = context.summary;
  const countOf = (matches: (day: string) => boolean) =>
    days.reduce((sum, { day, count }) => (matches(day) ? sum + count : sum), 0);
  const total = countOf(() => true);
  if (total === 0) return null;
  const figures = {
    total,
    recent: countOf((day) => daysBetween(day, data_date) < RECENT_DAYS),
    stale: countOf((day) => isStale(day, today)),
    days: RECENT_DAYS,
    newest: data_date,
    published: published_at,
  };
  const finding = writeFreshness(figures);
  return (
    <Figure
      size="small"
      finding={finding}
      measure={writeFreshnessMeasure(figures)}
      source={`Counted from the dataset of ${formatDay(data_date)}. A price older than ${STALE_AFTER_DAYS} days is marked in the tables of prices.`}
      {...figureData(
        context,
        finding,
        {
          api: "/api/summary",
          json: "/api/summary",
        },
        { path: "/", anchor: "freshness" },
      )}
    >
      <DayHistogram counts={days} today={data_date} recentDays={RECENT_DAYS} />
    </Figure>
  );
}
