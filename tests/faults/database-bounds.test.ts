import { expect, test, vi } from "vitest";
import { closeDatabase, pool } from "@/lib/platform/db";
import { query } from "@/tests/support/import-cli";
import { recordPromise } from "@/tests/support/report-promise";
import { createDatabase } from "@/tests/support/server";

const MAX = 3;

/** Time in ms until the refusal, and its reason. */
async function refuse(work: Promise<unknown>): Promise<{ afterMs: number; error: unknown }> {
  const startedAt = performance.now();
  const error = await work.then(
    () => new Error("was not refused"),
    (reason: unknown) => reason,
  );
  return { afterMs: Math.round(performance.now() - startedAt), error };
}

test("connections are bounded, and neither waiting for one nor a statement lasts for ever", async () => {
  await using database = await createDatabase("template0");
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("DATABASE_POOL_MAX", String(MAX));
  const held = await Promise.all(Array.from({ length: MAX }, () => pool().connect()));
  try {
    const [connecting, stating] = await Promise.all([
      refuse(pool().connect()),
      refuse(Promise.resolve(held[0]?.query("SELECT pg_sleep(60)"))),
    ]);
    expect(connecting.error).toMatchObject({ message: "timeout exceeded when trying to connect" });
    // 57014: the server cancelled the query, so nothing continues there.
    expect(stating.error).toMatchObject({ code: "57014" });
    const counted =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1";
    expect(await query(database.url, counted, ["price-atlas"])).toEqual([[String(MAX)]]);
    recordPromise({
      promise: "Database: connections bounded, 2 s to get one, 5 s for a statement",
      test: "tests/faults/database-bounds.test.ts",
      figure: `${MAX} of ${MAX} connections in use: the next caller refused after ${connecting.afterMs} ms; a statement of 60 s ended after ${stating.afterMs} ms`,
    });
  } finally {
    for (const client of held) client.release(true);
    await closeDatabase();
  }
}, 60_000);
