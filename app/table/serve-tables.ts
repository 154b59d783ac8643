import "server-only";
import type { ZodObject, z } from "zod";
import { creditsOf, type FigureContext } from "@/components/site/figure-data";
import { type Address, BodyReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import { serve } from "@/lib/api/serve";
import type { SummarySource } from "@/lib/dataset/schema";
import { MAX_TABLE_ROWS, type TableFile, toPeopleCsv, toSpreadsheet } from "@/lib/exports/table-file";
import { joinReadDays, type ReadDays, writeReadSpan } from "@/lib/findings/read-days-rules";
import { toVersionAddress, writeCitation } from "@/lib/text/citation";
import { formatDay } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CSV = "text/csv; charset=utf-8; header=present";

export function describeTable(
  { base, summary }: FigureContext,
  title: string,
  path: string,
  sources: readonly (Partial<ReadDays> & { source: SummarySource })[],
): TableFile["about"] {
  const published = summary.published_at.slice(0, 10);
  const days = joinReadDays(sources) ?? summary.index_read;
  const read = days && writeReadSpan(days);
  const url = toVersionAddress(base + path, summary.version);
  const facts = { title, sources: creditsOf(sources), version: summary.version, published, read, url };
  return [
    ["Address", base + path],
    ["Dataset", `${summary.version}, published ${formatDay(published)}`],
    ...(read === null ? [] : [["Prices", read] as const]),
    ...(summary.fx_date ? [["Exchange rates of", formatDay(summary.fx_date)] as const] : []),
    ...sources.map(
      ({ source }) => ["Source", `${source.name} by ${source.publisher}, ${source.license}, ${source.url}`] as const,
    ),
    ["Licence", "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"],
    ["Method", `${base}/docs/methodology`],
    ["Cite as", writeCitation({ ...facts, method: `${base}/docs/methodology` })],
  ];
}

/** Serves `<name>.xlsx` and `<name>.csv`. Wrong parameters are a 400, unknown subjects and names a 404. */
export function serveTable<P extends ZodObject, Q extends ZodObject>(
  address: Address<P, Q>,
  name: string,
  find: (version: Version, input: z.infer<P> & z.infer<Q>) => Promise<(TableFile & { fileName: string }) | Problem>,
) {
  return serve(address, async (version, input): Promise<BodyReply | Problem> => {
    const ending = "figure" in input ? [".xlsx", ".csv"].find((end) => input.figure === name + end) : undefined;
    if (ending === undefined)
      return { kind: "not-found", detail: `There is no such table; there are ${name}.xlsx and ${name}.csv.` };
    const table = await find(version, input);
    if ("kind" in table) return table;
    if (table.rows.length > MAX_TABLE_ROWS)
      return {
        kind: "bad-parameter",
        detail: `The table has more than ${MAX_TABLE_ROWS} rows. Add a filter, or take all: /api/export?dataset=prices&format=csv.`,
      };
    const options = { fileName: `price-atlas-${table.fileName}-${version.version}${ending}` };
    if (ending === ".xlsx") return new BodyReply(XLSX, await toSpreadsheet(table), options);
    const csv = {
      bom: "bom" in input && input.bom === "1",
      semicolons: "separator" in input && input.separator !== undefined,
    };
    return new BodyReply(CSV, toPeopleCsv(table, csv), options);
  });
}
