import type { IncomingHttpHeaders } from "node:http";
import { cacheHeaders, findFresh, readConditions, toWeakTags } from "@/lib/api/caching";
import { commonHeaders } from "@/lib/api/headers";
import { type Problem, writeProblem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import type { Version } from "@/lib/dataset/version";
import { apiHeaders } from "@/server/edge/security-headers";
import type { Cached } from "./cache";
import type { CacheRequest, EndpointRequest } from "./cache-key";

type HeaderList = readonly (readonly [name: string, value: string])[];

/** Response as it is written to a connection: `shared` is one list of headers for all responses that have this body. */
export type EdgeResponse = { status: number; shared: HeaderList; own: HeaderList; body: Buffer | null };

const NONE: HeaderList = [];

/** Response to a caller who is refused, or whose answer failed. */
export function toRefusal(problem: Problem, context: RequestContext): EdgeResponse {
  const { status, headers, text } = writeProblem(problem, context);
  return { status, shared: NONE, own: [...apiHeaders(), ...Object.entries(headers)], body: Buffer.from(text) };
}

/** The 304 of an endpoint's version. */
export function toNotModified(
  { key, endpoint, vary, version: requested }: EndpointRequest,
  version: Version,
  { requestId, admission }: RequestContext,
): EdgeResponse {
  const caching = cacheHeaders(version, toWeakTags(version, key).etag, { ...endpoint, isPinned: requested !== null });
  const headers = { ...commonHeaders(requestId), Vary: vary, ...caching, ...admission?.headers };
  return { status: 304, shared: NONE, own: [...apiHeaders(), ...Object.entries(headers)], body: null };
}

/** Cached answer of an endpoint, with the limit of its caller. */
export function toEdgeResponse(key: CacheRequest, cached: Cached, context: RequestContext): EdgeResponse {
  context.cache = cached.cache;
  const { status, headers } = cached.stored;
  const limits = Object.entries(context.admission?.headers ?? {});
  const response = { status, shared: toSharedHeaders(key, cached), body: cached.body };
  if (status === 200) return { ...response, own: [...limits, ["X-Request-Id", context.requestId]] };
  // A problem names in its body the id under which it was made.
  context.requestId = headers["x-request-id"] ?? context.requestId;
  return { ...response, own: limits };
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
  const own: HeaderList = [["X-Request-Id", context.requestId]];
  const tags = { etag: headers.etag ?? "", others: [] };
  const conditions = readConditions((name) => asked[name]?.toString());
  const modified = headers["last-modified"];
  const isHeld = findFresh(conditions, modified === undefined ? null : new Date(modified), tags) !== null;
  if (status !== 200 || !isHeld) return { status, shared, own, body: cached.body };
  const lasting = shared.filter(([name]) => !OF_BODY.has(name.toLowerCase()));
  return { status: 304, shared: NONE, own: [...lasting, ...own], body: null };
}

/** Headers of a body, which a 304 has none of (RFC 9110, 15.4.5). */
const OF_BODY = new Set(["content-type", "content-length", "content-encoding", "content-disposition", "link"]);

const sharedOf = new WeakMap<Buffer, HeaderList>();

/** Headers of every response with this body, put together once. */
function toSharedHeaders({ vary }: CacheRequest, { stored, body, encoding }: Cached): HeaderList {
  const known = sharedOf.get(body);
  if (known !== undefined) return known;
  const headers: HeaderList = [
    ["Vary", vary],
    ["Content-Length", String(body.byteLength)],
    ...(encoding === "identity" ? [] : [["Content-Encoding", encoding] as const]),
    ...Object.entries(stored.headers),
  ];
  sharedOf.set(body, headers);
  return headers;
}
