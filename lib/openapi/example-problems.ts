import "server-only";
import { listPrices } from "@/app/api/prices/contract";
import { ANONYMOUS_LIMIT, BAD_KEY, toLimitProblem } from "@/lib/api/admit";
import { toProblem } from "@/lib/api/failure";
import { OTHER_FILE, toRangeProblem } from "@/lib/api/file-response";
import type { Problem } from "@/lib/api/problem";
import { type KnownNames, parseQuery, toBadQuery } from "@/lib/api/query";
import { toMethodProblem } from "@/lib/api/serve";
import { toGone } from "@/lib/api/version";
import { toUnknownProduct } from "@/lib/catalogue/products/data";
import { findPublishedVersions, readCatalogue } from "@/lib/dataset/data";
import { OTHER_CONTENT, READS_ONLY, TOO_LARGE } from "@/lib/desk/collect/problems";
import type { Version } from "@/lib/versions/current";

/** Used without data, when the page about errors is needed most. */
const FALLBACK: KnownNames = { products: ["netflix"], categories: [], vendors: [], currencies: [], versions: [] };

/** The oldest version that is answered with 410; null without one. */
export async function findGoneVersion(): Promise<Version | null> {
  const published = await findPublishedVersions().catch(() => []);
  return published.find(({ isPruned }) => isPruned) ?? null;
}

/** Makes example problems by the functions that answer real requests, so that the documentation shows what is sent. */
export async function findExampleProblems(
  version: Version | null,
  gone: Version | null,
): Promise<Readonly<Record<Problem["kind"], Problem>>> {
  const catalogue: KnownNames = version === null ? FALLBACK : await readCatalogue(version).catch(() => FALLBACK);
  const query = parseQuery("product=netflx", listPrices.query, catalogue);
  return {
    "bad-parameter": toBadQuery(query.ok ? [] : query.errors),
    "bad-key": BAD_KEY,
    "not-permitted": READS_ONLY,
    conflict: OTHER_CONTENT,
    "too-large": TOO_LARGE,
    "not-found": toUnknownProduct("netflx", catalogue.products),
    gone: toGone(gone ?? { version: "2024-05-01.1" }),
    "method-not-allowed": toMethodProblem(),
    "precondition-failed": OTHER_FILE,
    "range-not-satisfiable": toRangeProblem(""),
    "too-many-requests": toLimitProblem("anonymous", ANONYMOUS_LIMIT, 23),
    "internal-error": toProblem(new Error("any")),
    unavailable: toProblem(Object.assign(new Error("any"), { code: "ECONNREFUSED" })),
  };
}
