import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, pool } from "@/lib/db";
import { type Cuttable, makeCuttable } from "@/tests/support/cuttable";
import { databaseUrl } from "@/tests/support/server";

let way: Cuttable;
beforeAll(async () => {
  way = await makeCuttable(databaseUrl);
  vi.stubEnv("DATABASE_URL", way.url);
});
afterAll(async () => {
  await closeDatabase();
  await way[Symbol.asyncDispose]();
});

// As while a download is read slowly: the process must outlive it, and whoever holds the connection hears of it.
test("a connection that is lost between two queries of its holder fails the next one, and nothing else", async () => {
  const client = await pool().connect();
  await client.query("BEGIN");
  way.cut();
  await sleep(100);
  await expect(client.query("SELECT 1")).rejects.toThrow();
  client.release(true);
  way.restore();
  await expect
    .poll(
      () =>
        pool()
          .query("SELECT 1")
          .then(({ rowCount }) => rowCount)
          .catch(() => 0),
      { timeout: 10_000 },
    )
    .toBe(1);
});
