import type { IncomingMessage, ServerResponse } from "node:http";
import type { Connection } from "@/lib/http/connection";
import { log } from "@/lib/log";
import { countRequest, metrics } from "@/lib/metrics";
import type { RouteTable } from "./route-table";

/**
 * Writes one line of log and counts one request when its answer has gone out, or its caller has. What only the
 * answering code knows (key, cache, route of an endpoint) it has put into `about` by then.
 */
export function followRequest(
  request: IncomingMessage,
  response: ServerResponse,
  about: Connection,
  routes: RouteTable,
): void {
  const startedAt = performance.now();
  const { url = "/", method = "" } = request;
  response.once("close", () => {
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    const { requestId, keyId, cache = "none" } = about;
    const route = about.route ?? routes.find(url);
    const { statusCode: status, writableFinished } = response;
    const policy = keyId === undefined ? "anonymous" : "key";
    countRequest({ route, method: KNOWN_METHODS.has(method) ? method : "other", status, cache, policy });
    // What the cache has takes less than the clock can tell, and a histogram more.
    if (cache !== "hit") metrics().durations.observe({ route }, durationMs / 1000);
    if (!writableFinished) metrics().aborted.inc();
    log().info(
      { requestId, method, route, status, durationMs, cache, keyId, aborted: writableFinished ? undefined : true },
      "request",
    );
  });
}

const KNOWN_METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
