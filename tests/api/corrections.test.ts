import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openLedger,
  PRICE_CORRECTION_HEADER,
  PRICE_HEADER,
  price,
  RATE_CORRECTION_HEADER,
  RATE_HEADER,
  replace,
  withdraw,
} from "@/tests/support/corrections";
import { OF_NEWEST, readVersions } from "@/tests/support/import-cli";

const RATES = [RATE_HEADER, "EUR,2026-01-01,1.1,a", "EUR,2025-12-30,1.2,a"];
const STANDING =
  "SELECT observed_on, trim_scale(amount), source_id, recorded_in FROM observation WHERE superseded_in IS NULL ORDER BY 1";
const SUPERSEDED = `
  SELECT observed_on, trim_scale(amount), source_id, recorded_in, superseded_in FROM observation
  WHERE superseded_in IS NOT NULL ORDER BY 1, 5`;
const STATE = `
  SELECT trim_scale(amount), verified_on, changed_on FROM series s LEFT JOIN price p ON p.series_id = s.id AND ${OF_NEWEST}
  ORDER BY s.country`;
const COUNTS = "SELECT added, changed, ended, corrected, redacted, ended_series FROM dataset_version ORDER BY id";

test("a replaced price stands with its new amount, and the old one is kept with the versions it stood in", async () => {
  await using at = await openLedger();
  await at.importPrices(price("10", "2026-01-01"), price("12", "2026-02-01"));
  const { code, text } = await at.correct(replace("2026-02-01", "10"));
  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining("changed 1") });
  expect(await at.read(STANDING)).toEqual(["2026-01-01 10 a 1", "2026-02-01 10 a 2"]);
  expect(await at.read(SUPERSEDED)).toEqual(["2026-02-01 12 a 1 2"]);
  expect(await at.read(STATE)).toEqual(["10 2026-02-01 null"]);
  expect(await at.read(COUNTS)).toEqual(["1 0 0 0 0 0", "0 0 0 1 0 0"]);
});

test("a withdrawn newest price leaves the one before, and a withdrawn ending opens the series again", async () => {
  await using at = await openLedger();
  await at.importPrices(price("10", "2026-01-01"), price("12", "2026-02-01"), price("", "2026-03-01"));
  await at.correct(withdraw("2026-03-01"));
  expect(await at.read(STATE)).toEqual(["12 2026-02-01 2026-02-01"]);
  await at.correct(withdraw("2026-02-01"));
  expect(await at.read(STATE)).toEqual(["10 2026-01-01 null"]);
});

test("a series whose only observation was withdrawn is as if it had never been seen, and not ended", async () => {
  await using at = await openLedger();
  await at.importPrices(price("10", "2026-01-01"), price("11", "2026-01-01", { country: "CA" }));
  await at.correct(withdraw("2026-01-01", { country: "CA" }));
  expect(await at.read(STATE)).toEqual(["null null null", "10 2026-01-01 null"]);
  expect(await at.read(COUNTS)).toEqual(["2 0 0 0 0 0", "0 0 0 1 0 0"]);
  expect(await at.read(`SELECT country FROM price WHERE ${OF_NEWEST}`)).toEqual(["US"]);
});

test("a plain row that contradicts a stored one is refused, and the fault has the row that would correct it", async () => {
  await using at = await openLedger();
  await at.importPrices(price("10", "2026-01-01"));
  const refused = await at.importPrices(price("12.50", "2026-01-01"));
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("2.csv:2: amount: 12.5 USD on 2026-01-01, but 10 USD is stored");
  const [row = ""] = /x,US,ios\S+/.exec(refused.text) ?? [];
  expect(await at.correct(row.replace("REASON", "source_error"))).toMatchObject({ code: 0 });
  expect(await at.read(STATE)).toEqual(["12.5 2026-01-01 null"]);
});

