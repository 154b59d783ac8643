import type { FigureContext } from "@/components/site/figure-data";
import { creditsOf } from "@/components/site/figure-data";
import { priceSources } from "@/components/site/source-list";
import type { SummarySource } from "@/lib/dataset/schema";
import { joinReadDays, type ReadDays, writeReadSpan } from "@/lib/findings/read-days-rules";
import { writeDataset } from "@/lib/text/citation";
import { formatDay } from "@/lib/text/format";

export function writeCredit(
  { base, summary }: FigureContext,
  path: string,
  sources: readonly (Partial<ReadDays> & { source: SummarySource })[] = priceSources(summary.sources),
): string {
  const days = joinReadDays(sources) ?? summary.index_read;
  const dataset = { version: summary.version, published: summary.published_at, read: days && writeReadSpan(days) };
  const rates = summary.fx_date ? ` Rates of ${formatDay(summary.fx_date)}.` : "";
  return `Source: ${creditsOf(sources).join("; ")}. ${writeDataset(dataset)}${rates} Licence CC BY 4.0. ${base.replace(/^https?:\/\//, "")}${path}`;
}
