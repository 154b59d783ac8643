import { expect, test } from "vitest";
import { generateDataset } from "@/tests/bench/data/generate";
import { importHere, query } from "@/tests/support/import-cli";
import { makeDataDir } from "@/tests/support/scratch";
import { newSender } from "@/tests/support/sender";
import { createDatabase, startServer } from "@/tests/support/server";
import { siteReads } from "@/tests/support/site-reads";

const READ = (table: string) =>
  `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables WHERE relname = '${table}'`;

/** Rows that all pages, feeds and calls together read of prices and of observations, each asked for once. */
async function countReads(prices: number) {
  await using database = await createDatabase("migrated");
  await using scratch = await makeDataDir();
  const files = await generateDataset({ prices, history: 2 * prices, seed: 1 }, scratch.dir);
  expect(await importHere(database.url, files, true)).toMatchObject({ code: 0 });
  const count = async (table: string) => Number((await query(database.url, READ(table)))[0]?.[0]);
  const read = async () => ({ price: await count("price"), observation: await count("price_observation") });
  // What a start writes and rebuilds is not what pages read.
  const server = await startServer({ DATABASE_URL: database.url, CACHE_MB: "0" });
  const before = await read();
  for (const path of Object.values(siteReads("service-000007"))) {
    const read = async () => {
      const headers = { "x-forwarded-for": newSender() };
      const response = await fetch(server.url + path, { redirect: "manual", headers });
      await response.arrayBuffer();
      return response.status;
    };
    // A machine that is busy answers 503 now and then.
    await expect.poll(read, { message: path, timeout: 30_000 }).toBeLessThan(500);
  }
  // A session that ends has told what it read.
  await server.stop();
  const after = await read();
  return { price: after.price - before.price, observation: after.observation - before.observation };
}

test("no page, feed or call reads all prices or all observations, and reads of observations do not grow with them", {
  timeout: 400_000,
}, async () => {
  const [few, many] = [await countReads(2_000), await countReads(40_000)];
  expect(many.price, "of 40,000 prices").toBeLessThan(40_000);
  expect(many.observation / few.observation, "with twenty times as many").toBeLessThan(1.5);
});
