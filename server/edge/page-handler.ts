import type { IncomingHttpHeaders, RequestListener } from "node:http";
import type { Response as Rendered } from "light-my-request";
import { type RequestContext, requestContext } from "@/lib/api/request-context";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { failurePageOf } from "./cached-failure-page";
import { replaceFailedPage, toBareFailure } from "./failure-page";
import { callForPage, toHeaders, toPublicPage } from "./public-page";
import { isApi, isAuth } from "./route-kind";
import { dropOddRouterHeaders } from "./router-headers";

/** The API, and the staff area, which uses React in the browser. */
export const NOT_PUBLIC = /^\/(?:api|admin)(?:[/?]|$)/;

/** Next, with the public pages as `renderPage` gives them. */
export function servePublicPages(next: RequestListener): RequestListener {
  return async (request, response) => {
    const { url = "", method, headers } = request;
    // Only proxy.ts says which address a page is at.
    delete headers[ADDRESS_HEADER];
    if (NOT_PUBLIC.test(url) || (method !== "GET" && method !== "HEAD")) {
      const own = requestContext.getStore();
      dropOddRouterHeaders(request);
      if (own && !isApi(url) && !isAuth(url)) replaceFailedPage(response, own);
      return next(request, response);
    }
    dropRouterHeaders(headers);
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const page = await renderPage(next, new Request(`http://localhost${url}`, { method, headers: sent }));
    const body = Buffer.from(await page.arrayBuffer());
    response.statusCode = page.status;
    response.setHeaders(page.headers);
    if (body.byteLength > 0) response.setHeader("Content-Length", body.byteLength);
    response.end(body);
  };
}

/** Page of the site about an address without a page; see proxy.ts. */
const MISSING_PATH = "/missing";

/**
 * Renders a public page by Next. Its scripts are taken out, for a public page needs none; where there is no page, that of
 * the site says so; and where Next would leave it to the browser to say that something failed, a whole page does so, with
 * status 503 while the database is unavailable, else 500.
 */
export async function renderPage(next: RequestListener, request: Request): Promise<Response> {
  const called = await callNext(next, request);
  const { rendered, context } = called;
  if (isPage(rendered) && rendered.statusCode === 404) return renderMissing(next, request, called);
  if (!isPage(rendered) || rendered.statusCode < 500) return toResponse(called);
  const isUnavailable = context.failure === "unavailable";
  const page = await failurePageOf(next).find(context.reference ?? context.requestId);
  if (page === null) {
    const { status, headers, html } = toBareFailure(context);
    return new Response(html, { status, headers });
  }
  const headers = new Headers(page.headers);
  headers.set("Cache-Control", "no-store");
  if (isUnavailable) headers.set("Retry-After", "5");
  return new Response(page.html, { status: isUnavailable ? 503 : 500, headers });
}

/** Renders the page about an address without one; falls back to what Next said where that fails. */
async function renderMissing(next: RequestListener, request: Request, said: Called): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set(ADDRESS_HEADER, pathname + search);
  const missing = await callNext(
    next,
    new Request(`http://localhost${MISSING_PATH}`, { method: request.method, headers }),
  );
  return missing.rendered.statusCode === 200 ? toResponse(missing, 404) : toResponse(said);
}

/**
 * Removes the headers of Next's router in a browser, which no public page has: malformed ones are an error of the server
 * to Next. Removes ranges as well: Next fails on those that it cannot give.
 */
function dropRouterHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers))
    if (/^(rsc$|next-|x-nextjs-|range$|if-range$)/.test(name)) delete headers[name];
}

/** Next's whole response, the parts of its page, and what became known while it was made. */
type Called = { rendered: Rendered; parts: readonly string[]; context: RequestContext };

async function callNext(next: RequestListener, { url, method, headers }: Request): Promise<Called> {
  const context: RequestContext = { address: "", requestId: "", ...requestContext.getStore() };
  const call = {
    method: method === "HEAD" ? "HEAD" : "GET",
    url: url.replace(/^https?:\/\/[^/]*/, ""),
    headers: Object.fromEntries(headers),
  } as const;
  return { ...(await requestContext.run(context, () => callForPage(next, call))), context };
}

const isPage = ({ raw }: Rendered) => raw.res.getHeader("Content-Type")?.toString().startsWith("text/html") ?? false;

/** Statuses that have no body (RFC 9110). */
const BODILESS = new Set([204, 205, 304]);

function toResponse({ rendered, parts }: Called, status = rendered.statusCode): Response {
  const body = isPage(rendered) ? toPublicPage(rendered.payload, parts) : new Uint8Array(rendered.rawPayload);
  return new Response(BODILESS.has(status) ? null : body, { status, headers: toHeaders(rendered) });
}
