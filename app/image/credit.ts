import type { FigureContext } from "@/components/site/figure-data";
import { creditsOf } from "@/components/site/figure-data";
import { priceSources } from "@/components/site/source-list";
import type { SummarySource } from "@/lib/dataset/schema";
import { formatDay } from "@/lib/text/format";

export function writeCredit(
  { base, summary }: FigureContext,
  path: string,
  sources: readonly { source: SummarySource }[] = priceSources(summary.sources),
): string {
  const rates = summary.fx_date ? ` Rates of ${formatDay(summary.fx_date)}.` : "";
  return `Source: ${creditsOf(sources).join("; ")}. Dataset ${summary.version} of ${formatDay(summary.data_date)}.${rates} Licence CC BY 4.0. ${base.replace(/^https?:\/\//, "")}${path}`;
}
