import "server-only";
import { log } from "@/lib/platform/log";
import { toProblem } from "./failure";
import type { Problem } from "./problem";
import { requestContext } from "./request-context";

/**
 * Writes down a failure, with what it came from only where it is a fault of ours: that the database is away needs no
 * stack. Returns the problem that it is to the caller.
 */
export function logFailure(error: unknown, where: Record<string, string>): Problem {
  const problem = toProblem(error);
  const request = requestContext.getStore();
  const reference = findDigest(error) ?? request?.requestId;
  // What a page threw first is the cause of what followed.
  if (request && request.failure === undefined) Object.assign(request, { failure: problem.kind, reference });
  if (problem.kind === "bad-parameter") log().info({ ...where, reason: problem.detail }, problem.kind);
  else if (problem.kind === "unavailable") log().warn({ ...where, reference, reason: problem.detail }, problem.kind);
  else log().error({ ...where, reference, error: error instanceof Error ? error.stack : String(error) }, problem.kind);
  return problem;
}

/** What Next names an error of a page by. */
function findDigest(error: unknown): string | undefined {
  return error instanceof Error && "digest" in error && typeof error.digest === "string" ? error.digest : undefined;
}
