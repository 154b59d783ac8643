import type { IncomingMessage, ServerResponse } from "node:http";
import { isOwnOrigin } from "@/lib/access/staff/rules";
import { publicUrl } from "@/lib/platform/env";

const READ = ["GET", "HEAD", "OPTIONS"];
/** Matches addresses of Next that nothing here uses, such as its optimizer of pictures: it prints what it is sent. */
const UNUSED = /^\/+_next(?!\/static\/)(?:[/?]|%2f|$)/i;
/** Feeds answer preflights of other origins by their own routes. */
const FEED = /^\/(?:feed\.(?:xml|json)|llms\.txt)(?:\?|$)/;

/**
 * Answers what Next would answer with a page or fail on: addresses of its own, methods that no page takes, posts that no
 * page of this site sent, and what a page can be asked for. Returns whether it did. The API answers for itself.
 */
export function answerBeforeNext(request: IncomingMessage, response: ServerResponse, dev: boolean): boolean {
  const { method = "", url = "", headers } = request;
  if (!dev && UNUSED.test(url)) return sendText(response, 404, "There is nothing here.");
  const taken = FEED.test(url) ? READ : [...READ, "POST"];
  const allow = taken.join(", ");
  if (!taken.includes(method)) return sendText(response, 405, "This method is not possible here.", { Allow: allow });
  if (method === "POST" && !isOwnOrigin(headers.origin ?? null, headers.host ?? null, publicUrl()))
    return sendText(response, 403, "This can only be sent from a page of this site.");
  if (dev || method !== "OPTIONS" || FEED.test(url)) return false;
  response.writeHead(204, { Allow: allow }).end();
  return true;
}

/** Answers with one line of text. Returns that it did. */
export function sendText(
  response: ServerResponse,
  status: number,
  line: string,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers });
  response.end(`${line}\n`);
  return true;
}
