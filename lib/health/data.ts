import "server-only";
import { isDatabaseAway } from "@/lib/database-pulse";
import { currentVersion } from "@/lib/dataset/version";
import { db } from "@/lib/db";
import type { Answer } from "@/lib/http/answer";
import { findKeyInUrl } from "@/lib/http/parse";

/** Liveness by answering at all, readiness by asking what every answer needs. */
export async function findHealth(request: Request): Promise<Answer> {
  const problem = findKeyInUrl(request.url);
  if (problem) return problem;
  const database =
    !isDatabaseAway() &&
    (await db().$queryRaw`SELECT 1`.then(
      () => true,
      () => false,
    ));
  const version = await currentVersion().catch(() => null);
  const ready = database && version !== null;
  return {
    status: ready ? 200 : 503,
    body: JSON.stringify({
      status: ready ? "ready" : "unavailable",
      checks: { database: database ? "ok" : "away", dataset: version ? "ok" : "none" },
      dataset_version: version?.version ?? null,
    }),
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  };
}
