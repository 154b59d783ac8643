import type { IncomingHttpHeaders } from "node:http";
import { admit } from "@/lib/api/admit";
import { isConditional, isFresh, readConditions } from "@/lib/api/caching";
import { logFailure } from "@/lib/api/failure";
import type { RequestContext } from "@/lib/api/request-context";
import { currentVersion, knownVersion, type Version } from "@/lib/versions/current";
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

/** Characters of a query that may be read before its caller is admitted: so short, it costs next to nothing. */
const MAX_CHARS_UNADMITTED = 2_048;

/** Answers calls and pages from the cache, in front of the handler of the API and the renderer of pages. */
export class Responder {
  readonly #keys = new EndpointKeys();

  constructor(
    private readonly cache: Cache,
    private readonly origins: Origins,
  ) {}

  /** Null where the response is not cached. Throws what the gate of renders throws. */
  async respond(call: Call): Promise<EdgeResponse | null> {
    // The newest version is known from then on; what is cached needs no database.
    await currentVersion().catch(() => null);
    return isApi(call.request.url) ? this.#respondToCall(call) : this.#respondToPage(call);
  }

  async #respondToCall(call: Call): Promise<EdgeResponse | null> {
    const { request, context } = call;
    const url = this.#keys.respell(request.url, request.headers.accept);
    const endpoint = this.#keys.findEndpoint(url);
    if (endpoint === null) return null;
    context.route = endpoint.path;
    try {
      return await this.#admitAndRespond({ ...call, request: { ...request, url } });
    } catch (error) {
      return toRefusal(logFailure(error, { requestId: context.requestId, route: endpoint.path }, context), context);
    }
  }

  /**
   * Admits the caller, then responds: one over the limit costs neither parsing nor an answer. Only for who asks for a 304,
   * which takes nothing of the limit, a short query is read first.
   */
  async #admitAndRespond(call: Call): Promise<EdgeResponse | null> {
    const { request, context } = call;
    const { url } = request;
    const read = (name: string) => request.headers[name]?.toString();
    const isEarly = url.length <= MAX_CHARS_UNADMITTED && isConditional(readConditions(read));
    const early = this.#keys.find(url) ?? (isEarly ? await this.#keys.read(url) : undefined);
    // A wrong call, for example: the handler answers it.
    if (early === null) return null;
    const admission = await admit(read, context, early && findHeld(early, read) ? 0 : 1);
    if (admission.problem) return toRefusal(admission.problem, context);
    const key = early ?? (await this.#keys.read(url));
    if (key === null) return null;
    const held = findHeld(key, read);
    return held ? toNotModified(key, held, context) : toEdgeResponse(key, await this.#fetch(key, call), context);
  }

  /** Pages and files of the site are for everyone. */
  async #respondToPage(call: Call): Promise<EdgeResponse | null> {
    const { request, context } = call;
    const key = currentEpoch() === null ? null : readPageRequest(request.url, request.headers);
    return key && toPageResponse(key, await this.#fetch(key, call), request.headers, context);
  }

  #fetch(key: CacheRequest, { request, caller }: Call): Promise<Cached> {
    return this.cache.fetch(key, chooseEncoding(request.headers["accept-encoding"]), () => {
      const { client, signal } = caller();
      return { origin: this.origins.of(key, client), signal };
    });
  }
}

/** The version whose answer the caller has already; null where it has none, or another. */
function findHeld(key: EndpointRequest, read: (name: string) => string | undefined): Version | null {
  const version = key.version ?? knownVersion();
  return version !== null && isFresh(readConditions(read), version, key.key) ? version : null;
}
