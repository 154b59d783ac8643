import "server-only";
import { log } from "@/lib/log";
import { connection } from "./connection";
import { toProblem } from "./failure";
import type { Problem } from "./problem";

/**
 * Writes down a failure, with what it came from only where it is a fault of ours: that the database is away needs no
 * stack. Returns the problem that it is to the caller.
 */
export function noteFailure(error: unknown, where: Record<string, string>): Problem {
  const problem = toProblem(error);
  const request = connection.getStore();
  if (request) request.failure = problem.kind;
  if (problem.kind === "unavailable") log().warn({ ...where, reason: problem.detail }, problem.kind);
  else log().error({ ...where, error: error instanceof Error ? error.stack : String(error) }, problem.kind);
  return problem;
}
