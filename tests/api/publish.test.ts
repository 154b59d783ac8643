import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Price } from "@/lib/catalogue/prices/schema";
import { page } from "@/lib/contract/envelope";
import { importFiles } from "@/lib/import/import-files";
import { get } from "../support/api";
import { importHere, makeFolder } from "../support/import-cli";
import { createDatabase, startServer } from "../support/server";

const Page = page(Price);
const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const ROW =
  "netflix,TR,ios,monthly,319.99,TRY,2026-10-15,opentherank-2026-09-30,https://opentherank.com/streaming-pricing/netflix/";

test("a publish shows within two seconds, in records, version and ETag, and ends the old 304", async () => {
  await using database = await createDatabase("bundled");
  await using server = await startServer({ DATABASE_URL: database.url });
  const path = "/api/prices?product=netflix&country=TR&platform=ios";
  const read = (headers = {}) => get(path, { base: server.url, headers });
  const before = await read();
  expect(before.body).toMatchObject({ data: [{ amount: 289.99 }], meta: { dataset_version: "2026-09-29.2" } });

  const folder = await mkdtemp(join(tmpdir(), "price-atlas-publish-"));
  await writeFile(join(folder, "prices.csv"), `${HEADER}\n${ROW}\n`);
  await importFiles({ files: [join(folder, "prices.csv")], importedBy: "test", connectionString: database.url });
  const published = Date.now();
  await rm(folder, { recursive: true });

  await expect
    .poll(() => read(), { timeout: 2_000, interval: 50 })
    .toMatchObject({
      body: { data: [{ amount: 319.99, verified_on: "2026-10-15" }], meta: { dataset_version: "2026-10-15.3" } },
    });
  const old = { "if-none-match": before.headers.get("etag") ?? "" };
  await expect
    .poll(() => read(old), { timeout: 2_000 - (Date.now() - published), interval: 50 })
    .toMatchObject({ status: 200 });
});

test("lists follow a publish in which series begin and end", async () => {
  await using database = await createDatabase("bundled");
  await using server = await startServer({ DATABASE_URL: database.url });
  await using folder = await makeFolder();
  const read = async () => Page.parse((await get("/api/prices?country=TR&page_size=200", { base: server.url })).body);
  const before = await read();
  const rows = ["netflix,TR,ios,monthly,,", "netflix,TR,web,yearly,100,TRY", "netflix,AQ,web,yearly,9,USD"].map(
    (row) => `${row},2026-10-15,opentherank-2026-09-30,https://opentherank.com/streaming-pricing/netflix/`,
  );
  const file = await folder.write("prices.csv", [HEADER, ...rows].join("\n"));
  expect(await importHere(database.url, [file], true)).toMatchObject({ code: 0 });
  await expect.poll(read, { timeout: 5_000, interval: 50 }).toMatchObject({
    meta: { dataset_version: "2026-10-15.3" },
    pagination: { total_items: before.pagination.total_items },
  });
  const series = (await read()).data.map(({ product, platform, period }) => `${product} ${platform} ${period}`);
  expect(series).toContain("netflix web yearly");
  expect(series).not.toContain("netflix ios monthly");
});
