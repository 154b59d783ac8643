import { readFile } from "node:fs/promises";
import { z } from "zod";

export type RouteTable = {
  /** The pattern of the route that answers an address, such as `/services/[slug]`: never the address itself. */
  find(url: string): string;
};

const Route = z.object({ page: z.string(), regex: z.string() });
const Manifest = z.object({ staticRoutes: z.array(Route), dynamicRoutes: z.array(Route) });

/** The routes of the build; in development, where there is none, every page is "page". */
export async function readRouteTable(file = ".next/routes-manifest.json"): Promise<RouteTable> {
  const text = await readFile(file, "utf8").catch(() => null);
  const manifest = text === null ? null : Manifest.parse(JSON.parse(text));
  const routes = [...(manifest?.staticRoutes ?? []), ...(manifest?.dynamicRoutes ?? [])];
  const fixed = new Map(routes.map(({ page }) => [page, page]));
  const patterns = routes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }));
  return {
    find(url) {
      const path = url.split("?", 1)[0] ?? "";
      if (path.startsWith("/_next/")) return "/_next/*";
      const known = fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.page;
      return known ?? (manifest === null ? "page" : "other");
    },
  };
}
