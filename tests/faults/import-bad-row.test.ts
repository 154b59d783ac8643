import { expect, test } from "vitest";
import { scale } from "@/tests/support/fault-scale";
import { makeFolder, readContent, readVersions, runImport } from "@/tests/support/import-cli";
import { makePrices } from "@/tests/support/make-prices";
import { recordPromise } from "@/tests/support/report-promise";
import { createDatabase } from "@/tests/support/server";

const FILES: [rows: number, at: number][] = scale(
  [
    [120_000, 1],
    [120_000, 60_000],
    [1_000_000, 999_999],
  ],
  [
    [20_000, 1],
    [20_000, 19_999],
  ],
);

test("a file with one bad row changes nothing, wherever the row stands", async () => {
  await using database = await createDatabase("bundled");
  await using folder = await makeFolder();
  const content = await readContent(database.url);
  const versions = await readVersions(database.url);
  for (const [count, at] of FILES) {
    const lines = makePrices(count).split("\n");
    lines[at + 1] = (lines[at + 1] ?? "").replace(",USD,", ",USDollars,");
    const file = await folder.write(`${count}-${at}.csv`, lines.join("\n"));
    const { code, stderr } = await runImport(database.url, file);
    expect({ code, names: stderr.includes(`:${at + 2}:`) }, stderr).toEqual({ code: 1, names: true });
    expect(await readContent(database.url)).toBe(content);
    expect(await readVersions(database.url)).toEqual(versions);
  }
  recordPromise({
    promise: "Import: one bad row in a million changes nothing",
    test: "tests/faults/import-bad-row.test.ts",
    figure: `files of ${FILES.map(([count]) => count).join(", ")} rows, the bad one in line ${FILES.map(([, at]) => at + 2).join(", ")}: 0 rows kept, the line named each time`,
  });
}, 300_000);
