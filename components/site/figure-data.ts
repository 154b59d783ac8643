import type { FigureProps } from "@/components/ui/figure";
import type { DatasetSummary, SummarySource } from "@/lib/dataset/schema";
import { joinReadDays, type ReadDays, writeReadSpan } from "@/lib/findings/read-days-rules";
import { toHref } from "@/lib/pages/query";
import { toVersionAddress } from "@/lib/text/citation";
import { priceSources, sourceTitle } from "./source-list";

export type FigureContext = {
  /** Public address of the service, without a trailing slash. */
  base: string;
  summary: DatasetSummary;
  /** Undefined for the newest. */
  version?: string | undefined;
  /** Says that half of the prices are old; null while they are not. */
  age: string | null;
};

type Params = Readonly<Record<string, string | number | undefined>>;

/** Paths begin with a slash and have no parameters. */
export type FigureShare = {
  path: string;
  params?: Params;
  anchor: string;
  /** Without its ending. */
  image?: { path: string; params?: Params };
  embed?: { path: string; params?: Params };
  /** Without its ending. */
  table?: { path: string; params?: Params };
};

/** Paths begin with a slash. */
export type FigureFiles = {
  api: string;
  csv?: string;
  json?: string;
  beside?: { name: string; path: string } | undefined;
};

/**
 * Anchor, data and what to share of a figure, as props of Figure. `sources`: those that the figure is made from, which
 * are credited; all sources of prices when left out. `days`: when its prices were read; without any those of its sources, or
 * of the prices that the index compares. Of an older version all addresses are its own.
 */
export function figureData(
  { base, summary, version }: FigureContext,
  title: string,
  { api, csv, json, beside }: FigureFiles,
  { path, params = {}, anchor, image, embed, table }: FigureShare,
  sources: readonly (Partial<ReadDays> & { source: SummarySource })[] = priceSources(summary.sources),
  days: ReadDays | null = joinReadDays(sources) ?? summary.index_read,
): Required<Pick<FigureProps, "id" | "data" | "share">> {
  const toUrl = (address: string) => base + (version === undefined ? address : toVersionAddress(address, version));
  const page = toHref(path, params, `#${anchor}`);
  const fileOf = (file: { path: string; params?: Params }, ending: string) =>
    toUrl(toHref(`${file.path}.${ending}`, file.params ?? {}));
  return {
    id: anchor,
    data: {
      apiUrl: toUrl(api),
      ...(csv !== undefined && { csvUrl: toUrl(csv) }),
      ...(json !== undefined && { jsonUrl: toUrl(json) }),
      ...(beside && { beside: { name: beside.name, url: toUrl(beside.path) } }),
      table: table && { xlsx: fileOf(table, "xlsx"), csv: fileOf(table, "csv") },
    },
    share: {
      url: toUrl(page),
      image: image && { png: fileOf(image, "png"), svg: fileOf(image, "svg") },
      embed: embed && {
        url: base + toHref(embed.path, { ...embed.params, version: summary.version }),
        title: `Price Atlas: ${title}`,
        version: summary.version,
      },
      citation: {
        title,
        sources: creditsOf(sources),
        version: summary.version,
        published: summary.published_at.slice(0, 10),
        read: days && writeReadSpan(days),
        url: toVersionAddress(base + page, summary.version),
        method: `${base}/docs/methodology`,
      },
    },
  };
}

/** `Netflix prices by thomas.io`, for each source once. */
export const creditsOf = (sources: readonly { source: SummarySource }[]): string[] => [
  ...new Set(sources.map(({ source }) => `${sourceTitle(source.name)} by ${source.publisher}`)),
];
