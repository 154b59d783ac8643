import "server-only";
import type { ParameterFault } from "@/lib/api/problem";
import { type Problem, toProblemResponse } from "@/lib/api/problem";
import { parseQuery, toBadQuery } from "@/lib/api/query";
import { createContext } from "@/lib/api/request-context";
import { findNamedVersion, toGone } from "@/lib/api/version";
import { findNames } from "@/lib/catalogue/search/data";
import { readCatalogue } from "@/lib/dataset/data";
import type { Version } from "@/lib/versions/current";
import { EMBEDS } from "./addresses";

const FRAMES = Object.values(EMBEDS).map(({ path, query }) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  query,
}));

/** Returns a 400, a 410 for an unavailable version, or null where the frame can be shown. */
export async function refuseEmbed(
  version: Version | null,
  path: string,
  search: string,
  requestId: string,
): Promise<Response | null> {
  const frame = FRAMES.find(({ pattern }) => pattern.test(path));
  if (frame === undefined) return null;
  const catalogue = version && (await readCatalogue(version).catch(() => null));
  const query = parseQuery(search.replace(/^\?/, ""), frame.query, catalogue);
  const problem = query.ok ? await findProblem(version, query.value) : toBadQuery(query.errors);
  if (problem === null) return null;
  return toProblemResponse(problem, createContext(requestId));
}

async function findProblem(version: Version | null, query: Record<string, unknown>): Promise<Problem | null> {
  if (typeof query.version === "string") {
    const named = await findNamedVersion(query.version).catch(() => null);
    if (named?.isPruned) return toGone(named);
  }
  const errors = version === null ? [] : await findUnknown(version, query);
  return errors.length === 0 ? null : toBadQuery(errors);
}

async function findUnknown(version: Version, query: Record<string, unknown>): Promise<ParameterFault[]> {
  if (typeof query.products !== "string" || typeof query.countries !== "string") return [];
  const names = await findNames(version).catch(() => null);
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
