import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { scale } from "@/tests/support/fault-scale";
import { makeFolder, query, readContent, readVersions, runImport, startImport } from "@/tests/support/import-cli";
import { makePrices } from "@/tests/support/make-prices";
import { recordPromise } from "@/tests/support/report-promise";
import { createDatabase } from "@/tests/support/server";

const KILLS = scale(20, 6);
const ROWS = scale(100_000, 30_000);
const TEST = "tests/faults/import-kills.test.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);
const hashContent = async (url: string) => hash(await readContent(url));

test("an import that is killed at any moment leaves the old dataset or the new one, and the next one goes through", async () => {
  await using database = await createDatabase("bundled");
  await using reference = await createDatabase("bundled");
  await using folder = await makeFolder();
  const file = await folder.write("prices.csv", makePrices(ROWS));
  const old = await hashContent(database.url);
  const startedAt = performance.now();
  await runImport(reference.url, file);
  const durationMs = performance.now() - startedAt;
  const whole = await hashContent(reference.url);
  expect(whole).not.toBe(old);

  const found = { old: 0, whole: 0 };
  for (let point = 0; point < KILLS; point += 1) {
    await using attacked = await createDatabase("bundled");
    const { process, ended } = startImport(attacked.url, [file]);
    // The last one at its very end: when the new version is there to be read.
    if (point < KILLS - 1) await sleep((durationMs * (point + 0.5)) / KILLS);
    else while ((await readVersions(attacked.url)).length === 1) await sleep(5);
    process.kill("SIGKILL");
    await ended;
    await waitForEnd(attacked.url);
    const versions = await readVersions(attacked.url);
    const content = await hashContent(attacked.url);
    expect([old, whole], `killed at ${point + 1} of ${KILLS}`).toContain(content);
    // A version is there with its data, and not without.
    expect(versions).toHaveLength(content === old ? 1 : 2);
    found[content === old ? "old" : "whole"] += 1;
    if (point !== KILLS - 2) continue;
    expect((await runImport(attacked.url, file)).code).toBe(0);
    expect(await hashContent(attacked.url)).toBe(whole);
  }
  expect(found.old).toBeGreaterThan(KILLS / 3);
  expect(found.whole).toBeGreaterThan(0);
  recordPromise({
    promise: "Import killed at any moment: exactly the old or the new dataset",
    test: TEST,
    figure: `${KILLS} kills over a run of ${ROWS} rows: ${found.old} times the old hash (${old}), ${found.whole} times the new one (${whole}), 0 others`,
  });
}, 600_000);

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
  expect(await readVersions(database.url)).toHaveLength(1 + parts);
  recordPromise({
    promise: "Imports at once: no mixture",
    test: TEST,
    figure: `${parts} imports of ${rows.length / parts} interleaved rows at once: ${parts} versions, the hash of one after the other`,
  });
}, 300_000);

/** PostgreSQL ends the transaction of a dead client when it next speaks to it. */
async function waitForEnd(url: string): Promise<void> {
  const running =
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'price-atlas-import' AND datname = current_database()";
  await expect.poll(() => query(url, running), { timeout: 30_000 }).toEqual([]);
}
