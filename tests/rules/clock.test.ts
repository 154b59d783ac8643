import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SEAM = "lib/platform/clock.ts";
/** Of the engine, and of PostgreSQL in a statement. */
const CLOCKS =
  /\bnew Date\(\)|\bDate\.now\(|(?<!performance\.)\bnow\(\)|\b(?:clock|statement|transaction)_timestamp\b|\bcurrent_(?:date|time)/gi;

test("the product reads the clock in one place, and no statement reads that of the database", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files).toContain(SEAM);
  const reads = files
    // Scripts of pages and the programs that we print run by the clock of the reader.
    .filter((file) => file !== SEAM && !/^components\/(client\/|docs\/webhook-receiver\.ts)/.test(file))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(CLOCKS)].map(([text]) => `${file}: ${text}`));
  expect(reads).toEqual([]);
});
