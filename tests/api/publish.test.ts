import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importFiles } from "@/lib/import/import-files";
import { get } from "../support/api";
import { importHere, makeFolder, query } from "../support/import-cli";
import { createDatabase, startServer } from "../support/server";

/** Sub-queries of one reading of the current prices' columns. */
const READS_OF_COLUMNS = 9;

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const ROW =
  "netflix,TR,ios,monthly,319.99,TRY,2026-10-15,opentherank-2026-09-30,https://opentherank.com/streaming-pricing/netflix/";

test("a publish shows within two seconds, in records, version and ETag, and ends the old 304", async () => {
  await using database = await createDatabase("bundled");
  await using server = await startServer({ DATABASE_URL: database.url });
  const path = "/api/prices?product=netflix&country=TR&platform=ios";
  const read = (headers = {}) => get(path, { base: server.url, headers });
  const before = await read();
  expect(before.body).toMatchObject({ data: [{ amount: 289.99 }], meta: { dataset_version: "2026-09-29.1" } });

  const folder = await mkdtemp(join(tmpdir(), "price-atlas-publish-"));
  await writeFile(join(folder, "prices.csv"), `${HEADER}\n${ROW}\n`);
  await importFiles({ files: [join(folder, "prices.csv")], importedBy: "test", connectionString: database.url });
  const published = Date.now();
  await rm(folder, { recursive: true });

  await expect
    .poll(() => read(), { timeout: 2_000, interval: 50 })
    .toMatchObject({
      body: { data: [{ amount: 319.99, verified_on: "2026-10-15" }], meta: { dataset_version: "2026-10-15.2" } },
    });
  const old = { "if-none-match": before.headers.get("etag") ?? "" };
  await expect
    .poll(() => read(old), { timeout: 2_000 - (Date.now() - published), interval: 50 })
    .toMatchObject({ status: 200 });
});

/** Times that anybody read the columns of prices in a database. Statistics come a second late. */
async function countReads(url: string): Promise<number> {
  const [row] = await query(
    url,
    "SELECT coalesce(seq_scan, 0) + coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE relname = 'price_column'",
  );
  return Number(row?.[0]);
}

test("what was read of the version before is read again after a publish, before anybody asks", async () => {
  await using database = await createDatabase("bundled");
  await using unserved = await createDatabase("bundled");
  await using folder = await makeFolder();
  const file = await folder.write("prices.csv", `${HEADER}\n${ROW}\n`);
  await using server = await startServer({ DATABASE_URL: database.url });
  expect((await get("/api/prices?platform=ios", { base: server.url })).status).toBe(200);
  await expect.poll(() => countReads(database.url)).toBeGreaterThan(0);
  for (const { url } of [unserved, database]) expect(await importHere(url, [file])).toMatchObject({ code: 0 });
  await expect.poll(() => countReads(unserved.url)).toBeGreaterThan(0);
  // By the import itself, by the first request, and once more.
  await expect
    .poll(async () => (await countReads(database.url)) - (await countReads(unserved.url)), { timeout: 15_000 })
    .toBeGreaterThan(READS_OF_COLUMNS);
});
