import { expect, test } from "vitest";
import { scale } from "@/tests/support/fault-scale";
import { makeFolder, readContent, readVersions, runImport } from "@/tests/support/import-cli";
import { makePrices } from "@/tests/support/make-prices";
import { recordPromise } from "@/tests/support/report-promise";
import { createDatabase } from "@/tests/support/server";

const ROWS = scale(120_000, 20_000);

test("a file with one bad row changes nothing, wherever the row stands", async () => {
  await using database = await createDatabase("bundled");
  await using folder = await makeFolder();
  const [header = "", ...rows] = makePrices(ROWS).split("\n");
  const [content, versions] = [await readContent(database.url), await readVersions(database.url)];
  const places = [1, Math.floor(ROWS / 2), ROWS - 1];
  for (const place of places) {
    const bad = rows.with(place, (rows[place] ?? "").replace(",USD,", ",USDollars,"));
    const file = await folder.write(`bad-${place}.csv`, [header, ...bad].join("\n"));
    const { code, stderr } = await runImport(database.url, file);
    expect({ code, names: stderr.includes(`:${place + 2}:`) }, stderr).toEqual({ code: 1, names: true });
    expect(await readContent(database.url)).toBe(content);
    expect(await readVersions(database.url)).toEqual(versions);
  }
  recordPromise({
    promise: "Import: one bad row in a file changes nothing",
    test: "tests/faults/import-bad-row.test.ts",
    figure: `${places.length} files of ${ROWS} rows, 1 bad row each: 0 rows kept, the row named ${places.length} times`,
  });
});
