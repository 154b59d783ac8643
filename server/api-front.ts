import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { type Admission, admitCaller, type Caller, refuse } from "@/lib/http/admit";
import type { Connection } from "@/lib/http/connection";
import { toProblem } from "@/lib/http/failure";
import { type Problem, writeProblem } from "@/lib/http/problem";
import { commonHeaders, toMethodProblem } from "@/lib/http/serve";
import { toUnknownPath } from "@/lib/http/unknown-path";
import { isAuth } from "./auth-front";
import { isDecodable } from "./malformed";

const METHODS_OF_NEXT = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const MAX_URL_CHARS = 16_384;

/** Whether a request target lies in the public API, or was meant to; staff sign in under /api/auth. */
export function isApi(url: string): boolean {
  return /^\/+api(?:[/?]|%2f|$)/i.test(url) && !isAuth(url);
}

/**
 * Answers what Next would answer with a page or an empty body: methods it does not know, addresses that are no
 * addresses. Returns whether it did.
 */
export async function answerBeforeNext(
  request: IncomingMessage,
  response: ServerResponse,
  about: Connection,
): Promise<boolean> {
  const fault = findProblem(request);
  if (fault === null) return false;
  const admission = await admitCaller(toCaller(request.headers, request.socket.remoteAddress), 1).catch(
    (error: unknown): Pick<Admission, "headers" | "problem"> => ({ headers: {}, problem: toProblem(error) }),
  );
  const problem = refuse(admission, admission.problem ?? fault);
  about.route = "/api/*";
  const reply = writeProblem(problem, about.requestId, commonHeaders(about.requestId));
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  response.end(request.method === "HEAD" ? undefined : reply.text);
  return true;
}

/** Who sent a request, for `admitCaller`; `address` is its socket's. */
export function toCaller(headers: IncomingHttpHeaders, address: string | undefined): Caller {
  return {
    apiKey: headers["x-api-key"]?.toString() ?? null,
    authorization: headers.authorization ?? null,
    forwardedFor: headers["x-forwarded-for"]?.toString() ?? null,
    address,
  };
}

function findProblem({ method = "", url = "" }: IncomingMessage): Problem | null {
  if (!METHODS_OF_NEXT.has(method)) return toMethodProblem(method);
  if (url.length > MAX_URL_CHARS) {
    return { kind: "bad-parameter", detail: `The address is longer than ${MAX_URL_CHARS} characters.` };
  }
  const path = url.split("?")[0] ?? "";
  // Next would redirect these, or answer with a page.
  if (!/^\/api(?:\/[^/]+)*$/.test(path)) return toUnknownPath(path);
  if (isDecodable(path)) return null;
  return { kind: "bad-parameter", detail: "The path is not valid percent-encoded UTF-8." };
}

/** What an API answer may depend on, and what carries a request at all. */
const READ_HEADERS = new Set([
  ...[
    "host",
    "connection",
    "content-length",
    "transfer-encoding",
    "accept-encoding",
    "user-agent",
    "range",
    "if-range",
  ],
  ...[
    "if-match",
    "if-unmodified-since",
    "if-none-match",
    "if-modified-since",
    "x-api-key",
    "authorization",
    "x-forwarded-for",
    "origin",
  ],
  ...["access-control-request-method", "access-control-request-headers"],
]);

/** Takes away every other header: what Next makes of its own ones never reaches an API answer. */
export function dropUnreadHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (!READ_HEADERS.has(name)) delete headers[name];
}

/** Next names its own request fields in Vary; API answers depend on none of them. */
export function trimVary(response: ServerResponse): void {
  onHeaders(response, () => response.setHeader("Vary", "Accept-Encoding"));
}
