import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, pool } from "@/lib/platform/db";
import { get } from "@/tests/support/api";
import { type Cuttable, makeCuttable } from "@/tests/support/cuttable";
import { databaseUrl, startServer } from "@/tests/support/server";

let way: Cuttable;
beforeAll(async () => {
  way = await makeCuttable(databaseUrl);
  vi.stubEnv("DATABASE_URL", way.url);
  vi.stubEnv("DATABASE_TIMEOUT_SECONDS", undefined);
});
afterAll(async () => {
  await closeDatabase();
  await way[Symbol.asyncDispose]();
});

// Simulates a slow download: the process must survive the lost connection, and its holder must see an error.
test("a connection that is lost between two queries of its holder fails the next one, and nothing else", async () => {
  const client = await pool().connect();
  await client.query("BEGIN");
  way.cut();
  await sleep(100);
  await expect(client.query("SELECT 1")).rejects.toThrow();
  client.release(true);
  way.restore();
  await expect
    .poll(() =>
      pool()
        .query("SELECT 1")
        .then(({ rowCount }) => rowCount)
        .catch(() => 0),
    )
    .toBe(1);
});

// PgBouncer refuses other parameters.
const START_PARAMETERS = ["application_name", "client_encoding", "database", "user"];

test("a server has connections open before it listens, none with parameters that a pooler refuses, and reads are bounded", async () => {
  await using recorded = await makeCuttable(databaseUrl);
  await using server = await startServer({ DATABASE_URL: recorded.url });
  const names = () => recorded.startParameters.map((parameters) => parameters.application_name);
  expect(names().filter((name) => name === "price-atlas").length).toBeGreaterThanOrEqual(4);
  expect((await get("/api/prices?country=TR", { base: server.url })).status).toBe(200);
  expect((await get("/api/export?dataset=index&format=csv", { base: server.url })).status).toBe(200);
  for (const name of ["price-atlas", "price-atlas-export", "price-atlas-migrate"]) expect(names()).toContain(name);
  expect([...new Set(recorded.startParameters.flatMap(Object.keys))].sort()).toEqual(START_PARAMETERS);
  await expect
    .poll(async () => (await pool().query("SHOW statement_timeout")).rows[0])
    .toEqual({ statement_timeout: "5s" });
});
