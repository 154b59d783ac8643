import type { FigureContext } from "@/components/site/figure-data";
import { creditsOf } from "@/components/site/figure-data";
import { priceSources } from "@/components/site/source-list";
import type { SummarySource } from "@/lib/dataset/schema";
import { joinReadDays, type ReadDays, writeReadSpan } from "@/lib/findings/read-days-rules";
import { writeDataset } from "@/lib/text/citation";
import { formatDay } from "@/lib/text/format";

/** Without `sources` it is one of the index; days of readings are told where all sources have them. */
export function writeCredit(
  { base, summary }: FigureContext,
  path: string,
  sources?: readonly (Partial<ReadDays> & { source: SummarySource })[],
): string {
  const days = sources === undefined ? summary.index_read : joinReadDays(sources);
  const dataset = { version: summary.version, published: summary.published_at, read: days && writeReadSpan(days) };
  const rates = summary.fx_date ? ` Rates of ${formatDay(summary.fx_date)}.` : "";
  const credits = creditsOf(sources ?? priceSources(summary.sources));
  const source = credits.length === 0 ? "" : `Source: ${credits.join("; ")}. `;
  return `${source}${writeDataset(dataset)}${rates} Licence CC BY 4.0. ${base.replace(/^https?:\/\//, "")}${path}`;
}
