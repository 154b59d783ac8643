import { expect, test } from "vitest";
import { rebuildDerivedTables } from "@/lib/import/publish/rebuild-derived";
import { execute } from "@/tests/support/database";
import { importHere, makeFolder, query } from "@/tests/support/import-cli";
import { createDatabase } from "@/tests/support/server";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const SOURCE = "opentherank-2026-09-30,https://opentherank.com/";

async function readEgypt(url: string) {
  const rows = await query(
    url,
    `SELECT v.version, i.pct_vs_us, i.basket_size, i.previous_version, i.change_products, i.change_from_pct, i.change_to_pct
     FROM country_index i JOIN dataset_version v ON v.id = i.version_id WHERE i.country = 'EG' ORDER BY v.id`,
  );
  return rows.map(([version, pct, basket, previous, common, from, to]) => {
    return { version, pct, basket, previous, common, from, to };
  });
}

/** The `count` products of the basket that are furthest below the US in Egypt. */
const findCheapest = async (url: string, count: number): Promise<string[]> =>
  (
    await query(
      url,
      `SELECT product FROM (
         SELECT key AS product, value::float8 AS pct FROM country_index i, jsonb_each(i.relatives)
         WHERE i.country = 'EG' AND i.version_id = (SELECT max(id) FROM dataset_version)
       ) AS relative JOIN price p USING (product) WHERE p.country = 'EG' AND p.platform = 'ios' AND p.period = 'monthly'
       ORDER BY pct, product LIMIT ${count}`,
    )
  ).flat();

test("products that leave the basket move the median, but not the change, which is told on products of both versions", async () => {
  await using folder = await makeFolder();
  await using database = await createDatabase("bundled");
  const gone = await findCheapest(database.url, 20);
  expect(gone).toHaveLength(20);
  const ended = await folder.write(
    "ended.csv",
    [HEADER, ...gone.map((slug) => `${slug},EG,ios,monthly,,,2026-10-15,${SOURCE}`)].join("\n"),
  );
  expect(await importHere(database.url, [ended], true)).toMatchObject({ code: 0 });
  const [first, second] = await readEgypt(database.url);
  expect(second).toMatchObject({ previous: first?.version, common: second?.basket });
  expect(Number(second?.basket)).toBeLessThan(Number(first?.basket));
  expect(second?.pct).not.toBe(first?.pct);
  expect(second?.from).toBe(second?.to);
  expect(second?.to).toBe(second?.pct);

  const dearer = await findCheapest(database.url, 60);
  const raised = await folder.write(
    "raised.csv",
    [HEADER, ...dearer.map((slug) => `${slug},EG,ios,monthly,9999,EGP,2026-10-16,${SOURCE}`)].join("\n"),
  );
  expect(await importHere(database.url, [raised], true)).toMatchObject({ code: 0 });
  const third = (await readEgypt(database.url))[2];
  expect(third).toMatchObject({ previous: second?.version, common: second?.basket, from: second?.pct, to: third?.pct });
  expect(Number(third?.to)).toBeGreaterThan(Number(third?.from));
});

test("the export of all versions has the rows of each, and what an older release left out is empty there", async () => {
  await using folder = await makeFolder();
  await using database = await createDatabase("bundled");
  // As the first edition stored it.
  await execute(
    database.url,
    "UPDATE country_index SET median_low = NULL, median_high = NULL, relatives = NULL, model_se = NULL; DELETE FROM level_difference; DELETE FROM derived_table WHERE name = 'country_index'",
  );
  await rebuildDerivedTables(database.url, () => {});
  const rows = await query(
    database.url,
    "SELECT count(*), count(median_low) FROM country_index WHERE status = 'published'",
  );
  expect(rows, "the newest version is computed again at the start").toEqual([["18", "18"]]);
  expect(await query(database.url, "SELECT count(*) FROM level_difference")).toEqual([["153"]]);

  await execute(database.url, "UPDATE country_index SET median_low = NULL, relatives = NULL");
  const file = await folder.write("october.csv", `${HEADER}\nnetflix,US,ios,monthly,99,USD,2026-10-15,${SOURCE}\n`);
  expect(await importHere(database.url, [file], true)).toMatchObject({ code: 0 });
  const versions = await query(
    database.url,
    "SELECT version_id, count(median_low), count(change_products) FROM country_index WHERE status = 'published' GROUP BY version_id ORDER BY version_id",
  );
  expect(versions, "an earlier version stays without, and no change is told against it").toEqual([
    ["1", "0", "0"],
    ["2", "18", "0"],
  ]);
});
