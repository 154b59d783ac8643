import "server-only";
import { readCatalogue } from "@/lib/dataset/data";
import { OTHER_FILE, toRangeProblem } from "@/lib/exports/file-problems";
import { listPrices } from "@/lib/prices/endpoints";
import { toUnknownProduct } from "@/lib/products/data";
import { ANONYMOUS_LIMIT, BAD_KEY, toLimitProblem } from "./admit";
import { toProblem } from "./failure";
import { type Catalogue, parseQuery, toBadQuery } from "./parse";
import type { Problem } from "./problem";
import { toMethodProblem } from "./serve";

/** Stands in while the data cannot be read: the page about errors is needed most then. */
const FALLBACK: Catalogue = { products: ["netflix"], categories: [] };

/**
 * A problem of each kind, made by the functions that answer real calls, so that the documentation prints what is sent:
 * those of the calls in app/(site)/docs/errors/problem-guides.
 */
export async function findExampleProblems(): Promise<Readonly<Record<Problem["kind"], Problem>>> {
  const catalogue: Catalogue = await readCatalogue().catch(() => FALLBACK);
  const query = parseQuery("product=netflx", listPrices.query, catalogue);
  return {
    "bad-parameter": toBadQuery(query.ok ? [] : query.errors),
    "bad-key": BAD_KEY,
    "not-found": toUnknownProduct("netflx", catalogue.products),
    "method-not-allowed": toMethodProblem("POST"),
    "precondition-failed": OTHER_FILE,
    "range-not-satisfiable": toRangeProblem(""),
    "too-many-requests": toLimitProblem("anonymous", ANONYMOUS_LIMIT, 23),
    "internal-error": toProblem(new Error("any")),
    unavailable: toProblem(Object.assign(new Error("any"), { code: "ECONNREFUSED" })),
  };
}
