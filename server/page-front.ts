import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import inject, { type Response } from "light-my-request";
import { z } from "zod";
import { type Connection, connection } from "@/lib/http/connection";
import { toProblem } from "@/lib/http/failure";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { withoutFrameworkScripts } from "./framework-scripts";

const FAILURE_PATH = "/failure";
/** The API, and the staff area, which uses React in the browser. */
const NOT_PUBLIC = /^\/(?:api|admin)(?:[/?]|$)/;

/**
 * Next, with public pages that need no script of it: its scripts are taken out of them, and where it would leave it to
 * the browser to say that something failed, a whole page does so, with status 503 while the database is away, else 500.
 */
export function servePublicPages(next: RequestListener): RequestListener {
  return async (request, response) => {
    const { url = "", method } = request;
    // Only proxy.ts says which address a page is at.
    delete request.headers[ADDRESS_HEADER];
    if (NOT_PUBLIC.test(url) || (method !== "GET" && method !== "HEAD")) return next(request, response);
    const { answer, failure } = await ask(next, request, method, url);
    if (!isPage(answer)) return send(response, answer, answer.statusCode, answer.rawPayload);
    if (answer.statusCode < 500) return sendPage(response, answer, answer.statusCode);
    const { kind, headers = {} } = toProblem(failure);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const { answer: page } = await ask(next, request, method, FAILURE_PATH + toReference(failure));
    sendPage(response, page, kind === "unavailable" ? 503 : 500);
  };
}

/** A whole answer of Next, and what was thrown while it was drawn. */
async function ask(next: RequestListener, { headers }: IncomingMessage, method: "GET" | "HEAD", url: string) {
  const store: Connection = { address: "", ...connection.getStore() };
  const answer = await connection.run(store, () => inject(next, { method, url, headers }).end());
  return { answer, failure: store.failure };
}

const isPage = ({ raw }: Response) => raw.res.getHeader("Content-Type")?.toString().startsWith("text/html") ?? false;

function sendPage(response: ServerResponse, answer: Response, status: number): void {
  send(response, answer, status, Buffer.from(withoutFrameworkScripts(answer.payload)));
}

function send(response: ServerResponse, answer: Response, status: number, body: Buffer): void {
  const { res } = answer.raw;
  response.statusCode = status;
  for (const name of res.getHeaderNames()) {
    const value = res.getHeader(name);
    if (value !== undefined && name !== "transfer-encoding" && name !== "connection") response.setHeader(name, value);
  }
  if (body.byteLength > 0) response.setHeader("Content-Length", body.byteLength);
  response.end(body);
}

const Thrown = z.object({ digest: z.string().regex(/^\w+$/) });

/** By Next's digest the log has the error. */
function toReference(failure: unknown): string {
  const { data } = Thrown.safeParse(failure);
  return data ? `?reference=${data.digest}` : "";
}
