import Big from "big.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "@/server/migrate";
import { describeCatalog } from "../support/catalog";
import { PRICE_CORRECTION_HEADER, PRICE_HEADER } from "../support/corrections";
import { execute, type TestDatabase } from "../support/database";
import { importHere, makeFolder, query } from "../support/import-cli";
import { publishNext } from "../support/publishes";
import { createDatabase } from "../support/server";

const SOURCE = "opentherank-2026-09-30,https://opentherank.com/";
const weekly = (country: string, price: string, day: string) =>
  `netflix,${country},ios,weekly,${price},${day},${SOURCE}`;
/** A new unit of a currency, a change in it, an end with a return, and a price between two readings of others. */
const READINGS = [
  weekly("BG", "13.99,BGN", "2025-12-01"),
  weekly("BG", "7.15,EUR", "2026-01-05"),
  weekly("HR", "75.35,HRK", "2022-12-01"),
  weekly("HR", "12,EUR", "2023-02-01"),
  weekly("HR", ",", "2023-03-01"),
  weekly("HR", "14,EUR", "2023-04-01"),
  weekly("HR", "15,USD", "2023-05-01"),
];
const EARLIER = [weekly("HR", "11,EUR", "2023-01-15"), weekly("HR", "12,EUR", "2023-01-20")];
const CORRECTION = `netflix,HR,ios,weekly,2023-04-01,replace,15,EUR,typing_error,,${SOURCE}`;
/** A reading of the third import, which changed a price. */
const TAKEN = { series: "disney-plus,TR,ios,monthly", day: "2026-10-04", amount: "20.9900" };
const TAKEDOWN = `${TAKEN.series},${TAKEN.day},withdraw,,,licence,,,`;
/** Old units in one of the new one. */
const UNITS = new Map([
  ["BGN EUR", "1.95583"],
  ["HRK EUR", "7.5345"],
]);

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase("small");
  for (const number of [1, 2, 3, 4, 5]) await publishNext(database.url, number);
  await publish(PRICE_HEADER, ...READINGS);
  await publish(PRICE_HEADER, ...EARLIER);
  await publish(PRICE_CORRECTION_HEADER, CORRECTION);
});
afterAll(() => database[Symbol.asyncDispose]());

async function publish(...lines: string[]): Promise<void> {
  await using folder = await makeFolder();
  const file = await folder.write("rows.csv", `${lines.join("\n")}\n`);
  expect(await importHere(database.url, [file], true)).toMatchObject({ code: 0 });
}

const COLUMNS = `series_id, first_seen_on::text, product, country, platform::text, period::text, amount, currency, source_url, was_amount,
  was_currency, was_last_seen_on::text, pct, factor, corrected_at::text`;
const VALID = "recorded_in <= v.id AND (superseded_in IS NULL OR superseded_in > v.id)";

/** Changes that each version reads, as lines. */
async function readStored(): Promise<Map<string, string[]>> {
  const rows = await query(
    database.url,
    `SELECT v.id, ${COLUMNS} FROM dataset_version v JOIN price_change c ON ${VALID}`,
  );
  return toLines(rows);
}

function toLines(rows: readonly (readonly string[])[]): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const [version = "", ...row] of rows) lines.set(version, [...(lines.get(version) ?? []), row.join(" ")]);
  for (const list of lines.values()) list.sort();
  return lines;
}

type Reading = Record<"day" | "amount" | "currency" | "url", string>;

/** The same from the readings that are valid in each version. */
async function computeChanges(): Promise<Map<string, string[]>> {
  const corrections = await query(
    database.url,
    `SELECT series_id, day::text, c.version_id, published_at::text FROM correction c JOIN dataset_version v ON v.id = c.version_id
     WHERE series_id IS NOT NULL ORDER BY c.version_id`,
  );
  const readings = await query(
    database.url,
    `SELECT v.id, s.id, concat_ws(' ', product, country, platform, period), observed_on::text, amount, currency, source_url
     FROM dataset_version v JOIN observation ON ${VALID} AND NOT is_redacted JOIN series s ON s.id = series_id
     ORDER BY v.id, s.id, observed_on`,
  );
  const found: string[][] = [];
  let key = "";
  let was: Reading | null = null;
  let isAfterGap = false;
  for (const [version = "", series = "", names = "", day = "", amount = "", currency = "", url = ""] of readings) {
    if (key !== `${version} ${series}`) was = null;
    key = `${version} ${series}`;
    if (amount === "null") {
      isAfterGap = true;
      continue;
    }
    const is: Reading = { day, amount, currency, url };
    if (was !== null) {
      const change = compare(was, is, isAfterGap);
      const last = corrections.filter(
        ([of, on = "", by]) => of === series && on >= (was?.day ?? "") && on <= day && Number(by) <= Number(version),
      );
      if (change !== null) found.push([version, series, day, names, ...change, last.at(-1)?.[3] ?? "null"]);
    }
    was = is;
    isAfterGap = false;
  }
  return toLines(found);
}

