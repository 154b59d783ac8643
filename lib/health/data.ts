import "server-only";
import type { z } from "zod";
import { isStoreUnavailable } from "@/lib/access/limits/limiter";
import { BodyReply } from "@/lib/api/endpoint";
import { db } from "@/lib/platform/db";
import { isStopping } from "@/lib/platform/lifecycle";
import { processSingleton } from "@/lib/platform/process-singleton";
import { currentVersion } from "@/lib/versions/current";
import type { getHealth } from "./endpoints";

/**
 * Readiness: pings the database that every answer needs; with `?probe=live` only liveness, which any answer proves.
 * Reports an unreachable rate-limit store; the service stays ready, because limits fall back to counts of this process.
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

/**
 * Tells whether the database answers. Shares one query among all concurrent probes: probes are not rate-limited, and must
 * not use up the connections of other requests.
 */
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
