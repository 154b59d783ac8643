import { type IncomingHttpHeaders, validateHeaderValue } from "node:http";
import { type Admission, admit, toCaller } from "@/lib/api/admit";
import { type Conditions, cacheHeaders, findFresh, isConditional, isFresh, toWeakTags } from "@/lib/api/caching";
import { logFailure } from "@/lib/api/failure";
import { commonHeaders } from "@/lib/api/headers";
import { type Problem, writeProblem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { knownVersion, type Version } from "@/lib/dataset/version";
import { fetchMissing, Missing, whenKnown } from "@/lib/platform/missing";
import type { RenderCaller } from "@/server/edge/render-gate";
import { isApi } from "@/server/edge/route-kind";
import { apiHeaders } from "@/server/edge/security-headers";
import type { Cache, Cached } from "./cache";
import { type CacheRequest, type EndpointKeys, type EndpointRequest, readPageRequest } from "./cache-key";
import { chooseEncoding } from "./encodings";
import { currentEpoch } from "./epoch";
import type { Origins } from "./origins";

/** Request line and headers of a GET or HEAD, as node:http reads them. */
export type EdgeRequest = { url: string; headers: IncomingHttpHeaders };

type HeaderList = (readonly [name: string, value: string])[];

/** Response as it is written to a connection: `shared` headers go with every response that has this body. */
export type EdgeResponse = { status: number; shared: SharedHeaders; own: HeaderList; body: Buffer | null };

/** Checked headers, and their lines in a message. */
type SharedHeaders = { headers: HeaderList; lines: string };

/** Null where the response is not cached. Before a missing one is fetched, nothing was taken of a limit, or counted. */
type Result = EdgeResponse | null | Missing<EdgeResponse | null>;

/** One request on its way through the cache. `caller` is for those who have to wait. */
type Call = { request: EdgeRequest; context: RequestContext; caller: () => RenderCaller };

/** Characters of a query that may be read before its caller is admitted: so short, it costs next to nothing. */
const MAX_CHARS_UNADMITTED = 2_048;

/** Answers calls and pages from the cache. */
export class Responder {
  constructor(
    private readonly cache: Cache,
    private readonly keys: EndpointKeys,
    private readonly origins: Origins,
  ) {}

  /** Responds at once with what is at hand. Fetching what is missing throws what the gate of renders throws. */
  respond(call: Call): Result {
    return isApi(call.request.url) ? this.#respondToCall(call) : this.#respondToPage(call);
  }

  /**
   * Responds to a call of the API, or says what is missing: its cache key, its body, the key of its caller, the shared
   * limits. Called again with what was `fetched`.
   */
  #respondToCall(call: Call, fetched: { key?: EndpointRequest; cached?: Cached } = {}): Result {
    const { request, context } = call;
    if (context.admission?.problem) return toRefusal(context.admission.problem, context);
    const key = fetched.key ?? this.keys.find(request.url);
    const endpoint = key?.endpoint ?? this.keys.findEndpoint(request.url);
    if (endpoint === null) return null;
    context.route = endpoint.path;
    const ready = fetched.cached ?? (key && this.#findReady(key, request));
    if (!key || !ready) return new Missing(() => this.#fetch(call, key));
    return whenKnown(admitOnce(call, "confirmed" in ready ? 0 : 1), (admission) => {
      if (admission.problem) return toRefusal(admission.problem, context);
      return "confirmed" in ready ? toNotModified(key, ready.confirmed, context) : toResponse(key, ready, context);
    });
  }

  /** The version whose answer the caller has already, else the cached response; null where it has to be made. */
  #findReady(key: EndpointRequest, request: EdgeRequest): { confirmed: Version } | Cached | null {
    const version = knownVersion();
    if (version !== null && isFresh(toConditions(request.headers), version, key.key)) return { confirmed: version };
    return this.cache.find(key, readEncoding(request));
  }

  /**
   * Fetches the cache key or the body of a call, and responds. Callers are admitted before: one over the limit costs
   * neither parsing nor an answer. Only for who asks for a 304, which takes nothing of the limit, a short query is read
   * first.
   */
  async #fetch(call: Call, key: EndpointRequest | undefined): Promise<EdgeResponse | null> {
    const { request, context } = call;
    const { url, headers } = request;
    try {
      const isEarly = key === undefined && isConditional(toConditions(headers)) && url.length <= MAX_CHARS_UNADMITTED;
      if (!isEarly) await fetchMissing(admitOnce(call, 1));
      if (context.admission?.problem) return toRefusal(context.admission.problem, context);
      const read = key ?? (await this.keys.read(url));
      // A wrong call, for example: the handler finds its caller admitted.
      if (read === null) return null;
      if (key === undefined) return await fetchMissing(this.#respondToCall(call, { key: read }));
      const caller = call.caller();
      const cached = await this.cache.fetch(key, readEncoding(request), this.origins.of(key, caller), caller.signal);
      return await fetchMissing(this.#respondToCall(call, { key, cached }));
    } catch (error) {
      const { requestId, route = "" } = context;
      return toRefusal(logFailure(error, { requestId, route }, context), context);
    }
  }

  /** Pages and files of the site are for everyone. */
  #respondToPage({ request, context, caller }: Call): Result {
    const key = currentEpoch() === null ? null : readPageRequest(request.url, request.headers);
    if (key === null) return null;
    const encoding = readEncoding(request);
    const fetchPage = () => {
      const waiting = caller();
      return this.cache.fetch(key, encoding, this.origins.of(key, waiting), waiting.signal);
    };
    const cached = this.cache.find(key, encoding) ?? new Missing(fetchPage);
    return whenKnown(cached, (found) => toPageResponse(key, found, request.headers, context));
  }
}

/** Admits the caller, unless it is admitted. Recorded at once: the deadline may have to answer before the rest is done. */
function admitOnce({ request: { headers }, context }: Call, cost: 0 | 1): Admission | Missing<Admission> {
  if (context.admission) return context.admission;
  const caller = toCaller((name) => headers[name]?.toString(), context.address);
  return whenKnown(admit(caller, cost), (admission) => {
    context.admission = admission;
    return admission;
  });
}

const readEncoding = ({ headers }: EdgeRequest) => chooseEncoding(headers["accept-encoding"]);

const NONE: SharedHeaders = { headers: [], lines: "" };

function toRefusal(problem: Problem, context: RequestContext): EdgeResponse {
  const { status, headers, text } = writeProblem(problem, context);
  return { status, shared: NONE, own: [...apiHeaders(), ...Object.entries(headers)], body: Buffer.from(text) };
}

function toNotModified(
  { key, endpoint }: EndpointRequest,
  version: Version,
  { requestId, admission }: RequestContext,
): EdgeResponse {
  const caching = cacheHeaders(version, toWeakTags(version, key).etag, endpoint);
  const headers = { ...commonHeaders(requestId), ...caching, ...admission?.headers };
  return { status: 304, shared: NONE, own: [...apiHeaders(), ...Object.entries(headers)], body: null };
}

function toResponse(key: CacheRequest, cached: Cached, context: RequestContext): EdgeResponse {
  context.cache = cached.cache;
  const { status, headers } = cached.stored;
  const own: HeaderList = Object.entries(context.admission?.headers ?? {});
  // A problem names in its body the id under which it was made.
  if (status === 200) own.push(["X-Request-Id", context.requestId]);
  else context.requestId = headers["x-request-id"] ?? context.requestId;
  return { status, shared: toSharedHeaders(key, cached), own, body: cached.body };
}

function toPageResponse(
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
  const isHeld = findFresh(toConditions(asked), new Date(headers["last-modified"] ?? Number.NaN), tags) !== null;
  if (status !== 200 || !isHeld) return { status, shared, own, body: cached.body };
  const lasting = shared.headers.filter(([name]) => !OF_BODY.has(name.toLowerCase()));
  return { status: 304, shared: NONE, own: [...lasting, ...own], body: null };
}

/** Headers of a body, which a 304 has none of (RFC 9110, 15.4.5). */
const OF_BODY = new Set(["content-type", "content-length", "content-encoding", "content-disposition", "link"]);

const sharedOf = new WeakMap<Buffer, SharedHeaders>();

/** Headers of every response with this body, checked and put together once. */
function toSharedHeaders({ vary }: CacheRequest, { stored, body, encoding }: Cached): SharedHeaders {
  const known = sharedOf.get(body);
  if (known !== undefined) return known;
  const headers: HeaderList = [
    ["Vary", vary],
    ["Content-Length", String(body.byteLength)],
    ...(encoding === "identity" ? [] : [["Content-Encoding", encoding] as const]),
    ...Object.entries(stored.headers),
  ];
  // The fast path writes without node:http, which would refuse these.
  for (const [name, value] of headers) validateHeaderValue(name, value);
  const shared = { headers, lines: toLines(headers) };
  sharedOf.set(body, shared);
  return shared;
}

/** Headers as lines of a message (RFC 9112, 5). */
export function toLines(headers: HeaderList): string {
  let lines = "";
  for (const [name, value] of headers) lines += `${name}: ${value}\r\n`;
  return lines;
}

function toConditions(headers: IncomingHttpHeaders): Conditions {
  return {
    ifNoneMatch: headers["if-none-match"] ?? null,
    ifModifiedSince: headers["if-modified-since"] ?? null,
  };
}