describe("a correction is refused with its line", () => {
  let at: Awaited<ReturnType<typeof openLedger>>;
  beforeAll(async () => {
    at = await openLedger();
    await at.importFiles(RATES, [PRICE_HEADER, price("10", "2026-01-01"), price("10", "2026-01-02")]);
  });
  afterAll(() => at[Symbol.asyncDispose]());

  test.each([
    ["no such series", withdraw("2026-01-01", { country: "CA" }), "observed_on: nothing to correct: no such series"],
    ["no such day", withdraw("2026-01-03"), "2026-01-03; the nearest day is 2026-01-02"],
    ["what the row says", replace("2026-01-01", "10.00"), "amount: 10 USD from a is what the row says already"],
    ["another source's row", withdraw("2026-01-01", { source: "b" }), 'source: "b" is not the source of the row'],
    [
      "a withdrawal with an amount",
      withdraw("2026-01-01").replace(",,,source", ",9,USD,source"),
      "amount: is given, but",
    ],
    ["an unknown action", withdraw("2026-01-01").replace("withdraw", "remove"), 'action: "remove" is none of'],
    ["an unknown reason", withdraw("2026-01-01", { reason: "wrong" }), 'reason: "wrong" is none of typing_error'],
    ["no source beside a figure", replace("2026-01-01", "11").replace(",a,", ",,"), "source: is empty beside replace"],
    ["an unknown source", replace("2026-01-01", "11", { source: "c" }), 'source: "c" is no known source'],
  ])("%s", async (_, row, fault) => {
    const { code, text } = await at.correct(row);
    expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining(fault) });
    expect(text).toMatch(/^\d+\.csv:2: /);
    expect(await readVersions(at.url)).toEqual(["2026-01-02.1"]);
  });

  test.each([
    ["no such rate", "EUR,2026-01-02,a,withdraw,,source_error,", "date: nothing to correct: there is no rate of EUR"],
    ["the same rate", "EUR,2026-01-01,a,replace,1.10,typing_error,", "usd_per_unit: 1.1 is what the rate says already"],
    ["no rate", "EUR,2026-01-01,a,replace,,typing_error,", "usd_per_unit: is empty beside replace"],
  ])("%s", async (_, row, fault) => {
    const { code, text } = await at.importFiles([RATE_CORRECTION_HEADER, row]);
    expect([code, text]).toEqual([1, expect.stringMatching(new RegExp(`^\\d+\\.csv:2: ${fault}`))]);
  });
});

test("two corrections of one row in one import are refused, in one file or in two", async () => {
  await using at = await openLedger();
  await at.importPrices(price("10", "2026-01-01"));
  const twice = [replace("2026-01-01", "11"), withdraw("2026-01-01")];
  expect((await at.correct(...twice)).text).toContain("2.csv:3: observed_on: is corrected by 2.csv:2, too");
  const files = twice.map((row) => [PRICE_CORRECTION_HEADER, row]);
  expect((await at.importFiles(...files)).text).toContain("4.csv:2: observed_on: is corrected by 3.csv:2, too");
});

test("what was withdrawn cannot be withdrawn again, and the same file does not bring it back", async () => {
  await using at = await openLedger();
  const rows = [price("10", "2026-01-01"), price("12", "2026-02-01")];
  await at.importPrices(...rows);
  await at.correct(withdraw("2026-02-01"));
  expect((await at.correct(withdraw("2026-02-01"))).text).toContain("was withdrawn in dataset version 2026-01-01.2");
  expect((await at.importPrices(...rows)).text).toContain("nothing to publish");
  expect(await at.read(STATE)).toEqual(["10 2026-01-01 null"]);
});

test("after a withdrawal another source may say the same, and a replacement puts the row back", async () => {
  await using at = await openLedger();
  const rows = [price("10", "2026-01-01"), price("12", "2026-02-01")];
  await at.importPrices(...rows);
  await at.correct(withdraw("2026-01-01"), withdraw("2026-02-01"));
  await at.importPrices(price("10", "2026-01-01", { source: "b" }));
  expect((await at.correct(replace("2026-02-01", "12"))).code).toBe(0);
  expect(await at.read(STANDING)).toEqual(["2026-01-01 10 b 3", "2026-02-01 12 a 4"]);
  expect((await at.importPrices(...rows)).text).toContain("nothing to publish");
});

const FILES = [
  [PRICE_HEADER, price("10", "2026-01-01"), price("99", "2026-02-01"), price("12", "2026-03-01")],
  [PRICE_CORRECTION_HEADER, replace("2026-02-01", "9.90"), withdraw("2026-03-01")],
];
test.each([
  ["after the rows", FILES],
  ["before them", FILES.toReversed()],
])("corrections of rows that come in the same import, named %s", async (_, files) => {
  await using at = await openLedger();
  expect(await at.importFiles(...files)).toMatchObject({ code: 0 });
  expect(await at.read(STANDING)).toEqual(["2026-01-01 10 a 1", "2026-02-01 9.9 a 1"]);
  expect(await at.read(SUPERSEDED)).toEqual(["2026-02-01 99 a 1 1", "2026-03-01 12 a 1 1"]);
  expect((await at.importPrices(price("12", "2026-03-01"))).text).toContain("nothing to publish");
});

