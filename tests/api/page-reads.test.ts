import { expect, test } from "vitest";
import { generateDataset } from "@/tests/bench/data/generate";
import { importHere, query } from "@/tests/support/import-cli";
import { makeDataDir } from "@/tests/support/scratch";
import { newSender } from "@/tests/support/sender";
import { createDatabase, startServer } from "@/tests/support/server";
import { siteReads } from "@/tests/support/site-reads";

/** A session tells what it read when it ends. */
const END_SESSIONS = `
  SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const READ = `
  SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables
  WHERE relname IN ('price', 'price_observation') ORDER BY relname`;
/** Rows of a full page, 50 products with 6 prices each; where there are fewer products, pages are not full. */
const FULL_PAGE_ROWS = 300;
const MOST_GROWTH = 1.2;

/** Rows of prices and of observations that a page, feed or call reads, by its name and the table's. */
async function countReads(prices: number): Promise<Map<string, number>> {
  await using database = await createDatabase("migrated");
  await using scratch = await makeDataDir();
  const files = await generateDataset({ prices, history: 2 * prices, seed: 1 }, scratch.dir);
  expect(await importHere(database.url, files, true)).toMatchObject({ code: 0 });
  // Reads of an index alone are counted as reads of the table until its pages are marked as visible to all.
  await query(database.url, "VACUUM");
  await using server = await startServer({ DATABASE_URL: database.url, CACHE_MB: "0" });
  const readRows = async () => {
    await query(database.url, END_SESSIONS);
    return (await query(database.url, READ)).map(([table = "", rows]) => [table, Number(rows)] as const);
  };
  const counted = new Map<string, number>();
  let before = new Map(await readRows());
  const count = async (name: string) => {
    const after = await readRows();
    for (const [table, rows] of after) counted.set(`${name}: ${table}`, rows - (before.get(table) ?? 0));
    before = new Map(after);
  };
  const reads = await siteReads(server.url, "service-000007");
  await count("first visits");
  for (const [name, path] of Object.entries(reads)) {
    let tries = 0;
    const read = async () => {
      // Leaves out what a try before this one read.
      if (tries++ > 0) before = new Map(await readRows());
      const headers = { "x-forwarded-for": newSender() };
      const response = await fetch(server.url + path, { redirect: "manual", headers });
      await response.arrayBuffer();
      return response.status;
    };
    // A machine that is busy answers 503 now and then.
    await expect.poll(read, { message: path, timeout: 30_000 }).toBeLessThan(name === "not_found" ? 405 : 400);
    await count(name);
  }
  return counted;
}

test("what pages, feeds and calls read of prices and of observations does not grow with all of them", {
  timeout: 400_000,
}, async () => {
  const [few, many] = [await countReads(10_000), await countReads(40_000)];
  expect(many.get("api_prices: price"), "prices that a list shows are read").toBeGreaterThan(0);
  const grown = [...many].filter(([name, rows]) => rows > MOST_GROWTH * Math.max(few.get(name) ?? 0, FULL_PAGE_ROWS));
  expect(grown.map(([name, rows]) => `${name} ${few.get(name)} to ${rows}`)).toEqual([]);
});
