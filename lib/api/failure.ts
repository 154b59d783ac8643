import "server-only";
import { LRUCache } from "lru-cache";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { NoDataset } from "@/lib/versions/current";
import type { Problem } from "./problem";

const AWAY_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EPIPE",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  // Prisma: not reachable, timed out, closed the connection, no connection free.
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2037",
  // PostgreSQL: shutting down, starting up, too many connections, statement timeout, lost connection.
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "57014",
  "08000",
  "08001",
  "08003",
  "08006",
]);
const AWAY_KINDS = new Set(["DatabaseNotReachable", "SocketTimeout", "ConnectionClosed", "TooManyConnections"]);
const AWAY_TEXT =
  /terminat|timeout exceeded when trying to connect|Query read timeout|Can't reach database|not queryable|closed the connection|Unable to start a transaction/i;

export function toProblem(error: unknown): Problem {
  if (error instanceof NoDataset) return unavailable("No dataset has been published yet.");
  if (isDatabaseAway(error)) return unavailable("The database does not answer at the moment.");
  return { kind: "internal-error", detail: "Something failed on our side. Please report the instance." };
}

function unavailable(detail: string): Problem {
  return { kind: "unavailable", detail: `${detail} Please try again shortly.`, headers: { "Retry-After": "5" } };
}

function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { code, originalCode, kind, cause, message, meta } = error as Record<string, unknown>;
  return (
    [code, originalCode].some((value) => typeof value === "string" && AWAY_CODES.has(value)) ||
    (typeof kind === "string" && AWAY_KINDS.has(kind)) ||
    (typeof message === "string" && AWAY_TEXT.test(message)) ||
    isDatabaseAway(cause, depth + 1) ||
    isDatabaseAway(meta, depth + 1) ||
    isDatabaseAway((meta as Record<string, unknown> | undefined)?.driverAdapterError, depth + 1)
  );
}

/** Logs the stack only of our own faults: an unavailable database needs none. */
export function logFailure(error: unknown, where: Record<string, string | undefined>): Problem {
  const problem = toProblem(error);
  if (problem.kind === "unavailable") log().warn({ ...where, reason: problem.detail }, problem.kind);
  else log().error({ ...where, error: error instanceof Error ? error.stack : String(error) }, problem.kind);
  return problem;
}

/** Ids of requests whose page failed because the database was away. Next tells the launcher only that a page failed. */
const away = processSingleton("pages-without-database", () => new LRUCache<string, true>({ max: 1_000 }));

/** Logs the failure, and keeps for `wasDatabaseAway` what the page is to be answered with. */
export function logPageFailure(
  error: unknown,
  where: { requestId: string | undefined; method: string; route: string },
) {
  const { kind } = logFailure(error, where);
  if (where.requestId !== undefined && kind === "unavailable") away.set(where.requestId, true);
}

/** Tells a page that is there again in seconds (503) from a fault of ours (500), even if the database is back by now. */
export const wasDatabaseAway = (requestId: string): boolean => away.has(requestId);
