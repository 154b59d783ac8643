import type { IncomingMessage, ServerResponse } from "node:http";
import type { Connection } from "@/lib/http/connection";
import { log } from "@/lib/log";
import { countRequest, metrics } from "@/lib/metrics";
import type { RouteTable } from "./route-table";

/** So late a request is logged and counted at most, with all that ended meanwhile. */
const GATHERED_MS = 10;
const KNOWN_METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

type Ended = {
  about: Connection;
  method: string;
  url: string;
  status: number;
  isWhole: boolean;
  durationMs: number;
};

/**
 * Writes one line of log and counts one request for each that ended. They are written in batches: between two requests,
 * where the processor has to find this code anew, a line takes three times as long as after another line.
 */
export class RequestLog {
  readonly #routes: RouteTable;
  #ended: Ended[] = [];

  constructor(routes: RouteTable) {
    this.#routes = routes;
  }

  /**
   * To be called when a request has come; it ends when its answer has gone out, or its caller has. What only the
   * answering code knows (key, cache, route of an endpoint) it has put into `about` by then.
   */
  follow({ url = "/", method = "" }: IncomingMessage, response: ServerResponse, about: Connection): void {
    const startedAt = performance.now();
    response.once("close", () => {
      if (this.#ended.length === 0) setTimeout(() => this.flush(), GATHERED_MS);
      const { statusCode: status, writableFinished: isWhole } = response;
      this.#ended.push({ about, method, url, status, isWhole, durationMs: performance.now() - startedAt });
    });
  }

  /** Writes what has ended so far. */
  flush(): void {
    const ended = this.#ended;
    this.#ended = [];
    for (const request of ended) this.#write(request);
  }

  #write({ about, method, url, status, isWhole, durationMs }: Ended): void {
    const { requestId, keyId, cache = "none" } = about;
    const route = about.route ?? this.#routes.find(url);
    const policy = keyId === undefined ? "anonymous" : "key";
    countRequest({ route, method: KNOWN_METHODS.has(method) ? method : "other", status, cache, policy });
    // What the cache has takes less than the clock can tell, and a histogram more.
    if (cache !== "hit") metrics().durations.observe({ route }, durationMs / 1000);
    if (!isWhole) metrics().aborted.inc();
    const aborted = isWhole ? undefined : true;
    const rounded = Math.round(durationMs * 10) / 10;
    log().info({ requestId, method, route, status, durationMs: rounded, cache, keyId, aborted }, "request");
  }
}
