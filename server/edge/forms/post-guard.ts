import type { IncomingMessage } from "node:http";
import { isOwnOrigin } from "@/lib/access/staff/rules";
import { publicUrl } from "@/lib/platform/env";
import { toTextResponse } from "@/server/edge/responses/whole-response";

const READ = ["GET", "HEAD", "OPTIONS"];
/** Matches addresses of Next that nothing here uses, such as its optimizer of pictures: it prints what it is sent. */
const UNUSED = /^\/+_next(?!\/static\/)(?:[/?]|%2f|$)/i;
/** Feeds answer preflights of other origins by their own routes. */
const FEED = /^\/(?:feed\.(?:xml|json)|llms\.txt)(?:\?|$)/;

/**
 * Answers what Next would answer with a page or fail on: addresses of its own, methods that no page takes, posts that no
 * page of this site sent, and what a page can be asked for. Null for all else. The API answers for itself.
 */
export function answerBeforeNext(request: IncomingMessage, dev: boolean): Response | null {
  const { method = "", url = "", headers } = request;
  if (!dev && UNUSED.test(url)) return toTextResponse(404, "There is nothing here.");
  const taken = FEED.test(url) ? READ : [...READ, "POST"];
  const allow = taken.join(", ");
  if (!taken.includes(method)) return toTextResponse(405, "This method is not possible here.", { Allow: allow });
  if (method === "POST" && !isOwnOrigin(headers.origin ?? null, headers.host ?? null, publicUrl()))
    return toTextResponse(403, "This can only be sent from a page of this site.");
  if (dev || method !== "OPTIONS" || FEED.test(url)) return null;
  return new Response(null, { status: 204, headers: { Allow: allow } });
}
