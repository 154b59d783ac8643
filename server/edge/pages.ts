import type { IncomingHttpHeaders, RequestListener } from "node:http";
import inject, { type Response as Rendered } from "light-my-request";
import { type RequestContext, requestContext } from "@/lib/api/request-context";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { staticParts } from "@/lib/pages/static-parts";
import { outsideRequests } from "@/lib/platform/process-singleton";
import { type FailurePage, replaceFailedPage, toBareFailure } from "./failure-page";
import { toPublicPage } from "./public-page";
import { isAuth, isStaff } from "./route-kind";
import { dropOddRouterHeaders } from "./router-headers";

/** Request for a page as Next is to see it; headers by names in lower case. */
type PageCall = { method?: "GET" | "HEAD" | undefined; url: string; headers: Record<string, string> };

/** Next's whole response, the parts of its page, and what became known while it was made. */
type Called = { rendered: Rendered; parts: readonly string[]; context: RequestContext };

/** Page of the site about an address without a page, and the one about failures; proxy.ts shows neither by itself. */
const MISSING_PATH = "/missing";
const FAILURE_PATH = "/failure";
/** Placeholder for the incident reference; replaced when the failure page is sent. */
const PLACE = "reference_of_this_failure";

/** The pages of the site, rendered by Next. */
export class Pages {
  #failure: Promise<FailurePage | null> | null = null;
  #readyFailure: FailurePage | null = null;

  constructor(private readonly next: RequestListener) {}

  /** Serves what the cache did not, as Next would: public pages by `render`, the staff area by Next itself. */
  readonly serve: RequestListener = async (request, response) => {
    const { url = "", method, headers } = request;
    // Only proxy.ts says which address a page is at.
    delete headers[ADDRESS_HEADER];
    if (isStaff(url) || (method !== "GET" && method !== "HEAD")) {
      const own = requestContext.getStore();
      dropOddRouterHeaders(request);
      if (own && !isAuth(url)) replaceFailedPage(response, own);
      return this.next(request, response);
    }
    dropRouterHeaders(headers);
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const page = await this.render({ method, url, headers: Object.fromEntries(sent) });
    const body = Buffer.from(await page.arrayBuffer());
    response.statusCode = page.status;
    response.setHeaders(page.headers);
    if (body.byteLength > 0) response.setHeader("Content-Length", body.byteLength);
    response.end(body);
  };

  /**
   * Renders a public page. Its scripts are taken out, for a public page needs none; where there is no page, that of the
   * site says so; and where Next would leave it to the browser to say that something failed, a whole page does so, with
   * status 503 while the database is unavailable, else 500.
   */
  async render(call: PageCall): Promise<Response> {
    const called = await this.#ask(call);
    const { rendered, context } = called;
    if (isPage(rendered) && rendered.statusCode === 404) return this.#renderMissing(call, called);
    if (!isPage(rendered) || rendered.statusCode < 500) return toResponse(called);
    const isUnavailable = context.failure === "unavailable";
    const page = await this.findFailure(context.reference ?? context.requestId);
    if (page === null) {
      const { status, headers, html } = toBareFailure(context);
      return new Response(html, { status, headers });
    }
    const headers = new Headers(page.headers);
    headers.set("Cache-Control", "no-store");
    if (isUnavailable) headers.set("Retry-After", "5");
    return new Response(page.html, { status: isUnavailable ? 503 : 500, headers });
  }

  /**
   * The site's own page about failures, rendered once: while the database is unavailable many are sent, and none should
   * have to wait for it. Null where even this one fails, which is tried again the next time.
   */
  async findFailure(reference: string): Promise<FailurePage | null> {
    this.#failure ??= outsideRequests(() => this.#renderFailure().catch(() => null));
    this.#readyFailure = await this.#failure;
    if (this.#readyFailure === null) this.#failure = null;
    return this.readyFailure(reference);
  }

  /** The page about failures, without waiting; null while it is not rendered. */
  readyFailure(reference: string): FailurePage | null {
    if (this.#readyFailure === null) return null;
    const { headers, html } = this.#readyFailure;
    return { headers, html: html.replaceAll(PLACE, reference.replace(/[^\w-]/g, "")) };
  }

  async #renderFailure(): Promise<FailurePage | null> {
    const headers = { accept: "text/html", [ADDRESS_HEADER]: "/" };
    const called = await requestContext.run({ address: "", requestId: "" }, () =>
      this.#ask({ url: `${FAILURE_PATH}?reference=${PLACE}`, headers }),
    );
    if (called.rendered.statusCode !== 200) return null;
    const page = toResponse(called);
    for (const name of OF_ONE_RESPONSE) page.headers.delete(name);
    return { headers: page.headers, html: await page.text() };
  }

  /** Renders the page about an address without one; falls back to what Next said where that fails. */
  async #renderMissing({ method, url, headers }: PageCall, said: Called): Promise<Response> {
    const { pathname, search } = new URL(`http://localhost${url}`);
    const missing = await this.#ask({
      method,
      url: MISSING_PATH,
      headers: { ...headers, [ADDRESS_HEADER]: pathname + search },
    });
    return missing.rendered.statusCode === 200 ? toResponse(missing, 404) : toResponse(said);
  }

  async #ask(call: PageCall): Promise<Called> {
    const context: RequestContext = { address: "", requestId: "", ...requestContext.getStore() };
    const parts: string[] = [];
    const rendered = await requestContext.run(context, () =>
      staticParts.run(parts, () => inject(this.next, { ...call, method: call.method ?? "GET" }).end()),
    );
    return { rendered, parts, context };
  }
}

/**
 * Removes the headers of Next's router in a browser, which no public page has: malformed ones are an error of the server
 * to Next. Removes ranges as well: Next fails on those that it cannot give.
 */
function dropRouterHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers))
    if (/^(rsc$|next-|x-nextjs-|range$|if-range$)/.test(name)) delete headers[name];
}

const isPage = ({ raw }: Rendered) => raw.res.getHeader("Content-Type")?.toString().startsWith("text/html") ?? false;

/** Statuses that have no body (RFC 9110). */
const BODILESS = new Set([204, 205, 304]);

function toResponse({ rendered, parts }: Called, status = rendered.statusCode): Response {
  const headers = toHeaders(rendered);
  if (!isPage(rendered)) return new Response(BODILESS.has(status) ? null : bytesOf(rendered), { status, headers });
  // Next's page has another length than ours.
  headers.delete("Content-Length");
  return new Response(BODILESS.has(status) ? null : toPublicPage(rendered.payload, parts), { status, headers });
}

const bytesOf = ({ rawPayload }: Rendered) => new Uint8Array(rawPayload);

/** Headers of one response. */
const OF_ONE_RESPONSE = ["content-length", "date", "etag", "cache-control"];
/** Headers of one message on one connection. */
const OF_MESSAGE = new Set(["transfer-encoding", "connection"]);

/**
 * Headers of what Next rendered, for the response that takes its place. Stylesheets are left out of `Link`: React names
 * them there only where they are known in time, and the head of the page always has them.
 */
function toHeaders({ raw: { res } }: Rendered): Headers {
  const headers = new Headers();
  for (const name of res.getHeaderNames()) {
    const value = OF_MESSAGE.has(name) ? undefined : res.getHeader(name);
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  }
  const links = headers.get("Link")?.split(/,\s*(?=<)/) ?? [];
  headers.delete("Link");
  for (const link of links) if (!/\bas="?style\b/.test(link)) headers.append("Link", link);
  return headers;
}
