import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { type Admission, admitCaller, type Caller, refuse } from "@/lib/api/admit";
import { toProblem } from "@/lib/api/failure";
import { type Problem, writeProblem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { commonHeaders, toMethodProblem } from "@/lib/api/serve";
import { toUnknownPath } from "@/lib/api/unknown-path";
import { isDecodable } from "./malformed";

const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Refuses what is no call of the API: methods it does not know, addresses that are none, and those that are too long,
 * which `excess` says. Returns whether it did.
 */
export async function refuseCall(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  excess: string | null,
): Promise<boolean> {
  const fault: Problem | null = excess === null ? findProblem(request) : { kind: "bad-parameter", detail: excess };
  if (fault === null) return false;
  const admission = await admitCaller(toCaller(request.headers, request.socket.remoteAddress), 1).catch(
    (error: unknown): Pick<Admission, "headers" | "problem"> => ({ headers: {}, problem: toProblem(error) }),
  );
  const problem = refuse(admission, admission.problem ?? fault);
  context.route = "/api/*";
  const reply = writeProblem(problem, context.requestId, commonHeaders(context.requestId));
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
  if (!METHODS.has(method)) return toMethodProblem(method);
  const path = url.split("?")[0] ?? "";
  if (!/^\/api(?:\/[^/]+)*$/.test(path)) return toUnknownPath(path);
  if (isDecodable(path)) return null;
  return { kind: "bad-parameter", detail: "The path is not valid percent-encoded UTF-8." };
}
