import { expect, test } from "vitest";
import { rebuildDerivedTables } from "@/lib/import/publish/rebuild-derived";
import { execute } from "../support/database";
import { importHere, makeFolder, query } from "../support/import-cli";
import { readSeries } from "../support/recompute-days";
import { createDatabase } from "../support/server";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const ROWS = "SELECT price_id, first_seen_on, was, amount FROM price_move ORDER BY 1, 2";
/** More than are written of one day. */
const CHANGES = 510;

test("a change that is none any more leaves its place on a full day to the next one, as a rebuild has it", async () => {
  await using folder = await makeFolder();
  await using database = await createDatabase("bundled");
  const series = [...(await readSeries())].flatMap(([name, readings]) => {
    const last = readings.at(-1);
    return last && last.amount !== "" && last.day >= "2026-09-01" && last.day < "2026-09-30" ? [{ name, last }] : [];
  });
  const chosen = series.slice(0, CHANGES);
  expect(chosen).toHaveLength(CHANGES);
  const toRow = ({ name, last }: (typeof chosen)[number], at: number, day: string) => {
    const amount = (Number(last.amount) * (2 + at / 100)).toFixed(2);
    return `${name.replaceAll(" ", ",")},${amount},${last.currency},${day},opentherank-2026-09-30,https://opentherank.com/streaming-pricing/netflix/`;
  };
  const publish = async (name: string, rows: string[]) => {
    const file = await folder.write(name, [HEADER, ...rows].join("\n"));
    expect(await importHere(database.url, [file], true)).toMatchObject({ code: 0 });
  };
  const countOfDay = async () =>
    Number((await query(database.url, "SELECT count(*) FROM price_move WHERE first_seen_on = '2026-10-01'"))[0]?.[0]);

  await publish(
    "changes.csv",
    chosen.map((one, at) => toRow(one, at, "2026-10-01")),
  );
  expect(await countOfDay()).toBe(500);
  // The largest of them turns out to have happened a day before.
  const largest = CHANGES - 1;
  await publish(
    "before.csv",
    chosen.slice(largest).map((one) => toRow(one, largest, "2026-09-30")),
  );
  expect(await countOfDay()).toBe(500);
  const merged = await query(database.url, ROWS);
  await execute(database.url, "DELETE FROM derived_table WHERE name = 'price_move'");
  await rebuildDerivedTables(database.url, () => {});
  expect(await query(database.url, ROWS)).toEqual(merged);
}, 120_000);
