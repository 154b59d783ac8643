import { randomUUID } from "node:crypto";
import { UNLIMITED } from "@/lib/api/admit";
import { toWeakTags } from "@/lib/api/caching";
import { requestContext } from "@/lib/api/request-context";
import { findRequestedVersion, readRequested } from "@/lib/api/requested-version";
import { handleApi } from "@/lib/api/routes";
import { type DatasetVersion, refreshVersion } from "@/lib/dataset/version";
import type { RenderGate } from "@/server/edge/bounds/render-gate";
import type { PageRenderer } from "@/server/edge/pages/page-renderer";
import { stayInVersion } from "@/server/edge/pages/public-page";
import { apiHeaders, policyOf, securityHeaders } from "@/server/edge/security-headers";
import type { Origin } from "./cache";
import type { CacheRequest } from "./cache-key";
import { currentEpoch } from "./epoch";

const MAX_ATTEMPTS = 3;

type PageOptions = {
  /** Tells the pages of one build from those of another. */
  buildId: string;
  gate: RenderGate;
  /** Paths of the files of the build. */
  assets: ReadonlySet<string>;
};

/**
 * Makers of responses for the cache. A request reaches them as its cache key and nothing else: no address, key, cookie or
 * other header of any caller, so that whoever asks for the same may have the response. Callers are admitted before.
 */
export class Origins {
  constructor(
    private readonly pages: PageRenderer,
    private readonly options: PageOptions,
  ) {}

  /** Maker of the response to a request. Renders pass the gate, each in the turn of its client. */
  of(key: CacheRequest, client: string): Origin {
    if (key.kind === "endpoint") return (signal) => callApi(key, signal);
    const { gate, assets } = this.options;
    const render = () => this.#render(key);
    // A file that exists is only read, once.
    if (key.kind === "asset" && assets.has(key.target.replace(/\?.*$/, ""))) return render;
    return (signal) => gate.run({ client, signal }, render);
  }

  /** Renders a page, and again where something was published meanwhile: a page reads several times. */
  async #render(key: CacheRequest, attempt = 1): Promise<Response> {
    if (key.kind === "asset") return this.#ask(key);
    const before = currentEpoch();
    const response = await this.#ask(key);
    if (response.status < 500) await refreshVersion().catch(() => null);
    const isStable = before !== null && before.id === currentEpoch()?.id;
    if (!isStable && attempt < MAX_ATTEMPTS) return this.#render(key, attempt + 1);
    if (!isStable) response.headers.set("Cache-Control", "no-store");
    else if (response.status === 200 && response.headers.get("content-type")?.startsWith("text/html")) {
      response.headers.set("Cache-Control", "public, max-age=0, must-revalidate");
      const { etag } = toWeakTags(before.version, `${this.options.buildId}\n${before.id}\n${key.key}`);
      response.headers.set("ETag", etag);
    }
    return response;
  }

  async #ask({ target, headers }: CacheRequest): Promise<Response> {
    const security = securityHeaders(target, false);
    const own = { "user-agent": "price-atlas", "content-security-policy": policyOf(security) };
    const call = { url: target, headers: { ...headers, ...own } };
    const context = { address: "", requestId: randomUUID(), admission: UNLIMITED };
    const render = () => requestContext.run(context, () => this.pages.render(call));
    const requested = await findRequestedVersion(target.split("?", 2)[1] ?? "");
    const readable = requested?.inLedger ? requested : null;
    const page = await readRequested(readable, () => undefined, render);
    const response = readable === null ? page : await toVersionPage(page, readable);
    // Search engines list a page once.
    if (/[?&]version=/.test(target)) response.headers.set("X-Robots-Tag", "noindex");
    for (const [name, value] of security) response.headers.set(name, value);
    return response;
  }
}

/** A page whose links stay in the version that it shows. */
async function toVersionPage(page: Response, { version }: DatasetVersion): Promise<Response> {
  if (!page.headers.get("content-type")?.startsWith("text/html")) return page;
  return new Response(stayInVersion(await page.text(), version), page);
}

/** The handler of the API, without Next: what Next would add is only its time, several times that of the answer. */
async function callApi({ target, headers }: CacheRequest, signal: AbortSignal): Promise<Response> {
  const request = new Request(`http://${headers.host}${target}`, { headers, signal });
  const response = await handleApi(request, { address: "", requestId: randomUUID(), admission: UNLIMITED });
  for (const [name, value] of apiHeaders()) response.headers.set(name, value);
  return response;
}
