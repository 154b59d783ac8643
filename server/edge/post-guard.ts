import type { IncomingMessage, ServerResponse } from "node:http";
import { isOwnOrigin } from "@/lib/access/staff/rules";
import { publicUrl } from "@/lib/platform/env";

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
const TAKEN = ["GET", "HEAD", "OPTIONS", "POST"];

/**
 * Refuses methods that no page takes: Next shows the page all the same, or fails. Returns whether it did. The API has
 * an answer of its own for them.
 */
export function refuseMethod({ method = "" }: IncomingMessage, response: ServerResponse): boolean {
  if (TAKEN.includes(method)) return false;
  response.writeHead(405, { ...PLAIN, Allow: TAKEN.join(", ") });
  response.end("This method is not possible here.\n");
  return true;
}

/** Feeds answer preflights of other origins by their own routes. */
const FEED = /^\/(?:feed\.(?:xml|json)|llms\.txt)(?:\?|$)/;

/** Answers what a page can be asked for, without rendering one. Returns whether it did. */
export function answerOptions({ method, url = "" }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== "OPTIONS" || FEED.test(url)) return false;
  response.writeHead(204, { Allow: TAKEN.join(", ") }).end();
  return true;
}

/**
 * Answers what Next has under /_next beside the files of its build, such as its optimizer of pictures, which nothing here
 * uses: it renders pages and prints what it is sent. Returns whether it did.
 */
export function refuseUnused({ url = "" }: IncomingMessage, response: ServerResponse): boolean {
  if (!/^\/+_next(?!\/static\/)(?:[/?]|%2f|$)/i.test(url)) return false;
  response.writeHead(404, PLAIN).end("There is nothing here.\n");
  return true;
}

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what changes something and was not sent by a page of this site; Next's own check answers it with an
 * error of the server. Returns whether it did. The public API is not concerned, it is read-only.
 */
export function refuseForeignPost({ method = "", headers }: IncomingMessage, response: ServerResponse): boolean {
  if (READING.has(method) || isOwnOrigin(headers.origin ?? null, headers.host ?? null, publicUrl())) return false;
  response.writeHead(403, PLAIN);
  response.end("This can only be sent from a page of this site.\n");
  return true;
}
