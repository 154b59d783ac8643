import type { IncomingMessage, ServerResponse } from "node:http";
import { isDecodable } from "@/lib/api/query";
import { BARE_PROBLEM_HEADERS, endWithProblem, toBareProblem } from "./malformed";
import { removeBodyHeaders, replaceBody } from "./replace-body";

/**
 * Turns every failure below /api/auth into problem details, where Next and next-auth would send a page, bare text or
 * nothing. Answers what is no path there by itself, and returns whether it did.
 */
export function answerAuthProblems({ url = "", method }: IncomingMessage, response: ServerResponse): boolean {
  const path = url.split("?", 1)[0] ?? "";
  // Next would redirect these, or answer with a page.
  if (!/^(?:\/[^/]+)+$/.test(path)) return endWithProblem(response, 404);
  if (!isDecodable(path)) return endWithProblem(response, 400);
  replaceBody(response, () => {
    const { statusCode } = response;
    if (statusCode < 400 || isProblem(response)) return null;
    removeBodyHeaders(response);
    for (const [name, value] of Object.entries(BARE_PROBLEM_HEADERS)) response.setHeader(name, value);
    return method === "HEAD" ? "" : toBareProblem(statusCode);
  });
  return false;
}

function isProblem(response: ServerResponse): boolean {
  return response.getHeader("Content-Type")?.toString().startsWith("application/problem+json") ?? false;
}
