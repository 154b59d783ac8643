import "server-only";
import type { ZodObject, z } from "zod";
import { admit, refuse } from "@/lib/api/admit";
import { cacheHeaders } from "@/lib/api/caching";
import type { Answer } from "@/lib/api/handle";
import type { Problem } from "@/lib/api/problem";
import { parseQuery, toBadQuery } from "@/lib/api/query";
import { readSearch } from "@/lib/api/request-context";
import { PriceRow } from "@/lib/catalogue/prices/schema";
import { readCatalogue } from "@/lib/dataset/data";
import type { Version } from "@/lib/dataset/version";
import { toCsv } from "./encode";

const REUSE = { scope: "private", maxAgeSeconds: 60 } as const;

export type CsvFile<Q extends ZodObject> = {
  /** Path of the file: `/compare.csv`. */
  path: string;
  query: Q;
  /** Rows with the columns of the price record, missing cells empty; a problem when there is no such file. */
  find: (query: z.infer<Q>) => Promise<{ version: Version; rows: readonly object[] } | Problem>;
};

/**
 * Answers with a view of the site as a CSV file, with the columns of the price record: limited and checked as an API
 * call, with the same problems.
 */
export async function answerCsv<Q extends ZodObject>(
  request: Request,
  { path, query: schema, find }: CsvFile<Q>,
): Promise<Answer> {
  const admission = await admit(request, 1);
  if (admission.problem) return refuse(admission, admission.problem);
  const query = parseQuery(readSearch(request), schema, await readCatalogue());
  if (!query.ok) return refuse(admission, toBadQuery(query.errors));
  const found = await find(query.value);
  if ("kind" in found) return refuse(admission, found);
  const { version, rows } = found;
  const pieces: string[] = [];
  for await (const piece of toCsv(Object.keys(PriceRow.shape), toBatch(rows), false)) pieces.push(piece);
  const name = path.slice(1).replace(".csv", "");
  return {
    status: 200,
    body: pieces.join(""),
    headers: {
      ...cacheHeaders(version, `${path}?${query.canonical}`, REUSE),
      ...admission.headers,
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="price-atlas-${name}-${version.version}.csv"`,
    },
  };
}

async function* toBatch(rows: readonly object[]) {
  yield rows;
}
