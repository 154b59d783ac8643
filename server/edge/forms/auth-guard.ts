import type { IncomingMessage } from "node:http";
import { isDecodable } from "@/lib/api/query";
import { toBareProblem } from "@/server/edge/bounds/malformed";
import { readBody } from "@/server/edge/bounds/request-bounds";

/** Refuses what is no path below /api/auth, which Next would redirect or answer with a page; null for others. */
export function refuseAuthPath(url: string): Response | null {
  const path = url.split("?", 1)[0] ?? "";
  if (!/^(?:\/[^/]+)+$/.test(path)) return toBareProblem(404);
  return isDecodable(path) ? null : toBareProblem(400);
}

/** Forms of signing in are a few hundred characters. */
const BODY_BYTES = { max: 16_384, maxDropped: 1_048_576 };

/** The body of a post below /api/auth, as it was sent; a longer one is refused, where it says so before it was sent. */
export async function readAuthForm(request: IncomingMessage): Promise<{ body: Buffer } | Response> {
  const isLong = Number(request.headers["content-length"] ?? 0) > BODY_BYTES.max;
  const body = isLong ? null : await readBody(request, BODY_BYTES);
  return body === null ? toBareProblem(413, { Connection: "close" }) : { body };
}

/** Headers of a body. */
const OF_BODY = /^(?:content-(?!security-policy)|etag$|last-modified$|link$|x-nextjs-)/;

/** A failure below /api/auth as problem details, where Next and next-auth send a page, bare text or nothing. */
export function toAuthResponse(response: Response): Response {
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json") ?? false;
  if (response.status < 400 || isProblem) return response;
  return toBareProblem(
    response.status,
    [...response.headers].filter(([name]) => !OF_BODY.test(name)),
  );
}
