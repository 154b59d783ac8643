import { randomUUID } from "node:crypto";
import { UNLIMITED } from "@/lib/api/admit";
import { toWeakTags } from "@/lib/api/caching";
import { requestContext } from "@/lib/api/request-context";
import { handleApi } from "@/lib/api/routes";
import { findNamedVersion, isAvailable, readVersionName, VERSION_HEADER } from "@/lib/api/version";
import type { Version } from "@/lib/versions/current";
import type { RenderGate } from "@/server/edge/bounds/render-gate";
import type { PageRenderer } from "@/server/edge/pages/page-renderer";
import { stayInVersion } from "@/server/edge/pages/public-page";
import { apiHeaders, policyOf, securityHeaders } from "@/server/edge/security-headers";
import type { Origin } from "./cache";
import type { CacheRequest } from "./cache-key";
import type { Epoch } from "./epoch";

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
    if (key.kind === "endpoint") return (epoch, signal) => callApi(key, epoch, signal);
    const { gate, assets } = this.options;
    // A file that exists is only read, once.
    if (key.kind === "asset" && assets.has(key.target.replace(/\?.*$/, ""))) return (epoch) => this.#render(key, epoch);
    return (epoch, signal) => gate.run({ client, signal }, () => this.#render(key, epoch));
  }

  /** Renders a page or another file of an epoch. */
  async #render(key: CacheRequest, epoch: Epoch): Promise<Response> {
    const response = await this.#ask(key, epoch);
    if (key.kind === "asset") return response;
    if (response.status === 200 && response.headers.get("content-type")?.startsWith("text/html")) {
      response.headers.set("Cache-Control", "public, max-age=0, must-revalidate");
      const { etag } = toWeakTags(epoch.version, `${this.options.buildId}\n${epoch.id}\n${key.key}`);
      response.headers.set("ETag", etag);
    }
    return response;
  }

  async #ask({ target, headers }: CacheRequest, epoch: Epoch): Promise<Response> {
    const security = securityHeaders(target, false);
    const own = { "user-agent": "price-atlas", "content-security-policy": policyOf(security) };
    const call = { url: target, headers: { ...headers, ...own, ...toVersionHeader(epoch) } };
    const context = { address: "", requestId: randomUUID(), admission: UNLIMITED };
    const page = await requestContext.run(context, () => this.pages.render(call));
    const named = await findNamedVersion(readVersionName(target.split("?", 2)[1] ?? "")).catch(() => null);
    const response = named !== null && isAvailable(named) ? await toVersionPage(page, named) : page;
    // Search engines list a page once.
    if (/[?&]version=/.test(target)) response.headers.set("X-Robots-Tag", "noindex");
    for (const [name, value] of security) response.headers.set(name, value);
    return response;
  }
}

const toVersionHeader = ({ version }: Epoch) => ({ [VERSION_HEADER]: version.version });

/** A page whose links stay in the version that it shows. */
async function toVersionPage(page: Response, { version }: Version): Promise<Response> {
  if (!page.headers.get("content-type")?.startsWith("text/html")) return page;
  return new Response(stayInVersion(await page.text(), version), page);
}

/** The handler of the API, without Next: what Next would add is only its time, several times that of the answer. */
async function callApi({ target, headers }: CacheRequest, epoch: Epoch, signal: AbortSignal): Promise<Response> {
  const all = { ...headers, ...toVersionHeader(epoch) };
  const request = new Request(`http://${headers.host}${target}`, { headers: all, signal });
  const response = await handleApi(request, { address: "", requestId: randomUUID(), admission: UNLIMITED });
  for (const [name, value] of apiHeaders()) response.headers.set(name, value);
  return response;
}
