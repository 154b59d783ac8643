import "server-only";
import { randomUUID } from "node:crypto";
import type { ParameterFault } from "@/lib/api/problem";
import { writeProblem } from "@/lib/api/problem";
import { NO_CATALOGUE, parseQuery, toBadQuery } from "@/lib/api/query";
import { requestContext } from "@/lib/api/request-context";
import { findNames } from "@/lib/catalogue/search/data";
import { EMBEDS } from "./share-addresses";

/** Patterns of the frames' paths. */
const FRAMES = Object.values(EMBEDS).map(({ path, query }) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  query,
}));

/** The 400 of a frame's address with wrong parameters; null where they are right, or the path is none of a frame. */
export async function refuseEmbed(path: string, search: string): Promise<Response | null> {
  const frame = FRAMES.find(({ pattern }) => pattern.test(path));
  if (frame === undefined) return null;
  const query = parseQuery(search.replace(/^\?/, ""), frame.query, NO_CATALOGUE);
  const errors = query.ok ? await findUnknown(query.value) : query.errors;
  if (errors.length === 0) return null;
  const context = requestContext.getStore() ?? { address: "", requestId: randomUUID() };
  const { status, headers, text } = writeProblem(toBadQuery(errors), context);
  return new Response(text, { status, headers });
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
      .map((item) => ({ parameter, detail: `"${item.slice(0, 60)}" is not in this dataset` }));
  return [...faultsOf("products", query.products), ...faultsOf("countries", query.countries)];
}
