import { expect, test } from "vitest";
import { generateDataset } from "@/tests/bench/data/generate";
import { importHere, query } from "@/tests/support/import-cli";
import { makeDataDir } from "@/tests/support/scratch";
import { newSender } from "@/tests/support/sender";
import { createDatabase, startServer } from "@/tests/support/server";
import { siteReads } from "@/tests/support/site-reads";

const READ =
  "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables WHERE relname = 'price_observation'";

/** Rows of observations that all pages, feeds and calls together read, each asked for once. */
async function countReads(prices: number) {
  await using database = await createDatabase("migrated");
  await using scratch = await makeDataDir();
  const files = await generateDataset({ prices, history: 2 * prices, seed: 1 }, scratch.dir);
  expect(await importHere(database.url, files, true)).toMatchObject({ code: 0 });
  const count = async () => Number((await query(database.url, READ))[0]?.[0]);
  // What a start writes and rebuilds is not what pages read.
  const server = await startServer({ DATABASE_URL: database.url, CACHE_MB: "0" });
  const before = await count();
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
  return (await count()) - before;
}

test("what pages, feeds and calls read of observations does not grow with all of them", {
  timeout: 400_000,
}, async () => {
  const [few, many] = [await countReads(10_000), await countReads(80_000)];
  expect(many / few, "of eight times as many").toBeLessThan(1.5);
});
