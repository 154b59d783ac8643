import { expect, test } from "vitest";
import type { z } from "zod";
import { Price } from "@/lib/catalogue/prices/schema";
import { page } from "@/lib/contract/envelope";
import { get } from "../support/api";
import { execute } from "../support/database";
import { importHere, makeFolder, query } from "../support/import-cli";
import { createDatabase, startServer } from "../support/server";

const Page = page(Price);
/** Lists that a process of an older release reads, which goes on beside this one and after a way back. */
const OLDER_LISTS = `
  SELECT product || ' ' || country || ' ' || p.platform || ' ' || p.period FROM price_list
  CROSS JOIN unnest(price_ids) WITH ORDINALITY AS of_part (id, number) JOIN price p ON p.id = of_part.id
  WHERE list = $1 ORDER BY part, number`;

test("the lists that an older release reads are those of the calls, in parts of 200, and its imports leave them so", async () => {
  await using database = await createDatabase("bundled");
  const lists = {
    "* * *": "",
    "TR * *": "country=TR",
    "* ios yearly": "platform=ios&period=yearly",
    "US web *": "country=US&platform=web",
  };
  const seriesOf = ({ product, country, platform, period }: z.infer<typeof Price>) =>
    [product, country, platform, period].join(" ");
  const check = async () => {
    for (const [list, search] of Object.entries(lists))
      expect((await query(database.url, OLDER_LISTS, [list])).flat(), list).toEqual(
        (await readAll(search, 200)).map(seriesOf),
      );
  };
  await check();
  const uneven =
    "SELECT list FROM price_list GROUP BY list HAVING count(*) FILTER (WHERE cardinality(price_ids) < 200) > 1 OR max(part) <> count(*) - 1";
  expect(await query(database.url, uneven)).toEqual([]);
  await execute(
    database.url,
    "DELETE FROM price_list; INSERT INTO price_list (list, part, price_ids) VALUES ('TR * *', 0, '{1}')",
  );
  await check();
}, 60_000);

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const row = (series: string, amount: string) =>
  `${series},${amount},2026-10-15,opentherank-2026-09-30,https://opentherank.com/streaming-pricing/netflix/`;

test("lists follow a publish in which series begin and end", async () => {
  await using database = await createDatabase("bundled");
  await using server = await startServer({ DATABASE_URL: database.url });
  await using folder = await makeFolder();
  const count = async () => Page.parse((await get("/api/prices?country=TR&page_size=200", { base: server.url })).body);
  const before = await count();
  const rows = [
    row("netflix,TR,ios,monthly", ","),
    row("netflix,TR,web,yearly", "100,TRY"),
    row("netflix,AQ,web,yearly", "9,USD"),
  ];
  const file = await folder.write("prices.csv", [HEADER, ...rows].join("\n"));
  expect(await importHere(database.url, [file], true)).toMatchObject({ code: 0 });
  await expect.poll(count, { timeout: 5_000, interval: 50 }).toMatchObject({
    meta: { dataset_version: "2026-10-15.2" },
    pagination: { total_items: before.pagination.total_items },
  });
  const series = (await count()).data.map(({ product, platform, period }) => `${product} ${platform} ${period}`);
  expect(series).toContain("netflix web yearly");
  expect(series).not.toContain("netflix ios monthly");
});

/** Every price there is, as pages of the largest size give them. */
async function readAll(search: string, size: number): Promise<z.infer<typeof Price>[]> {
  const read = async (number: number) =>
    Page.parse((await get(`/api/prices?${search}${search && "&"}page=${number}&page_size=${size}`)).body);
  const first = await read(1);
  const { total_pages, total_items } = first.pagination;
  const all = [...first.data];
  for (let number = 2; number <= total_pages; number += 1) all.push(...(await read(number)).data);
  expect(all).toHaveLength(total_items);
  return all;
}

test("every filter, alone and with others, leaves the same prices in the same order at any page size", async () => {
  const everything = await readAll("", 200);
  const filters: Partial<Price>[] = [
    { country: "US" },
    { platform: "ios" },
    { period: "yearly" },
    { platform: "web", period: "monthly" },
    { country: "TR", platform: "ios" },
    { country: "TR", period: "monthly" },
    { country: "US", platform: "ios", period: "monthly" },
    { product: "netflix" },
    { product: "netflix", country: "TR" },
    { product: "netflix", platform: "ios", period: "monthly" },
    { product: "netflix", country: "US", platform: "web", period: "weekly" },
  ];
  for (const filter of filters) {
    const wanted = everything.filter((price) =>
      Object.entries(filter).every(([name, value]) => price[name as keyof Price] === value),
    );
    for (const size of [67, 200])
      expect(await readAll(new URLSearchParams(filter as Record<string, string>).toString(), size)).toEqual(wanted);
  }
}, 60_000);
