import { expect, test } from "vitest";
import { generateDataset } from "@/tests/bench/data/generate";
import { importHere, query } from "@/tests/support/import-cli";
import { makeDataDir } from "@/tests/support/scratch";
import { newSender } from "@/tests/support/sender";
import { createDatabase, startServer } from "@/tests/support/server";
import { siteReads } from "@/tests/support/site-reads";

/** A session tells what it read when it ends. All are told to end before the first is waited for, which takes 100 ms each. */
const END_SESSIONS = ["pid", "pid, 5000"].map(
  (terms) => `
    SELECT pg_terminate_backend(${terms}) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`,
);
const READ = `
  SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables
  WHERE relname IN ('price', 'price_observation') ORDER BY relname`;
/** Rows of a full page, 50 products with 6 prices each; where there are fewer products, pages are not full. */
const FULL_PAGE_ROWS = 300;
const MOST_GROWTH = 1.2;

/** Measurements of one page: it reads twice when a session that it was about to use was ended. */
const TRIES = 3;

/** Rows that were read, by table. */
type Rows = Map<string, number>;

/** Site on so many prices; `count(name)` reads one of its addresses and returns the rows that were read for it. */
async function openSite(prices: number) {
  const database = await createDatabase("migrated");
  await using scratch = await makeDataDir();
  const files = await generateDataset({ prices, history: 2 * prices, seed: 1 }, scratch.dir);
  expect(await importHere(database.url, files, true)).toMatchObject({ code: 0 });
  // Reads of an index alone are counted as reads of the table until its pages are marked as visible to all. VACUUM leaves
  // out what was committed and not written yet, and the cluster of the tests commits asynchronously.
  await query(database.url, "CHECKPOINT");
  await query(`${database.url}?options=-c%20synchronous_commit%3Don`, "VACUUM");
  const hidden =
    "SELECT relname FROM pg_class WHERE relname IN ('price', 'price_observation') AND relallvisible < relpages";
  expect(await query(database.url, hidden), "tables whose pages are not marked").toEqual([]);
  const server = await startServer({ DATABASE_URL: database.url, CACHE_MB: "0" });
  const readTotals = async (): Promise<Rows> => {
    for (const statement of END_SESSIONS) await query(database.url, statement);
    return new Map((await query(database.url, READ)).map(([table = "", rows]) => [table, Number(rows)]));
  };
  const fresh = await readTotals();
  const reads = await siteReads(server.url, "service-000007");
  let totals = await readTotals();
  const first = subtract(totals, fresh);
  const count = async (name: string): Promise<Rows> => {
    let tries = 0;
    const read = async () => {
      // Leaves out what a try before this one read.
      if (tries++ > 0) totals = await readTotals();
      const headers = { "x-forwarded-for": newSender() };
      const response = await fetch(server.url + reads[name], { redirect: "manual", headers });
      await response.arrayBuffer();
      return response.status;
    };
    // A machine that is busy answers 503 now and then.
    await expect.poll(read, { message: name, timeout: 30_000 }).toBeLessThan(name === "not_found" ? 405 : 400);
    const before = totals;
    totals = await readTotals();
    return subtract(totals, before);
  };
  const close = async () => {
    await server[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  };
  return { names: Object.keys(reads), first, count, [Symbol.asyncDispose]: close };
}

function subtract(after: Rows, before: Rows): Rows {
  return new Map([...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]));
}

/** Says what grew; empty when nothing did. */
function listGrowth(name: string, few: Rows, many: Rows): string[] {
  return [...many].flatMap(([table, rows]) => {
    const least = few.get(table) ?? 0;
    return rows > MOST_GROWTH * Math.max(least, FULL_PAGE_ROWS) ? [`${name}: ${table} ${least} to ${rows}`] : [];
  });
}

test("what pages, feeds and calls read of prices and of observations does not grow with all of them", {
  timeout: 400_000,
}, async () => {
  await using few = await openSite(10_000);
  await using many = await openSite(40_000);
  const grown = listGrowth("first visits", few.first, many.first);
  for (const name of many.names) {
    let growth: string[] = [];
    for (let tries = 0; tries < TRIES && (tries === 0 || growth.length > 0); tries++) {
      const rows = await many.count(name);
      if (name === "api_prices") expect(rows.get("price"), "prices that a list shows are read").toBeGreaterThan(0);
      growth = listGrowth(name, await few.count(name), rows);
    }
    grown.push(...growth);
  }
  expect(grown.join("\n")).toBe("");
});