function compare(was: Reading, is: Reading, isAfterGap: boolean): string[] | null {
  if (was.amount === is.amount && was.currency === is.currency) return null;
  const unit = was.currency === is.currency ? "1" : UNITS.get(`${was.currency} ${is.currency}`);
  const isNewUnit = was.currency !== is.currency && unit !== undefined;
  if (isNewUnit && new Big(was.amount).div(unit).minus(is.amount).abs().lte("0.005")) return null;
  const pct = unit === undefined ? null : new Big(is.amount).times(unit).div(was.amount).minus(1).times(100).toFixed(4);
  const [low = 0, high = 0] = [Number(was.amount), Number(is.amount)].sort((a, b) => a - b);
  const factor = was.currency !== is.currency || isAfterGap ? null : high / low;
  return [is.amount, is.currency, is.url, was.amount, was.currency, was.day, pct ?? "null", String(factor ?? "null")];
}

test("each version reads the changes of the readings that are valid in it, and each change is stored once", async () => {
  const stored = await readStored();
  expect(stored).toEqual(await computeChanges());
  const ids = (await query(database.url, "SELECT id FROM dataset_version")).flat();
  expect([...stored.keys()].sort()).toEqual(ids.sort());
  // By a correction, and by an earlier day.
  const superseded = "SELECT DISTINCT superseded_in FROM price_change WHERE superseded_in IS NOT NULL";
  expect((await query(database.url, superseded)).length).toBeGreaterThan(2);
  const content = COLUMNS.replaceAll("::text", "");
  const twice = `SELECT ${content} FROM (SELECT ${content}, recorded_in AS version FROM price_change
    UNION ALL SELECT ${content}, superseded_in FROM price_change WHERE superseded_in IS NOT NULL) AS ends
    GROUP BY ${content}, version HAVING count(*) > 1`;
  expect(await query(database.url, twice)).toEqual([]);
});

test("a database of the schema before, with a copy in each version, reads the same after the migration", async () => {
  const before = await readStored();
  const catalog = await describeCatalog(database.url);
  const columns = COLUMNS.replaceAll("::text", "");
  await execute(
    database.url,
    `CREATE TABLE former AS SELECT v.id AS version_id, ${columns} FROM dataset_version v JOIN price_change c ON ${VALID};
     DROP TABLE price_change;
     ALTER TABLE former RENAME TO price_change;
     ALTER TABLE price_change ADD CONSTRAINT price_change_pkey PRIMARY KEY (version_id, series_id, first_seen_on);
     ${[
       "product",
       "country",
       "currency",
       "source_url",
       "was_amount",
       "was_currency",
       "was_last_seen_on",
       "amount",
       "platform",
       "period",
     ]
       .map((column) => `ALTER TABLE price_change ALTER COLUMN ${column} SET NOT NULL;`)
       .join("\n")}
     CREATE INDEX price_change_version_id_first_seen_on_idx ON price_change (version_id, first_seen_on);
     CREATE INDEX price_change_version_id_product_first_seen_on_idx ON price_change (version_id, product, first_seen_on);
     ALTER TABLE price_change ADD CONSTRAINT price_change_version_id_fkey FOREIGN KEY (version_id) REFERENCES dataset_version (id)
       ON UPDATE CASCADE ON DELETE CASCADE;
     -- As after a prune: its rows are worked out from the ledger.
     DELETE FROM price_change WHERE version_id = 3;
     DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_price_change_once';`,
  );
  expect(await migrate(database.url)).toEqual([expect.stringMatching(/_price_change_once$/)]);
  expect(await readStored()).toEqual(before);
  expect(await describeCatalog(database.url)).toEqual(catalog);
});

test("rows by older rules are written again at the next start", async () => {
  const before = await readStored();
  await execute(database.url, "UPDATE price_change SET pct = 0, factor = 1; UPDATE dataset_version SET edition = 1");
  await migrate(database.url);
  expect(await readStored()).toEqual(before);
});

test("a takedown erases a change from every version that had it", async () => {
  const [product, country, platform, period] = TAKEN.series.split(",");
  const stored = `SELECT count(*) FROM price_change WHERE (product, country, platform, period) = ('${product}', '${country}', '${platform}', '${period}')
    AND '${TAKEN.amount}' IN (amount::text, was_amount::text)`;
  expect(await query(database.url, stored)).not.toEqual([["0"]]);
  await publish(PRICE_CORRECTION_HEADER, TAKEDOWN);
  expect(await query(database.url, stored)).toEqual([["0"]]);
  expect(await readStored()).toEqual(await computeChanges());
});
