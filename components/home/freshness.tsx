import { DayHistogram } from "@/components/charts/day-histogram";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { Figure } from "@/components/ui/figure";
import type { DayCount } from "@/lib/dataset/schema";
import { writeFreshness, writeFreshnessMeasure } from "@/lib/findings/dataset-rules";
import { isStale, STALE_AFTER_DAYS } from "@/lib/text/format";

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
  const { data_from: from, data_to: to, data_median: median, published_at, version } = context.summary;
  if (from === null || to === null || median === null) return null;
  const countOf = (matches: (day: string) => boolean) =>
    days.reduce((sum, { day, count }) => (matches(day) ? sum + count : sum), 0);
  const figures = {
    total: countOf(() => true),
    stale: countOf((day) => isStale(day, today)),
    read: { from, to, median },
    published: published_at,
  };
  const finding = writeFreshness(figures);
  return (
    <Figure
      size="small"
      finding={finding}
      measure={writeFreshnessMeasure(figures)}
      source={`Counted from dataset ${version}. A price older than ${STALE_AFTER_DAYS} days is marked in the tables of prices.`}
      {...figureData(
        context,
        finding,
        {
          api: "/api/summary",
          json: "/api/summary",
        },
        { path: "/", anchor: "freshness" },
        undefined,
        figures.read,
      )}
    >
      <DayHistogram counts={days} newest={to} today={today} recentDays={RECENT_DAYS} />
    </Figure>
  );
}
