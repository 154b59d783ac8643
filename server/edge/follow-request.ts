import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { countUse } from "@/lib/access/keys/usage";
import type { RequestContext } from "@/lib/api/request-context";
import { productUse } from "@/lib/desk/verify/use";
import { log } from "@/lib/platform/log";
import { countRequest, metrics } from "@/lib/platform/metrics";

/** Pattern of the route that answers an address, such as `/services/[slug]`: never the address itself. */
export type FindRoute = (url: string) => string;

/**
 * Logs and counts a request when its answer has gone out, or its caller has, in the metrics and for its key. The answering
 * code has put what only it knows (key, cache, route of an endpoint) into `context` by then.
 */
export function followRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  findRoute: FindRoute,
): void {
  const startedAt = performance.now();
  const { url = "/", method = "" } = request;
  let isWhole = false;
  // Before node:http ends the connection; one that was cut "finishes" with bytes that nobody got.
  response.prependOnceListener("finish", () => {
    isWhole = !request.socket.destroyed;
  });
  response.once("close", () => {
    const status = response.statusCode;
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    const { requestId, admission, cache = "none" } = context;
    const keyId = admission?.key?.id;
    const route = context.route ?? findRoute(url);
    const policy = keyId === undefined ? "anonymous" : "key";
    countRequest({ route, method: KNOWN_METHODS.has(method) ? method : "other", status, cache, policy });
    // A cache hit takes less than the clock can measure, and observing it would take longer.
    if (cache !== "hit") metrics().durations.observe({ route }, durationMs / 1000);
    if (keyId !== undefined) countUse(keyId, status);
    if (status === 200 || status === 304) productUse().count(url);
    if (!isWhole) metrics().aborted.inc();
    log().info({ requestId, method, route, status, durationMs, cache, keyId, ...(!isWhole && ABORTED) }, "request");
  });
}

const ABORTED = { aborted: true };
const KNOWN_METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

const Route = z.object({ page: z.string(), regex: z.string() });
const Manifest = z.object({ staticRoutes: z.array(Route), dynamicRoutes: z.array(Route) });

/** Reads the routes of the build; in development, where there is none, every page is "page". */
export async function readRoutes(): Promise<FindRoute> {
  const text = await readFile(".next/routes-manifest.json", "utf8").catch(() => null);
  const manifest = text === null ? null : Manifest.parse(JSON.parse(text));
  const routes = [...(manifest?.staticRoutes ?? []), ...(manifest?.dynamicRoutes ?? [])];
  const fixed = new Map(routes.map(({ page }) => [page, page]));
  const patterns = routes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }));
  return (url) => {
    const path = url.split("?", 1)[0] ?? "";
    if (path.startsWith("/_next/")) return "/_next/*";
    const known = fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.page;
    return known ?? (manifest === null ? "page" : "other");
  };
}
