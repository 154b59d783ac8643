import "server-only";
import { LRUCache } from "lru-cache";
import { countUse } from "@/lib/access/keys/usage";
import { productUse } from "@/lib/desk/verify/use";
import { log } from "@/lib/platform/log";
import { countRequest, metrics } from "@/lib/platform/metrics";
import { processSingleton } from "@/lib/platform/process-singleton";

export type RecordedRequest = {
  requestId: string;
  method: string;
  /** Pattern of the path; what callers type is not logged. */
  route: string;
  /** Path and query, of which only the names of products are counted. */
  target: string;
  status: number;
  startedAt: number;
  cache: "hit" | "miss" | "none";
  keyId?: string | undefined;
  isAborted?: boolean;
};

export function recordRequest(request: RecordedRequest): void {
  const { requestId, method, route, target, status, startedAt, cache, keyId, isAborted = false } = request;
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
  countRequest({ route, method, status, cache, policy: keyId === undefined ? "anonymous" : "key" });
  // A cache hit is shorter than the clock's resolution, and observing it would take longer.
  if (cache !== "hit") metrics().durations.observe({ route }, durationMs / 1000);
  if (keyId !== undefined) countUse(keyId, status);
  if (status === 200 || status === 304) productUse().count(target);
  const aborted = isAborted ? { aborted: true } : {};
  log().info({ requestId, method, route, status, durationMs, cache, keyId, ...aborted }, "request");
}

type Answered = Pick<RecordedRequest, "route" | "cache" | "keyId">;

/** Bounded, because a request that nobody follows takes nothing. */
const answered = processSingleton("answered-requests", () => new LRUCache<string, Answered>({ max: 1_000 }));

/** Keeps what a route file knows of its answer for the record of the request, which is written when its last byte is out. */
export function noteAnswered(requestId: string, { route, cache, keyId }: Answered): void {
  answered.set(requestId, { route, cache, keyId });
}

export function takeAnswered(requestId: string): Answered | undefined {
  const known = answered.get(requestId);
  answered.delete(requestId);
  return known;
}