test("a row that says what a correction in the same import replaces, or what it states, is no contradiction", async () => {
  await using at = await openLedger();
  await at.importPrices(price("10", "2026-01-01"), price("11", "2026-02-01"));
  const both = [price("10", "2026-01-01"), price("12", "2026-02-01", { source: "b" })];
  const corrections = [replace("2026-01-01", "9", { source: "b" }), replace("2026-02-01", "12")];
  expect(await at.importFiles([PRICE_HEADER, ...both], [PRICE_CORRECTION_HEADER, ...corrections])).toMatchObject({
    code: 0,
  });
  expect(await at.read(STANDING)).toEqual(["2026-01-01 9 b 2", "2026-02-01 12 a 2"]);
});

test("a lower source that agrees takes the row, and the version before keeps its own", async () => {
  await using at = await openLedger();
  await at.importPrices(price("10", "2026-01-01", { source: "b" }));
  await at.importPrices(price("10", "2026-01-01"));
  expect(await at.read(STANDING)).toEqual(["2026-01-01 10 a 2"]);
  expect(await at.read(SUPERSEDED)).toEqual(["2026-01-01 10 b 1 2"]);
});

const DOLLARS = `SELECT usd, fx_date FROM price WHERE ${OF_NEWEST}`;

test("a corrected rate converts the prices again, and without any rate a price has no dollars", async () => {
  await using at = await openLedger();
  await at.importFiles(RATES, [PRICE_HEADER, price("10", "2026-01-01", { currency: "EUR" })]);
  const correct = (row: string) => at.importFiles([RATE_CORRECTION_HEADER, row]);
  expect((await correct("EUR,2026-01-01,a,replace,1.3,typing_error,")).code).toBe(0);
  expect(await at.read(DOLLARS)).toEqual(["13 2026-01-01"]);
  expect((await correct("EUR,2026-01-01,a,withdraw,,source_error,")).code).toBe(0);
  expect(await at.read(DOLLARS)).toEqual(["12 2025-12-30"]);
  expect((await at.importFiles(RATES)).text).toContain("nothing to publish");
  expect((await correct("EUR,2025-12-30,a,withdraw,,source_error,")).code).toBe(0);
  expect(await at.read(DOLLARS)).toEqual(["null null"]);
  const superseded =
    "SELECT date, trim_scale(usd_per_unit), recorded_in, superseded_in FROM rate WHERE superseded_in IS NOT NULL ORDER BY 4";
  expect(await at.read(superseded)).toEqual(["2026-01-01 1.1 1 2", "2026-01-01 1.3 2 3", "2025-12-30 1.2 1 4"]);
});

const ERASED =
  "SELECT observed_on, amount, source_url, is_redacted FROM observation WHERE superseded_in IS NOT NULL ORDER BY 1, superseded_in";

test("a takedown erases the amount from every version, and says of each how many rows it lost", async () => {
  await using at = await openLedger();
  await at.importPrices(price("10", "2026-01-01"), price("12", "2026-02-01"));
  await at.correct(replace("2026-02-01", "13"));
  await at.importPrices(price("14", "2026-03-01", { source: "b" }));
  expect((await at.correct(withdraw("2026-02-01", { reason: "licence" }))).code).toBe(0);
  expect(await at.read(ERASED)).toEqual(["2026-02-01 null null t", "2026-02-01 null null t"]);
  expect(await at.read("SELECT redacted FROM dataset_version ORDER BY id")).toEqual(["1", "1", "1", "0"]);
  expect((await at.importPrices(price("13", "2026-02-01"))).text).toContain("nothing to publish");
  expect((await at.correct(withdraw("2026-02-01", { reason: "licence" }))).text).toContain("was withdrawn in");
});

test("a row that was withdrawn for another reason can still be erased", async () => {
  await using at = await openLedger();
  await at.importPrices(price("10", "2026-01-01"), price("12", "2026-02-01"));
  await at.correct(withdraw("2026-02-01"));
  expect((await at.correct(withdraw("2026-02-01", { reason: "licence", source: "a" }))).code).toBe(0);
  expect(await at.read(ERASED)).toEqual(["2026-02-01 null null t"]);
});
