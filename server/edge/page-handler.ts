import type { IncomingHttpHeaders, RequestListener } from "node:http";
import inject, { type Response } from "light-my-request";
import { type RequestContext, requestContext } from "@/lib/api/request-context";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { failedPageOf } from "./cached-failure-page";
import { replaceFailedPage, toBareFailure } from "./failure-page";
import { type HeaderList, headersOf, toPublicPage } from "./rendered-page";
import { isApi, isAuth } from "./route-kind";
import { dropOddRouterHeaders } from "./router-headers";

/** The API, and the staff area, which uses React in the browser. */
export const NOT_PUBLIC = /^\/(?:api|admin)(?:[/?]|$)/;

export type PageRequest = { method: "GET" | "HEAD"; url: string; headers: IncomingHttpHeaders };
export type PageReply = { status: number; fields: HeaderList; body: Buffer };

/** Next, with the public pages as `answerPublicPage` gives them. */
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
    const { status, fields, body } = await answerPublicPage(next, { method, url, headers });
    for (const [name, value] of fields) response.setHeader(name, value);
    response.statusCode = status;
    if (body.byteLength > 0) response.setHeader("Content-Length", body.byteLength);
    response.end(body);
  };
}

/**
 * A public page needs no script of Next: its scripts are taken out of it, and where it would leave it to the browser to
 * say that something failed, a whole page does so, with status 503 while the database is away, else 500.
 */
export async function answerPublicPage(next: RequestListener, request: PageRequest): Promise<PageReply> {
  const { answer, store } = await ask(next, request);
  if (!isPage(answer) || answer.statusCode < 500) return toReply(answer);
  const isAway = store.failure === "unavailable";
  const page = await failedPageOf(next).find(store.reference ?? store.requestId);
  if (page === null) {
    const { status, headers: fields, html } = toBareFailure(store);
    return { status, fields: Object.entries(fields), body: Buffer.from(html) };
  }
  const fields: HeaderList = [...page.fields, ["Cache-Control", "no-store"]];
  if (isAway) fields.push(["Retry-After", "5"]);
  return { status: isAway ? 503 : 500, fields, body: Buffer.from(page.html) };
}

/**
 * Takes away what only Next's router in a browser sends, which no public page has: a page is a page for everyone, and
 * what is malformed there is an error of the server to Next. Ranges as well: it fails on those that it cannot give.
 */
function dropRouterHeaders(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers))
    if (/^(rsc$|next-|x-nextjs-|range$|if-range$)/.test(name)) delete headers[name];
}

/** A whole answer of Next, and what became known while it was made. */
async function ask(next: RequestListener, request: PageRequest) {
  const store: RequestContext = { address: "", requestId: "", ...requestContext.getStore() };
  const answer = await requestContext.run(store, () => inject(next, request).end());
  return { answer, store };
}

const isPage = ({ raw }: Response) => raw.res.getHeader("Content-Type")?.toString().startsWith("text/html") ?? false;

function toReply(answer: Response): PageReply {
  const body = isPage(answer) ? Buffer.from(toPublicPage(answer.payload)) : answer.rawPayload;
  return { status: answer.statusCode, fields: headersOf(answer), body };
}
