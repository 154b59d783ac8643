import type { IncomingHttpHeaders } from "node:http";
import { cacheHeaders, findFresh, readConditions, toWeakTags } from "@/lib/api/caching";
import { commonHeaders } from "@/lib/api/headers";
import { type Problem, writeProblem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import type { Version } from "@/lib/versions/current";
import { apiHeaders } from "@/server/edge/security-headers";
import type { Cached } from "./cache";
import type { CacheRequest, EndpointRequest } from "./cache-key";

/**
 * Response in the form in which node:http writes it, names and values of headers in turn: a web-standard one would take
 * twice the time of a cache hit.
 */
export type EdgeResponse = { status: number; headers: string[]; body: Buffer | null };

/** Response to a caller who is refused, or whose answer failed. */
export function toRefusal(problem: Problem, context: RequestContext): EdgeResponse {
  const { status, headers, text } = writeProblem(problem, context);
  return { status, headers: [...apiHeaders(), ...Object.entries(headers)].flat(), body: Buffer.from(text) };
}

/** The 304 of an endpoint's version. */
export function toNotModified(
  { key, endpoint, vary, version: requested }: EndpointRequest,
  version: Version,
  { requestId, admission }: RequestContext,
): EdgeResponse {
  const caching = cacheHeaders(version, toWeakTags(version, key).etag, { ...endpoint, isPinned: requested !== null });
  const headers = { ...commonHeaders(requestId), Vary: vary, ...caching, ...admission?.headers };
  return { status: 304, headers: [...apiHeaders(), ...Object.entries(headers)].flat(), body: null };
}

/** Cached answer of an endpoint, with the limit of its caller. */
export function toEdgeResponse(key: CacheRequest, cached: Cached, context: RequestContext): EdgeResponse {
  context.cache = cached.cache;
  const { status, headers } = cached.stored;
  // A problem names in its body and headers the id under which it was made.
  const { "x-request-id": made } = headers;
  context.requestId = made ?? context.requestId;
  const own = toSharedHeaders(key, cached).concat(made === undefined ? ["X-Request-Id", context.requestId] : []);
  for (const name in context.admission?.headers) own.push(name, context.admission.headers[name] ?? "");
  return { status, headers: own, body: cached.body };
}

/** Cached page or file, or the 304 of one that the caller has. */
export function toPageResponse(
  key: CacheRequest,
  cached: Cached,
  asked: IncomingHttpHeaders,
  context: RequestContext,
): EdgeResponse {
  context.cache = cached.cache;
  const { status, headers } = cached.stored;
  const shared = toSharedHeaders(key, cached);
  const tags = { etag: headers.etag ?? "", others: [] };
  const conditions = readConditions((name) => asked[name]?.toString());
  const modified = headers["last-modified"];
  const isHeld = findFresh(conditions, modified === undefined ? null : new Date(modified), tags) !== null;
  const own = ["X-Request-Id", context.requestId];
  if (status !== 200 || !isHeld) return { status, headers: shared.concat(own), body: cached.body };
  const lasting = shared.filter((_, at) => !OF_BODY.has(shared[at - (at % 2)]?.toLowerCase() ?? ""));
  return { status: 304, headers: lasting.concat(own), body: null };
}

/** Headers of a body, which a 304 has none of (RFC 9110, 15.4.5). */
const OF_BODY = new Set(["content-type", "content-length", "content-encoding", "content-disposition", "link"]);

const sharedOf = new WeakMap<Buffer, readonly string[]>();

/** Headers of every response with this body, put together once. */
function toSharedHeaders({ vary }: CacheRequest, { stored, body, encoding }: Cached): readonly string[] {
  const known = sharedOf.get(body);
  if (known !== undefined) return known;
  const headers = [
    ...["Vary", vary, "Content-Length", String(body.byteLength)],
    ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
    ...Object.entries(stored.headers).flat(),
  ];
  sharedOf.set(body, headers);
  return headers;
}
