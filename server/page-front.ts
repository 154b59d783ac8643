import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import inject, { type Response } from "light-my-request";
import { type Connection, connection } from "@/lib/http/connection";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { isApi } from "./api-front";
import { isAuth } from "./auth-front";
import { replaceFailedPage } from "./failed-page";
import type { KeptFailedPage } from "./failed-page-kept";
import { withoutFrameworkScripts } from "./framework-scripts";
import { dropOddRouterFields } from "./router-fields";

/** The API, and the staff area, which uses React in the browser. */
export const NOT_PUBLIC = /^\/(?:api|admin)(?:[/?]|$)/;

/**
 * Next, with public pages that need no script of it: its scripts are taken out of them, and where it would leave it to
 * the browser to say that something failed, a whole page does so, with status 503 while the database is away, else 500.
 */
export function servePublicPages(next: RequestListener, failedPage: KeptFailedPage): RequestListener {
  return async (request, response) => {
    const { url = "", method } = request;
    // Only proxy.ts says which address a page is at.
    delete request.headers[ADDRESS_HEADER];
    if (NOT_PUBLIC.test(url) || (method !== "GET" && method !== "HEAD")) {
      const own = connection.getStore();
      dropOddRouterFields(request);
      if (own && !isApi(url) && !isAuth(url)) replaceFailedPage(response, own);
      return next(request, response);
    }
    dropRouterHeaders(request);
    const { answer, store } = await ask(next, request, method, url);
    if (!isPage(answer) || answer.statusCode < 500) {
      copyHeaders(answer, response);
      return send(response, answer.statusCode, isPage(answer) ? toPlainPage(answer) : answer.rawPayload);
    }
    const page = await failedPage.find(store.reference ?? store.requestId);
    if (page === null) return sendBareFailure(response, store);
    for (const [name, value] of page.fields) response.setHeader(name, value);
    response.setHeader("Cache-Control", "no-store");
    if (store.failure === "unavailable") response.setHeader("Retry-After", "5");
    send(response, store.failure === "unavailable" ? 503 : 500, Buffer.from(page.html));
  };
}

/**
 * Takes away what only Next's router in a browser sends, which no public page has: a page is a page for everyone, and
 * what is malformed there is an error of the server to Next. Ranges as well: it fails on those that it cannot give.
 */
function dropRouterHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers))
    if (/^(rsc$|next-|x-nextjs-|range$|if-range$)/.test(name)) delete headers[name];
}

/** A whole answer of Next, and what became known while it was made. */
async function ask(next: RequestListener, { headers }: IncomingMessage, method: "GET" | "HEAD", url: string) {
  const store: Connection = { address: "", requestId: "", ...connection.getStore() };
  const answer = await connection.run(store, () => inject(next, { method, url, headers }).end());
  return { answer, store };
}

/** Where even the page about failures fails. */
function sendBareFailure(response: ServerResponse, store: Connection): void {
  replaceFailedPage(response, store);
  response.statusCode = 500;
  response.end();
}

const isPage = ({ raw }: Response) => raw.res.getHeader("Content-Type")?.toString().startsWith("text/html") ?? false;

const toPlainPage = ({ payload }: Response) => Buffer.from(withoutFrameworkScripts(payload));

function copyHeaders({ raw: { res } }: Response, response: ServerResponse): void {
  for (const name of res.getHeaderNames()) {
    const value = res.getHeader(name);
    if (value !== undefined && name !== "transfer-encoding" && name !== "connection") response.setHeader(name, value);
  }
}

function send(response: ServerResponse, status: number, body: Buffer): void {
  response.statusCode = status;
  if (body.byteLength > 0) response.setHeader("Content-Length", body.byteLength);
  response.end(body);
}
