import type { IncomingHttpHeaders, RequestListener } from "node:http";
import inject, { type Response } from "light-my-request";
import { type Connection, connection } from "@/lib/http/connection";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { isApi } from "./api-front";
import { replaceFailedPage, toBareFailure } from "./failed-page";
import { withoutFrameworkScripts } from "./framework-scripts";
import { withStableIds } from "./stable-ids";

const FAILURE_PATH = "/failure";
/** The API, and the staff area, which uses React in the browser. */
const NOT_PUBLIC = /^\/(?:api|admin)(?:[/?]|$)/;

export type PageRequest = { method: "GET" | "HEAD"; url: string; headers: IncomingHttpHeaders };
export type PageReply = { status: number; fields: [name: string, value: number | string | string[]][]; body: Buffer };

/** Next, with the public pages as `answerPublicPage` gives them. */
export function servePublicPages(next: RequestListener): RequestListener {
  return async (request, response) => {
    const { url = "", method, headers } = request;
    // Only proxy.ts says which address a page is at.
    delete headers[ADDRESS_HEADER];
    if (NOT_PUBLIC.test(url) || (method !== "GET" && method !== "HEAD")) {
      const own = connection.getStore();
      if (own && !isApi(url)) replaceFailedPage(response, own);
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
  // The page about failures is shown to nobody who does not come with the address of one.
  const headers = { ...request.headers, [ADDRESS_HEADER]: request.url };
  const { answer: page } = await ask(next, { ...request, url: toFailurePath(store), headers });
  const isAway = store.failure === "unavailable";
  if (page.statusCode !== 200) {
    const { status, headers: fields, html } = toBareFailure(store);
    return { status, fields: Object.entries(fields), body: Buffer.from(html) };
  }
  const reply = toReply(page);
  reply.fields.push(["Cache-Control", "no-store"]);
  if (isAway) reply.fields.push(["Retry-After", "5"]);
  return { ...reply, status: isAway ? 503 : 500 };
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
  const store: Connection = { address: "", requestId: "", ...connection.getStore() };
  const answer = await connection.run(store, () => inject(next, request).end());
  return { answer, store };
}

const toFailurePath = ({ reference }: Connection) =>
  reference === undefined ? FAILURE_PATH : `${FAILURE_PATH}?reference=${encodeURIComponent(reference)}`;

const isPage = ({ raw }: Response) => raw.res.getHeader("Content-Type")?.toString().startsWith("text/html") ?? false;

function toReply(answer: Response): PageReply {
  const { res } = answer.raw;
  const fields = res.getHeaderNames().flatMap((name): PageReply["fields"] => {
    const value = res.getHeader(name);
    return value === undefined || name === "transfer-encoding" || name === "connection" ? [] : [[name, value]];
  });
  const body = isPage(answer) ? Buffer.from(withStableIds(withoutFrameworkScripts(answer.payload))) : answer.rawPayload;
  return { status: answer.statusCode, fields, body };
}
