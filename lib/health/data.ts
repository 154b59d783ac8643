import "server-only";
import { isDatabaseAway } from "@/lib/database-pulse";
import { currentVersion } from "@/lib/dataset/version";
import { db } from "@/lib/db";
import type { Answer } from "@/lib/http/answer";
import { readSearch } from "@/lib/http/connection";
import { parseQuery, toBadQuery } from "@/lib/http/parse";
import { isStopping } from "@/lib/lifecycle";
import { isStoreAway } from "@/lib/limits/limiter";
import { HealthQuery } from "./schema";

/**
 * Readiness, by asking what every answer needs; with `?probe=live` only liveness, which answering shows. A store of
 * the limits that is away is told and takes no readiness: each process then counts by itself.
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
      limits: isStoreAway() ? "away" : "ok",
    },
    dataset_version: version?.version ?? null,
  });
}

async function askDatabase(): Promise<boolean> {
  if (isDatabaseAway()) return false;
  return db().$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
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
