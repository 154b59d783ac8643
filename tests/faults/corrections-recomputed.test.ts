import { expect, test } from "vitest";
import { importFiles } from "@/lib/import/import-files";
import {
  PRICE_CORRECTION_HEADER,
  PRICE_HEADER,
  RATE_CORRECTION_HEADER,
  RATE_HEADER,
} from "@/tests/support/corrections";
import { scale } from "@/tests/support/fault-scale";
import { makeFolder, query } from "@/tests/support/import-cli";
import { seedRandom, TEST_SEED } from "@/tests/support/random";
import { recordPromise } from "@/tests/support/report-promise";
import { listDifferences, readServed } from "@/tests/support/served-content";
import { createDatabase } from "@/tests/support/server";
import { writeSmallData } from "@/tests/support/small-data";

// CORRECTIONS=100 draws more, TEST_SEED repeats a failure.
const COUNT = Number(process.env.CORRECTIONS ?? scale(30, 6));

const OBSERVATIONS = `
  SELECT product, country, platform, period, observed_on, trim_scale(amount), currency, source_id, source_url
  FROM observation JOIN series ON series.id = series_id WHERE superseded_in IS NULL
  ORDER BY product, country, platform, period, observed_on`;
const RATES =
  "SELECT currency, date, source_id, trim_scale(usd_per_unit) FROM rate WHERE superseded_in IS NULL ORDER BY currency, date, source_id";
const DOUBTS = `
  SELECT product, country, platform, period, observed_on, evidence FROM evidence_entry e WHERE superseded_in IS NULL AND EXISTS (
    SELECT FROM observation o JOIN series s ON s.id = o.series_id WHERE o.superseded_in IS NULL AND o.amount IS NOT NULL
      AND (s.product, s.country, s.platform, s.period, o.observed_on) = (e.product, e.country, e.platform, e.period, e.observed_on)
  )`;
const REFERENCES = ["sources", "products", "tax-rates", "tax-treatment", "income", "ppp"];
const KINDS = ["another amount", "withdraw", "no longer listed", "another amount", "withdraw", "rate"];

const empty = (cell = "") => (cell === "null" ? "" : cell);
const quoted = (cell = "") => (cell.includes(",") ? `"${cell}"` : cell);
const toFile = (header: string, rows: readonly string[]) => [header, ...rows, ""].join("\n");

test(`each of ${COUNT} drawn corrections changes exactly the rows that a recomputation from nothing changes, seed ${TEST_SEED}`, {
  timeout: 1_200_000,
}, async () => {
  await using corrected = await createDatabase("small");
  await using folder = await makeFolder();
  const small = await writeSmallData(folder);
  const random = seedRandom(TEST_SEED);
  const draw = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
  const importHere = (connectionString: string, files: readonly string[]) =>
    importFiles({ connectionString, files, importedBy: "test", acceptsOutliers: true });
  let changedRows = 0;
  let before = await readServed(corrected.url);
  for (let number = 0; number < COUNT; number += 1) {
    const kind = KINDS[number % KINDS.length] ?? "withdraw";
    const file =
      kind === "rate"
        ? toFile(RATE_CORRECTION_HEADER, [correctRate(draw(await query(corrected.url, RATES)), random)])
        : toFile(PRICE_CORRECTION_HEADER, [correctPrice(draw(await query(corrected.url, OBSERVATIONS)), kind, random)]);
    const result = await importHere(corrected.url, [await folder.write("correction.csv", file)]);
    expect(result.files, file).toMatchObject([{ changed: 1, added: 0, confirmed: 0, unchanged: 0 }]);

    await using fresh = await createDatabase("migrated");
    const prices = (await query(corrected.url, OBSERVATIONS)).map(
      ([product, country, platform, period, day, amount, currency, source, url]) =>
        [product, country, platform, period, empty(amount), empty(currency), day, source, quoted(url)].join(","),
    );
    const rates = (await query(corrected.url, RATES)).map(([currency, day, source, rate]) =>
      [currency, day, rate, source].join(","),
    );
    const doubts = (await query(corrected.url, DOUBTS)).map((row) => `${row.join(",")},,`);
    await importHere(fresh.url, [
      ...REFERENCES.map((name) => small[name] ?? ""),
      await folder.write("prices.csv", toFile(PRICE_HEADER, prices)),
      await folder.write("rates.csv", toFile(RATE_HEADER, rates)),
      await folder.write(
        "doubts.csv",
        toFile("product,country,platform,period,observed_on,evidence,offers,note", doubts),
      ),
    ]);
    const after = await readServed(corrected.url);
    expect(listDifferences(after, await readServed(fresh.url)), `${number + 1}: ${file}`).toEqual({});
    const changed = listDifferences(before, after);
    expect(Object.keys(changed), file).toContain(kind === "rate" ? "rate" : "observation");
    changedRows += Object.values(changed).flat().length;
    before = after;
  }
  recordPromise({
    promise: "One correction changes exactly the rows that a recomputation from nothing changes",
    test: "tests/faults/corrections-recomputed.test.ts",
    figure: `${COUNT} corrections drawn from a part of the bundled data, seed ${TEST_SEED}: ${changedRows} rows of all tables that serve changed, 0 differ`,
  });
});

function correctPrice(row: readonly string[] | undefined, kind: string, random: () => number): string {
  const [product, country, platform, period, day, amount = "", currency, source, url] = row ?? [];
  const key = [product, country, platform, period, day];
  const isListed = amount !== "null";
  if (kind === "withdraw") return [...key, "withdraw", "", "", "source_error", "", "", ""].join(",");
  const drawn = (Number(amount) * (0.5 + random())).toFixed(2);
  // Adds one cent where rounding draws the same amount, or none.
  const other = Number(drawn) > 0 && Number(drawn) !== Number(amount) ? drawn : (Number(amount) + 0.01).toFixed(2);
  const [newAmount, newCurrency] =
    kind === "no longer listed" && isListed ? ["", ""] : [isListed ? other : "9.99", isListed ? currency : "USD"];
  return [...key, "replace", newAmount, newCurrency, "typing_error", "", source, quoted(url)].join(",");
}

function correctRate(row: readonly string[] | undefined, random: () => number): string {
  const [currency, day, source, rate] = row ?? [];
  if (currency === "USD" || random() < 0.5)
    return [currency, day, source, "withdraw", "", "source_error", ""].join(",");
  return [currency, day, source, "replace", (Number(rate) * 1.03).toPrecision(8), "typing_error", ""].join(",");
}
