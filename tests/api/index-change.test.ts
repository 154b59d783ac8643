import { expect, test } from "vitest";
import { importHere, makeFolder, OF_NEWEST, query } from "@/tests/support/import-cli";
import { createDatabase } from "@/tests/support/server";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const SOURCE = "opentherank-2026-09-30,https://opentherank.com/";

async function readEgypt(url: string) {
  const rows = await query(
    url,
    `SELECT v.version, i.pct_vs_us, i.basket_size, i.previous_version, i.change_products, i.change_from_pct, i.change_to_pct
     FROM median_index i JOIN dataset_version v ON v.id = i.version_id WHERE i.country = 'EG' AND i.tax_view = 'shown' ORDER BY v.id`,
  );
  return rows.map(([version, pct, basket, previous, common, from, to]) => {
    return { version, pct, basket, previous, common, from, to };
  });
}

const findCheapest = async (url: string, count: number): Promise<string[]> =>
  (
    await query(
      url,
      `SELECT p.product FROM price p JOIN product t ON t.version_id = p.version_id AND t.slug = p.product
       WHERE p.${OF_NEWEST} AND p.country = 'EG' AND p.platform = 'ios' AND p.period = 'monthly' AND t.in_basket
         AND p.pct_vs_us IS NOT NULL ORDER BY p.pct_vs_us, p.product LIMIT ${count}`,
    )
  ).flat();

test("the change of a median is told only where the basket has the same products in both versions", async () => {
  await using folder = await makeFolder();
  await using database = await createDatabase("small");
  const gone = await findCheapest(database.url, 20);
  expect(gone).toHaveLength(20);
  const ended = await folder.write(
    "ended.csv",
    [HEADER, ...gone.map((slug) => `${slug},EG,ios,monthly,,,2026-10-15,${SOURCE}`)].join("\n"),
  );
  expect(await importHere(database.url, [ended], true)).toMatchObject({ code: 0 });
  const [first, second] = await readEgypt(database.url);
  expect(Number(second?.basket)).toBeLessThan(Number(first?.basket));
  expect(second?.pct).not.toBe(first?.pct);
  expect(second).toMatchObject({ previous: "null", common: "null", from: "null", to: "null" });

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
