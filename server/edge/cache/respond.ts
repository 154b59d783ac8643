import type { IncomingHttpHeaders } from "node:http";
import { admit } from "@/lib/api/admit";
import { isConditional, isFresh, readConditions } from "@/lib/api/caching";
import { logFailure } from "@/lib/api/failure";
import type { RequestContext } from "@/lib/api/request-context";
import { knownVersion, type Version } from "@/lib/dataset/version";
import { fetchMissing, Missing, whenKnown } from "@/lib/platform/missing";
import type { RenderCaller } from "@/server/edge/bounds/render-gate";
import { isApi } from "@/server/edge/route-kind";
import type { Cache, Cached } from "./cache";
import { type CacheRequest, EndpointKeys, type EndpointRequest, readPageRequest } from "./cache-key";
import { type EdgeResponse, toEdgeResponse, toNotModified, toPageResponse, toRefusal } from "./edge-response";
import { chooseEncoding } from "./encodings";
import { currentEpoch } from "./epoch";
import type { Origins } from "./origins";

/** One GET or HEAD on its way through the cache. `caller` is for those who have to wait. */
type Call = {
  request: { url: string; headers: IncomingHttpHeaders };
  context: RequestContext;
  caller: () => RenderCaller;
};

/** Null where the response is not cached. Before a missing one is fetched, nothing was taken of a limit, or counted. */
type Result = EdgeResponse | null | Missing<EdgeResponse | null>;

/** Characters of a query that may be read before its caller is admitted: so short, it costs next to nothing. */
const MAX_CHARS_UNADMITTED = 2_048;

/** Answers calls and pages from the cache. */
export class Responder {
  readonly #keys = new EndpointKeys();

  constructor(
    private readonly cache: Cache,
    private readonly origins: Origins,
  ) {}

  /** Responds at once with what is at hand. Fetching what is missing throws what the gate of renders throws. */
  respond(call: Call): Result {
    const { url, headers } = call.request;
    if (!isApi(url)) return this.#respondToPage(call);
    const spelled = this.#keys.respell(url, headers.accept);
    return this.#respondToCall(spelled === url ? call : { ...call, request: { url: spelled, headers } });
  }

  /**
   * Responds to a call of the API, or says what is missing: its cache key, its body, the key of its caller, the shared
   * limits. Called again with what was `fetched`.
   */
  #respondToCall(call: Call, fetched: { key?: EndpointRequest; cached?: Cached } = {}): Result {
    const { request, context } = call;
    if (context.admission?.problem) return toRefusal(context.admission.problem, context);
    const key = fetched.key ?? this.#keys.find(request.url);
    const endpoint = key?.endpoint ?? this.#keys.findEndpoint(request.url);
    if (endpoint === null) return null;
    context.route = endpoint.path;
    const ready = fetched.cached ?? (key && this.#findReady(key, call));
    if (!key || !ready) return new Missing(() => this.#fetch(call, key));
    return whenKnown(admit(readerOf(request), context, "confirmed" in ready ? 0 : 1), (admission) => {
      if (admission.problem) return toRefusal(admission.problem, context);
      return "confirmed" in ready ? toNotModified(key, ready.confirmed, context) : toEdgeResponse(key, ready, context);
    });
  }

  /** The version whose answer the caller has already, else the cached response; null where it has to be made. */
  #findReady(key: EndpointRequest, { request }: Call): { confirmed: Version } | Cached | null {
    const version = key.version ?? knownVersion();
    if (version !== null && isFresh(readConditions(readerOf(request)), version, key.key)) return { confirmed: version };
    return this.cache.find(key, readEncoding(request));
  }

  /**
   * Fetches the cache key or the body of a call, and responds. Callers are admitted before: one over the limit costs
   * neither parsing nor an answer. Only for who asks for a 304, which takes nothing of the limit, a short query is read
   * first.
   */
  async #fetch(call: Call, key: EndpointRequest | undefined): Promise<EdgeResponse | null> {
    const { request, context } = call;
    const { url } = request;
    try {
      const isEarly =
        key === undefined && isConditional(readConditions(readerOf(request))) && url.length <= MAX_CHARS_UNADMITTED;
      if (!isEarly) await fetchMissing(admit(readerOf(request), context, 1));
      if (context.admission?.problem) return toRefusal(context.admission.problem, context);
      const read = key ?? (await this.#keys.read(url));
      // A wrong call, for example: the handler finds its caller admitted.
      if (read === null) return null;
      if (key === undefined) return await fetchMissing(this.#respondToCall(call, { key: read }));
      return await fetchMissing(this.#respondToCall(call, { key, cached: await this.#make(key, call) }));
    } catch (error) {
      const { requestId, route = "" } = context;
      return toRefusal(logFailure(error, { requestId, route }, context), context);
    }
  }

  /** Pages and files of the site are for everyone. */
  #respondToPage(call: Call): Result {
    const { request, context } = call;
    const key = currentEpoch() === null ? null : readPageRequest(request.url, request.headers);
    if (key === null) return null;
    const cached = this.cache.find(key, readEncoding(request)) ?? new Missing(() => this.#make(key, call));
    return whenKnown(cached, (found) => toPageResponse(key, found, request.headers, context));
  }

  #make(key: CacheRequest, { request, caller }: Call): Promise<Cached> {
    const { client, signal } = caller();
    return this.cache.fetch(key, readEncoding(request), this.origins.of(key, client), signal);
  }
}

const readEncoding = ({ headers }: Call["request"]) => chooseEncoding(headers["accept-encoding"]);

const readerOf =
  ({ headers }: Call["request"]) =>
  (name: string) =>
    headers[name]?.toString();
