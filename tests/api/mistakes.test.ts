import type { ClientBase } from "pg";
import { Client } from "pg";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { checkFiles } from "@/lib/desk/changes/jobs/check-files";
import { findReasons } from "@/lib/desk/changes/rules";
import { importFiles } from "@/lib/import/import-files";
import { goesBackSql, newUnexpectedSql, otherCurrencySql } from "@/lib/import/report/find-unexpected";
import { closeDatabase } from "@/lib/platform/db";
import { countWord } from "@/lib/text/words";
import { PRICE_HEADER } from "../support/corrections";
import { type DrawnReading, drawReadings, MISTAKES, READ_ON, type ValidPrice } from "../support/draw-mistakes";
import { makeFolder } from "../support/import-cli";
import { seedRandom } from "../support/random";
import { createDatabase } from "../support/server";
import { timeOfReadings } from "../support/test-days";

const READINGS = 5_000;
const OF_EACH_KIND = 60;
const SEED = 58;
const MIN_HELD = 0.95;
const MAX_HELD_RIGHT = 0.02;

const VALID = `
  SELECT product, country, platform::text, period::text, amount::float8 AS amount, currency, usd::float8 AS usd,
    ARRAY(SELECT DISTINCT o.amount::float8 FROM observation o WHERE o.series_id = p.series_id AND o.superseded_in IS NULL
      AND o.currency = p.currency AND o.amount <> p.amount ORDER BY 1) AS before
  FROM price p WHERE version_id = (SELECT max(id) FROM dataset_version) AND usd > 0 AND NOT fx_stale ORDER BY position`;

const nameOf = ({ product, country, platform, period }: DrawnReading) => [product, country, platform, period].join(" ");

/** What a reason says of prices, and the statement of the report that finds them. */
const findersOf = (id: number) => ({
  "move by more than a factor of 5 in US dollars":
    "SELECT concat_ws(' ', product, country, platform, period || ':') AS line FROM found_change JOIN series s ON s.id = series_id WHERE size > 5 AND NOT is_new",
  "are more than 5 times what all others let expect": newUnexpectedSql(id),
  "are in a currency that is not used there": otherCurrencySql(id),
  "go back to what it was before": goesBackSql(id),
});

/** By what a reason says, the series whose reading is one. */
async function readHeld(client: ClientBase, id: number): Promise<Map<string, string[]>> {
  const held = new Map<string, string[]>();
  for (const [says, finder] of Object.entries(findersOf(id))) {
    const { rows } = await client.query<{ line: string }>(
      `WITH price_before AS (SELECT * FROM price WHERE version_id = (SELECT max(id) FROM dataset_version WHERE id < ${id}))
       SELECT line FROM (${finder}) AS found`,
    );
    held.set(
      says,
      rows.map(({ line }) => line.slice(0, line.indexOf(":"))),
    );
  }
  return held;
}

afterAll(closeDatabase);

test("of 300 mistakes among 5,000 readings at least 95 % wait for a second person, of the right ones at most 2 %", async () => {
  await using database = await createDatabase("bundled");
  await using folder = await makeFolder();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows: valid } = await client.query<ValidPrice>(VALID);
  await client.end();
  const drawn = drawReadings(valid, seedRandom(SEED), { readings: READINGS, mistakes: OF_EACH_KIND });
  const lines = drawn.map(({ product, country, platform, period, amount, currency }) =>
    [product, country, platform, period, amount, currency, READ_ON, "netflix-prices", "https://shop.example/"].join(),
  );
  const file = await folder.write("prices.csv", `${[PRICE_HEADER, ...lines].join("\n")}\n`);
  let found = new Map<string, string[]>();
  await importFiles({
    connectionString: database.url,
    files: [file],
    importedBy: "test",
    isDryRun: true,
    isBundled: true,
    acceptsOutliers: true,
    record: async (one, { published }) => {
      found = await readHeld(one, published?.id ?? 0);
    },
  });
  vi.stubEnv("DATABASE_URL", database.url);
  vi.setSystemTime(timeOfReadings());
  onTestFinished(() => void vi.useRealTimers());
  const { preview } = await checkFiles(
    [{ name: "prices.csv", path: file, sha256: "" }],
    { feedId: null, isOfProgram: false, holdsRates: true, leavesOut: false, people: undefined },
    () => {},
  );
  const reasons = findReasons(preview, "upload");
  for (const [says, series] of found) {
    const told = reasons.find((reason) => reason.includes(says)) ?? "";
    expect([says, told.slice(0, told.indexOf(" ")).toLowerCase()]).toEqual([says, countWord(series.length)]);
  }
  const held = new Set([...found.values()].flat());
  const shareOf = (readings: readonly DrawnReading[]) =>
    readings.filter((reading) => held.has(nameOf(reading))).length / readings.length;
  const kinds = MISTAKES.map(
    (kind) => `${kind} ${shareOf(drawn.filter(({ mistake }) => mistake === kind)).toFixed(3)}`,
  );
  const wrong = shareOf(drawn.filter(({ mistake }) => mistake !== null));
  const right = shareOf(drawn.filter(({ mistake }) => mistake === null));
  console.log(
    `held of the wrong ones ${wrong.toFixed(3)} (${kinds.join(", ")}), of the right ones ${right.toFixed(4)}`,
  );
  expect(drawn).toHaveLength(READINGS);
  expect(wrong).toBeGreaterThanOrEqual(MIN_HELD);
  expect(right).toBeLessThanOrEqual(MAX_HELD_RIGHT);
});
