import { writeCitation } from "@/components/ui/cite";
import type { GetThisDataProps } from "@/components/ui/get-this-data";
import { ATTRIBUTION } from "@/lib/contract/envelope";
import type { Edition } from "@/lib/dataset/schema";
import { formatDay } from "@/lib/format";

export type FigureContext = {
  /** The service's public address, without a trailing slash. */
  base: string;
  edition: Edition;
};

/** What a plate needs to offer its data and its citation; paths begin with a slash. */
export function figureData(
  { base, edition }: FigureContext,
  title: string,
  { api, csv, json, note }: { api: string; csv?: string; json?: string; note?: string | undefined },
): { data: GetThisDataProps; citation: string } {
  return {
    data: {
      apiUrl: base + api,
      ...(csv !== undefined && { csvUrl: base + csv }),
      ...(json !== undefined && { jsonUrl: base + json }),
      ...(note !== undefined && { note }),
      edition: `dataset of ${formatDay(edition.data_date)}`,
    },
    citation: writeCitation(title, edition.data_date, ATTRIBUTION),
  };
}
