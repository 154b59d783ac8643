import "server-only";
import { countUse } from "@/lib/access/keys/usage";
import { productUse } from "@/lib/desk/verify/use";
import { log } from "@/lib/platform/log";
import { countRequest, metrics } from "@/lib/platform/metrics";
import type { RequestContext } from "./request-context";

type Recorded = { endpoint: string; context: RequestContext; startedAt: number };

/** Logs and counts a call, in the metrics and for its key, when its answer is ready. */
export function recordCall(
  { method, url }: Request,
  status: number,
  { endpoint: route, context, startedAt }: Recorded,
): void {
  const { requestId, admission, cache } = context;
  const keyId = admission?.key?.id;
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
  countRequest({ route, method, status, cache, policy: keyId === undefined ? "anonymous" : "key" });
  // A cache hit takes less than the clock can measure, and observing it would take longer.
  if (cache !== "hit") metrics().durations.observe({ route }, durationMs / 1000);
  if (keyId !== undefined) countUse(keyId, status);
  if (status === 200 || status === 304) productUse().count(url.slice(url.indexOf("/", "https://".length)));
  log().info({ requestId, method, route, status, durationMs, cache, keyId }, "request");
}
