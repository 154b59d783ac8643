import "server-only";
import { readCatalogue } from "@/lib/dataset/data";
import { toCsv } from "@/lib/exports/encode";
import { admit } from "@/lib/http/admit";
import type { Answer } from "@/lib/http/answer";
import { cacheHeaders } from "@/lib/http/caching";
import { readSearch } from "@/lib/http/connection";
import { parseQuery } from "@/lib/http/parse";
import { Price } from "@/lib/prices/schema";
import { findComparison } from "./data";
import { compare } from "./endpoints";

const PATH = "/compare.csv";
const MAX_AGE_SECONDS = 60;

/**
 * The cells of a comparison as CSV: one row a product and country in the order asked for, the columns of the price
 * record; where there is no price, product and country stand alone. Same parameters and errors as `/api/compare`.
 */
export async function findComparisonCsv(request: Request): Promise<Answer> {
  const admission = await admit(request, 1);
  if (admission.problem)
    return { ...admission.problem, headers: { ...admission.headers, ...admission.problem.headers } };
  const query = parseQuery(readSearch(request), compare.query, await readCatalogue());
  if (!query.ok)
    return {
      kind: "bad-parameter",
      detail: `Not accepted: ${[...new Set(query.errors.map(({ parameter }) => parameter))].join(", ")}. See errors for each.`,
      errors: query.errors,
      headers: admission.headers,
    };
  const { version, data } = await findComparison(query.value);
  const rows = data.matrix.flatMap(({ product, cells }) =>
    cells.map((cell, i) => cell ?? { product, country: data.countries[i]?.code ?? "" }),
  );
  const pieces: string[] = [];
  for await (const piece of toCsv(Object.keys(Price.shape), toBatch(rows), false)) pieces.push(piece);
  return {
    status: 200,
    body: pieces.join(""),
    headers: {
      ...cacheHeaders(version, `${PATH}?${query.canonical}`, MAX_AGE_SECONDS),
      ...admission.headers,
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="price-atlas-compare-${version.version}.csv"`,
    },
  };
}

async function* toBatch(rows: readonly object[]) {
  yield rows;
}
