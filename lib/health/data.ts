import "server-only";
import { isStoreUnavailable } from "@/lib/access/limits/limiter";
import type { Answer } from "@/lib/api/handle";
import { parseQuery, toBadQuery } from "@/lib/api/query";
import { readSearch } from "@/lib/api/request-context";
import { currentVersion } from "@/lib/dataset/version";
import { isDatabaseUnavailable } from "@/lib/platform/database-health";
import { db } from "@/lib/platform/db";
import { isStopping } from "@/lib/platform/lifecycle";
import { processSingleton } from "@/lib/platform/process-singleton";
import { HealthQuery } from "./schema";

/**
 * Readiness: pings the database that every answer needs; with `?probe=live` only liveness, which any answer proves.
 * Reports an unreachable rate-limit store; the service stays ready, because limits fall back to counts of this process.
 */
export async function findHealth(request: Request): Promise<Answer> {
  const query = parseQuery(readSearch(request), HealthQuery, { products: [], categories: [] });
  if (!query.ok) return toBadQuery(query.errors);
  if (query.value.probe === "live") return toAnswer(true, { status: "live" });
  const database = await askDatabase();
  const version = await currentVersion().catch(() => null);
  const ready = database && version !== null && !isStopping();
  return toAnswer(ready, {
    status: ready ? "ready" : isStopping() ? "stopping" : "unavailable",
    checks: {
      database: database ? "ok" : "away",
      dataset: version ? "ok" : "none",
      limits: isStoreUnavailable() ? "away" : "ok",
    },
    dataset_version: version?.version ?? null,
  });
}

const check = processSingleton("health-check", () => ({ running: null as Promise<boolean> | null }));

/**
 * Shares one query among all concurrent probes: probes are not rate-limited, and must not use up the connections of
 * other requests.
 */
function askDatabase(): Promise<boolean> {
  if (isDatabaseUnavailable()) return Promise.resolve(false);
  check.running ??= db().$queryRaw`SELECT 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      check.running = null;
    });
  return check.running;
}

function toAnswer(isGood: boolean, body: object): Answer {
  return {
    status: isGood ? 200 : 503,
    body: JSON.stringify(body),
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(isGood ? {} : { "Retry-After": "5" }),
    },
  };
}
