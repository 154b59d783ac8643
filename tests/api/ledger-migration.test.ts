import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { rebuildDerivedTables } from "@/lib/import/publish/rebuild-derived";
import { migrate } from "@/server/migrate";
import { PRICE_CORRECTION_HEADER, PRICE_HEADER } from "@/tests/support/corrections";
import { execute } from "@/tests/support/database";
import { importHere, makeFolder, query } from "@/tests/support/import-cli";
import { createDatabase } from "@/tests/support/server";

/** Content of a database of the first edition after two publishes. */
const FIRST_EDITION = `
  INSERT INTO country VALUES ('US', 'United States', 'North America', 'USD'), ('TR', 'Türkiye', 'Asia', 'TRY');
  INSERT INTO source VALUES ('a', 'Source a', 'Someone', 'https://a.example/', 'CC0-1.0', 'Someone');
  INSERT INTO product (slug, name, category, plan, in_basket) VALUES ('x', 'X', 'ai', 'Pro', true);
  INSERT INTO price (product, country, platform, period, amount, currency, source_id, source_url, verified_on)
    VALUES ('x', 'US', 'ios', 'monthly', 12, 'USD', 'a', 'https://a.example/', '2026-02-01'),
      ('x', 'TR', 'ios', 'monthly', NULL, NULL, NULL, NULL, NULL);
  INSERT INTO price_observation VALUES (1, '2026-01-01', 10, 'USD', 'a', 'https://a.example/'),
    (1, '2026-02-01', 12, 'USD', 'a', 'https://a.example/'), (2, '2026-01-01', 99, 'TRY', 'a', 'https://a.example/'),
    (2, '2026-02-01', NULL, NULL, 'a', 'https://a.example/');
  INSERT INTO fx_rate VALUES ('TRY', '2026-01-01', 'a', 0.03);
  INSERT INTO dataset_version (version, published_at, data_date, prices, products, countries, ended_series)
    VALUES ('2026-01-01.1', '2026-01-02', '2026-01-01', 2, 1, 2, 0), ('2026-02-01.2', '2026-02-02', '2026-02-01', 1, 1, 1, 1)`;

const OBSERVATIONS =
  "SELECT price_id, observed_on, amount, currency, source_id, source_url FROM price_observation ORDER BY 1, 2";

test("a database of the first edition keeps every row, and its ledger begins with its newest version", async () => {
  await using database = await createDatabase("template0");
  await using folder = await makeFolder();
  const [first = ""] = (await readdir("prisma/migrations")).sort();
  await migrate(database.url, { only: new Set([first]) });
  await execute(database.url, FIRST_EDITION);
  const before = await query(database.url, OBSERVATIONS);
  await migrate(database.url);
  expect(await query(database.url, OBSERVATIONS)).toEqual(before);
  expect(
    await query(
      database.url,
      "SELECT DISTINCT recorded_in FROM price_observation UNION SELECT recorded_in FROM fx_rate",
    ),
  ).toEqual([["2"]]);
  const versions = "SELECT version, in_ledger, added, corrected, redacted FROM dataset_version ORDER BY id";
  expect(await query(database.url, versions)).toEqual([
    ["2026-01-01.1", "f", "null", "null", "null"],
    ["2026-02-01.2", "t", "null", "null", "null"],
  ]);

  await rebuildDerivedTables(database.url, () => {});
  const [newest] = (await query(database.url, "SELECT max(id) FROM dataset_version")).flat();
  const kept =
    "SELECT record ->> 'name', recorded_in FROM reference_record WHERE table_name = 'product' AND superseded_in IS NULL";
  expect(await query(database.url, kept)).toMatchObject([["X", expect.stringMatching(/^[23]$/)]]);
  const corrections = [
    [PRICE_HEADER, "x,US,ios,monthly,14,USD,2026-03-01,a,https://a.example/"],
    [PRICE_CORRECTION_HEADER, "x,US,ios,monthly,2026-02-01,withdraw,,,source_error,,,"],
  ];
  for (const lines of corrections)
    expect(await importHere(database.url, [await folder.write("c.csv", lines.join("\n"))], true)).toMatchObject({
      code: 0,
    });
  const superseded = "SELECT observed_on, amount, recorded_in, superseded_in FROM superseded_observation";
  expect(await query(database.url, superseded)).toEqual([["2026-02-01", "12.0000", "2", String(Number(newest) + 2)]]);
});
