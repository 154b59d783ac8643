import "server-only";
import { randomUUID } from "node:crypto";
import type { ParameterFault } from "@/lib/api/problem";
import { type Problem, toProblemResponse } from "@/lib/api/problem";
import { parseQuery, toBadQuery } from "@/lib/api/query";
import { requestContext } from "@/lib/api/request-context";
import { findRequestedVersion, toGone } from "@/lib/api/requested-version";
import { findNames } from "@/lib/catalogue/search/data";
import { readCatalogue } from "@/lib/dataset/data";
import { EMBEDS } from "./share-addresses";

/** Patterns of the frames' paths. */
const FRAMES = Object.values(EMBEDS).map(({ path, query }) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  query,
}));

/**
 * The 400 of a frame's address with wrong parameters, or the 410 of a version that cannot be given again; null where it
 * can be shown, or the path is none of a frame.
 */
export async function refuseEmbed(path: string, search: string): Promise<Response | null> {
  const frame = FRAMES.find(({ pattern }) => pattern.test(path));
  if (frame === undefined) return null;
  const catalogue = await readCatalogue().catch(() => null);
  const query = parseQuery(search.replace(/^\?/, ""), frame.query, catalogue);
  const problem = query.ok ? await findProblem(query.value, search) : toBadQuery(query.errors);
  if (problem === null) return null;
  return toProblemResponse(problem, requestContext.getStore() ?? { address: "", requestId: randomUUID() });
}

async function findProblem(query: Record<string, unknown>, search: string): Promise<Problem | null> {
  if (typeof query.version === "string") {
    const named = await findRequestedVersion(search.replace(/^\?/, "")).catch(() => null);
    if (named?.inLedger === false) return toGone(named.version);
  }
  const errors = await findUnknown(query);
  return errors.length === 0 ? null : toBadQuery(errors);
}

/** Products and countries of a comparison that the dataset does not have. */
async function findUnknown(query: Record<string, unknown>): Promise<ParameterFault[]> {
  if (typeof query.products !== "string" || typeof query.countries !== "string") return [];
  const names = await findNames().catch(() => null);
  if (names === null) return [];
  const known = {
    products: new Set(names.products.map(({ slug }) => slug)),
    countries: new Set(names.countries.map(({ code }) => code.toLowerCase())),
  };
  const faultsOf = (parameter: "products" | "countries", list: string) =>
    list
      .split(",")
      .filter((item) => !known[parameter].has(item.toLowerCase()))
      .slice(0, 5)
      .map((item) => ({
        parameter,
        code: "not_in_dataset" as const,
        detail: `"${item.slice(0, 60)}" is not in this dataset`,
      }));
  return [...faultsOf("products", query.products), ...faultsOf("countries", query.countries)];
}
