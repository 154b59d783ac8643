import "server-only";
import type { z } from "zod";
import type { getHealth } from "@/app/api/health/contract";
import { isStoreUnavailable } from "@/lib/access/limits/limiter";
import { BodyReply } from "@/lib/api/endpoint";
import { db } from "@/lib/platform/db";
import { isStopping } from "@/lib/platform/lifecycle";
import { processSingleton } from "@/lib/platform/process-singleton";
import { currentVersion } from "@/lib/versions/current";

/**
 * `?probe=live` does not ping the database. Stays ready without the rate-limit store, because this process then
 * counts.
 */
export async function findHealth({ probe }: z.infer<typeof getHealth.query>): Promise<BodyReply> {
  if (probe === "live") return toReply(true, { status: "live" });
  const database = await pingDatabase();
  const version = await currentVersion().catch(() => null);
  const ready = database && version !== null && !isStopping();
  return toReply(ready, {
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

/** Concurrent probes share one query, because they are not rate-limited. */
export function pingDatabase(): Promise<boolean> {
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

function toReply(isGood: boolean, body: object): BodyReply {
  const options = isGood ? {} : { status: 503, headers: { "Retry-After": "5" } };
  return new BodyReply("application/json; charset=utf-8", JSON.stringify(body), options);
}
