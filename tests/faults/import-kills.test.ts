import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { PRICE_CORRECTION_HEADER } from "@/tests/support/corrections";
import { scale } from "@/tests/support/fault-scale";
import { makeFolder, query, readContent, readVersions, runImport, startImport } from "@/tests/support/import-cli";
import { makePrices } from "@/tests/support/make-prices";
import { recordPromise } from "@/tests/support/report-promise";
import { createDatabase } from "@/tests/support/server";

const KILLS = scale(20, 6);
const ROWS = scale(100_000, 30_000);
const TEST = "tests/faults/import-kills.test.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);
const LEDGER = [
  "SELECT to_jsonb(o) - 'id' FROM observation o WHERE superseded_in IS NOT NULL ORDER BY series_id, observed_on, superseded_in",
  "SELECT to_jsonb(r) - 'id' FROM rate r WHERE superseded_in IS NOT NULL ORDER BY currency, date, source_id, superseded_in",
  "SELECT to_jsonb(c) - 'id' - 'corrected_by' FROM correction c ORDER BY version_id, series_id, currency, day",
];
const hashContent = async (url: string) => {
  const kept = [];
  for (const sql of LEDGER) kept.push((await query(url, sql)).join("\n"));
  return hash([await readContent(url), ...kept].join("\n\n"));
};

test("an import that is killed at any moment leaves the old dataset or the new one, and the next one goes through", async () => {
  await using folder = await makeFolder();
  const file = await folder.write("prices.csv", makePrices(ROWS));
  const { found, old, whole } = await killImports(file, 0);
  recordPromise({
    promise: "Import killed at any moment: exactly the old or the new dataset",
    test: TEST,
    figure: `${KILLS} kills over a run of ${ROWS} rows: ${found.old} times the old hash (${old}), ${found.whole} times the new one (${whole}), 0 others`,
  });
}, 600_000);

test("a correction that is killed at any moment leaves the old dataset or the new one, ledger and all", async () => {
  await using database = await createDatabase("bundled");
  await using folder = await makeFolder();
  const rows = (await query(database.url, DRAWN)).map(([key], at) =>
    [key, at % 2 === 0 ? "withdraw,,,source_error,,," : "replace,,,typing_error,,ecb,https://example.com/"].join(","),
  );
  const file = await folder.write("corrections.csv", [PRICE_CORRECTION_HEADER, ...rows].join("\n"));
  const { found, old, whole } = await killImports(file, 1);
  recordPromise({
    promise: "Correction killed at any moment: exactly the old or the new dataset",
    test: TEST,
    figure: `${KILLS} kills over ${rows.length} corrections: ${found.old} times the old hash (${old}), ${found.whole} times the new one (${whole}), 0 others`,
  });
}, 600_000);

const DRAWN = `
  SELECT concat_ws(',', product, country, platform, period, observed_on) FROM (
    SELECT s.*, o.observed_on, row_number() OVER (ORDER BY s.id, o.observed_on) AS place
    FROM observation o JOIN series s ON s.id = o.series_id WHERE o.amount IS NOT NULL
  ) AS numbered WHERE place % 10 = 0`;

/**
 * Kills imports at ever later moments, then runs one again, which exits with `againCode` (1 where an imported file is
 * refused).
 */
async function killImports(file: string, againCode: number) {
  await using database = await createDatabase("bundled");
  await using reference = await createDatabase("bundled");
  const old = await hashContent(database.url);
  const startedAt = performance.now();
  expect(await runImport(reference.url, "--accept-outliers", file)).toMatchObject({ code: 0 });
  const durationMs = performance.now() - startedAt;
  const whole = await hashContent(reference.url);
  expect(whole).not.toBe(old);

  const found = { old: 0, whole: 0 };
  for (let point = 0; point < KILLS; point += 1) {
    await using attacked = await createDatabase("bundled");
    const { child, ended } = startImport(attacked.url, ["--accept-outliers", file]);
    // The last one is killed when the new version can be read.
    if (point < KILLS - 1) await sleep((durationMs * (point + 0.5)) / KILLS);
    else while ((await readVersions(attacked.url)).length === 2) await sleep(5);
    child.kill("SIGKILL");
    await ended;
    await waitForEnd(attacked.url);
    const versions = await readVersions(attacked.url);
    const content = await hashContent(attacked.url);
    expect([old, whole], `killed at ${point + 1} of ${KILLS}`).toContain(content);
    // A version is there with its data, and not without.
    expect(versions).toHaveLength(content === old ? 2 : 3);
    found[content === old ? "old" : "whole"] += 1;
    if (point !== KILLS - 2) continue;
    const isDone = content === whole;
    expect((await runImport(attacked.url, "--accept-outliers", file)).code).toBe(isDone ? againCode : 0);
    expect(await hashContent(attacked.url)).toBe(whole);
  }
  expect(found.old).toBeGreaterThan(0);
  expect(found.whole).toBeGreaterThan(0);
  return { found, old, whole };
}

test("of imports at once each is whole, and what they leave is what they leave one after the other", async () => {
  await using reference = await createDatabase("bundled");
  await using database = await createDatabase("bundled");
  await using folder = await makeFolder();
  const [header = "", ...rows] = makePrices(scale(60_000, 12_000)).split("\n");
  const parts = 3;
  const files: string[] = [];
  for (let part = 0; part < parts; part += 1) {
    const own = rows.filter((_row, at) => at % parts === part);
    files.push(await folder.write(`part-${part}.csv`, [header, ...own].join("\n")));
  }
  for (const file of files) expect((await runImport(reference.url, file)).code).toBe(0);
  const results = await Promise.all(files.map((file) => runImport(database.url, file)));
  expect(results.map(({ code }) => code)).toEqual(files.map(() => 0));
  expect(await hashContent(database.url)).toBe(await hashContent(reference.url));
  expect(await readVersions(database.url)).toHaveLength(2 + parts);
  recordPromise({
    promise: "Imports at once: no mixture",
    test: TEST,
    figure: `${parts} imports of ${rows.length / parts} interleaved rows at once: ${parts} versions, the hash of one after the other`,
  });
}, 300_000);

/** PostgreSQL ends the transaction of a dead client when it next writes to it. */
async function waitForEnd(url: string): Promise<void> {
  const running =
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'price-atlas-import' AND datname = current_database()";
  await expect.poll(() => query(url, running), { timeout: 30_000 }).toEqual([]);
}
