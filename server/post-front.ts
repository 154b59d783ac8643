import type { IncomingMessage, ServerResponse } from "node:http";
import { publicUrl } from "@/lib/env";
import { isOwnOrigin } from "@/lib/staff/rules";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what changes something and was not sent by a page of this site; Next's own check answers it with an
 * error of the server. Returns whether it did. The public API is not concerned, it is read-only.
 */
export function refuseForeignPost({ method = "", headers }: IncomingMessage, response: ServerResponse): boolean {
  if (READING.has(method) || isOwnOrigin(headers.origin ?? null, headers.host ?? null, publicUrl())) return false;
  response.writeHead(403, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end("This can only be sent from a page of this site.\n");
  return true;
}
