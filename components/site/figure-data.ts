import { writeCitation } from "@/components/ui/cite";
import type { GetThisDataProps } from "@/components/ui/get-this-data";
import type { DatasetSummary, SummarySource } from "@/lib/dataset/schema";
import { formatDay } from "@/lib/text/format";
import { priceSources, sourceTitle } from "./source-list";

export type FigureContext = {
  /** Public address of the service, without a trailing slash. */
  base: string;
  summary: DatasetSummary;
};

/**
 * Data links and citation of a figure, as props; paths begin with a slash. `sources`: those that the citation credits;
 * all of them when left out.
 */
export function figureData(
  { base, summary }: FigureContext,
  title: string,
  { api, csv, json, note }: { api: string; csv?: string; json?: string; note?: string | undefined },
  sources: readonly { source: SummarySource }[] = priceSources(summary.sources),
): { data: GetThisDataProps; citation: string } {
  return {
    data: {
      apiUrl: base + api,
      ...(csv !== undefined && { csvUrl: base + csv }),
      ...(json !== undefined && { jsonUrl: base + json }),
      ...(note !== undefined && { note }),
      summary: `dataset of ${formatDay(summary.data_date)}`,
    },
    citation: writeCitation(title, summary.data_date, creditOf(sources)),
  };
}

/** `Price Atlas; Netflix prices by thomas.io`. */
const creditOf = (sources: readonly { source: SummarySource }[]): string => {
  const credits = sources.map(({ source }) => `${sourceTitle(source.name)} by ${source.publisher}`);
  return ["Price Atlas", ...new Set(credits)].join("; ");
};
