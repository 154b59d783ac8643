import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { FaultList } from "@/lib/import/read/faults";
import { openFiles } from "@/lib/import/read/open/detect";
import type { Choices } from "@/lib/import/read/people/cells-rules";
import { readPeopleFile } from "../support/people-files";

const FOLDER = "tests/data/people";
const PAGE = "https://opentherank.com/streaming-pricing/spotify/";
const SOURCE = "opentherank-2026-09-30";

const own = mkdtempSync(join(tmpdir(), "price-atlas-people-"));
afterAll(() => rmSync(own, { recursive: true }));

const read = (name: string, choices: Choices = {}) => readPeopleFile(join(FOLDER, name), choices);

function readText(text: string | Buffer, choices: Choices = {}, name = "file.csv") {
  const path = join(own, name);
  writeFileSync(path, text);
  return readPeopleFile(path, choices);
}

const spotify = (country: string, amount: string, currency: string, day = "2026-11-20") =>
  `spotify,${country},ios,monthly,${amount},${currency},${day},${SOURCE},${PAGE}`;

const GERMAN = spotify("DE", "13.99", "EUR");

test.each<[string, string[]]>([
  ["excel-german.csv", [GERMAN, spotify("CH", "12.95", "CHF")]],
  ["excel-unicode-text.txt", [GERMAN]],
  ["windows-1252.csv", [GERMAN]],
  ["trailing-blanks.csv", [GERMAN]],
  ["heads-and-codes.csv", [GERMAN]],
  [
    "printed-amounts.csv",
    [
      GERMAN,
      spotify("US", "12.99", "USD"),
      spotify("TR", "99.00", "TRY"),
      spotify("NG", "1600", "NGN"),
      spotify("KR", "10900", "KRW"),
    ],
  ],
  ["days-first.csv", [GERMAN, spotify("US", "12.99", "USD", "2026-11-13")]],
  ["classic-mac.csv", [GERMAN]],
  ["own-export.csv", [GERMAN.replace(SOURCE, "")]],
  ["yen-with-decimals.csv", [spotify("JP", "980.50", "JPY")]],
])("%s is read as it is meant", async (name, rows) => {
  const { faults, read: seen } = await read(name);
  expect([faults, seen]).toEqual([[], rows.toSorted()]);
});

test("what was rewritten or left out is told by kind, with its count and examples", async () => {
  const kinds = async (name: string) => (await read(name)).rewritten.map(({ kind, count }) => `${kind} ${count}`);
  expect(await kinds("excel-german.csv")).toEqual([
    "Byte-order mark left out 1",
    "Cells separated by semicolons 1",
    "Decimal commas 2",
    "Days 2",
  ]);
  expect(await kinds("windows-1252.csv")).toEqual(["Read as Windows-1252 1", "Columns left out 1"]);
  expect(await kinds("heads-and-codes.csv")).toEqual(["Heads 9", "Spaces around cells 1", "Codes in small letters 2"]);
  const { rewritten } = await read("own-export.csv");
  expect(rewritten.find(({ kind }) => kind === "Columns left out")).toMatchObject({
    count: 4,
    examples: [{ from: "usd" }, { from: "usd_monthly" }, { from: "fx_rate" }],
  });
  const { rewritten: printed } = await read("printed-amounts.csv");
  expect(printed).toContainEqual({
    kind: "Amounts as printed",
    count: 5,
    examples: [
      { line: 2, from: "13,99 €", to: "13.99" },
      { line: 3, from: "US$12.99", to: "12.99" },
      { line: 4, from: "₺99,00", to: "99.00" },
    ],
  });
});

test("a day that can be read in two ways is asked for once a file, and taken as answered", async () => {
  const { read: none, faults } = await read("ambiguous-days.csv");
  expect([none, faults]).toEqual([
    [],
    [
      '2: observed_on: "03/04/2026" can be 2026-04-03 or 2026-03-04, and no other day of the file decides: say once whether the day or the month comes first',
    ],
  ]);
  expect((await read("ambiguous-days.csv", { dates: "dmy" })).read).toEqual([
    spotify("DE", "13.99", "EUR", "2026-04-03"),
  ]);
  expect((await read("ambiguous-days.csv", { dates: "mdy" })).read).toEqual([
    spotify("DE", "13.99", "EUR", "2026-03-04"),
  ]);
});

const HEAD = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const row = (amount: string, day = "2026-11-20", currency = "EUR", country = "DE") =>
  `spotify;${country};ios;monthly;${amount};${currency};${day};${SOURCE};${PAGE}`;
const german = (...rows: string[]) => [HEAD.replaceAll(",", ";"), ...rows, ""].join("\n");

test("amounts with two readings are decided by the others of the file, and asked for where those disagree or say nothing", async () => {
  const amounts = ({ read: rows }: { read: string[] }) => rows.map((line) => line.split(",")[4]);
  expect(amounts(await readText(german(row("1.299"), row("12,99", "2026-11-19"))))).toEqual(["12.99", "1299"]);
  expect(amounts(await readText(german(row("1.299"), row("12.99", "2026-11-19"))))).toEqual(["1.299", "12.99"]);
  const silent = await readText(german(row("1.299"), row("1.499", "2026-11-19"), row("15", "2026-11-18")));
  expect([amounts(silent), silent.faults]).toEqual([
    ["15"],
    [
      '2: amount: "1.299" can be 1.299 or 1299, as 1 more can, and no other amount of the file decides: say once which mark the decimals have',
    ],
  ]);
  const torn = await readText(german(row("1.299"), row("12,99", "2026-11-19"), row("12.99", "2026-11-18")));
  expect([amounts(torn), torn.faults.length]).toEqual([["12.99", "12.99"], 1]);
  expect(amounts(await readText(german(row("1.299")), { decimal: "," }))).toEqual(["1299"]);
  expect(amounts(await readText(german(row("1.299")), { decimal: "." }))).toEqual(["1.299"]);
});

test("lines above the header and a total below are left out and told; a sep= line names the separator", async () => {
  const seen = await readText(
    [
      "sep=|",
      "Prices of November|||",
      "",
      HEAD.replaceAll(",", "|"),
      row("12,99").replaceAll(";", "|"),
      "Total||||12,99||||",
    ].join("\r\n"),
  );
  expect([seen.faults, seen.read]).toEqual([[], [spotify("DE", "12.99", "EUR")]]);
  expect(seen.rewritten.map(({ kind }) => kind)).toEqual([
    "Line for Excel left out",
    "Cells separated by strokes",
    "Lines above the header left out",
    "Decimal commas",
    "Lines that are no rows left out",
  ]);
});

test.each<[string, string, string]>([
  ["another currency's sign", row("$12.99"), '2: amount: "$12.99" has the sign of another currency, not in EUR'],
  ["no amount", row("free"), '2: amount: "free" has no number'],
  ["a short year", row("12,99", "20.11.26"), '2: observed_on: "20.11.26" has a year of two digits: write 2026-11-20'],
  ["a day that does not exist", row("12,99", "31.02.2026"), '2: observed_on: "31.02.2026" does not exist'],
  [
    "a country of two faults",
    row("free", "20.11.2026", "EUR", "uk"),
    '2: amount: "free" has no number|2: country: "UK" is not an ISO 3166-1 code: the United Kingdom is GB',
  ],
  ["too many cells", `${row("12,99")};mine`, "2: null: has 10 columns, the header has 9"],
  ["too few cells", "spotify;DE;ios;monthly;12,99", "2: null: has 5 columns, the header has 9"],
])("a row with %s is a fault by its line and column", async (_name, line, faults) => {
  const seen = await readText(german(line));
  expect([seen.read, seen.faults.join("|")]).toEqual([[], faults]);
});

test("gold and units of account are no currency of a price, in any door", async () => {
  const { read: rows, faults } = await read("gold-and-units.csv");
  expect([rows, faults]).toEqual([
    [],
    [
      '2: currency: "XAU" is a metal, fund or unit of account: no price is printed in it',
      '3: currency: "CLF" is a metal, fund or unit of account: no price is printed in it',
    ],
  ]);
});

test("a format that is given stays strict", async () => {
  for (const name of ["excel-german.csv", "heads-and-codes.csv", "trailing-blanks.csv"]) {
    const faults = new FaultList();
    expect(await openFiles([join(FOLDER, name)], "native", faults, {})).toEqual([]);
    expect([name, faults.count]).toEqual([name, 1]);
  }
});

test("readings of lines of JSON are of our own format, and of no other that is given", async () => {
  const path = join(own, "readings.ndjson");
  writeFileSync(path, '{"product":"spotify"}\n');
  const open = async (format: "ecb" | undefined) => {
    const faults = new FaultList();
    const files = await openFiles([path], format, faults, {});
    return [files.map((file) => file.format.name), faults.count];
  };
  expect([await open(undefined), await open("ecb")]).toEqual([
    [["native"], 0],
    [[], 1],
  ]);
});

test("damaged bytes in a file of UTF-8 stay a fault of their line", async () => {
  const broken = Buffer.concat([Buffer.from(`${german(row("12,99 €"))}${row("13,99")}`), Buffer.from([0xe9, 0x0a])]);
  const seen = await readText(broken);
  expect([seen.read, seen.faults]).toEqual([[spotify("DE", "12.99", "EUR")], ["3: null: is not UTF-8"]]);
});

// One table, written by LibreOffice 7.4 and Gnumeric 1.12 with the formats of nine locales.
const TABLE = [
  "netflix,BR,web,monthly,55.9,BRL,2026-11-21",
  "netflix,JP,ios,monthly,12990,JPY,2026-11-20",
  "netflix,US,ios,monthly,15.49,USD,2026-11-20",
  "spotify,DE,ios,monthly,1299.5,EUR,2026-11-03",
  "spotify,GB,ios,monthly,12.99,GBP,2026-11-12",
  "spotify,TR,ios,monthly,1700,TRY,2026-11-20",
].map((line) => `${line},netflix-prices,https://github.com/tompec/netflix-prices`);

const SHEETS = readdirSync(join(FOLDER, "spreadsheets")).sort();

test("thirty files that spreadsheet programs wrote of one table in nine locales are read as that table", async () => {
  expect(SHEETS.length).toBeGreaterThanOrEqual(30);
  for (const name of SHEETS) {
    const { read: rows, faults } = await read(join("spreadsheets", name));
    const plain = rows.map((line) => {
      const cells = line.split(",");
      cells[4] = String(Number(cells[4]));
      return cells.join(",");
    });
    expect([name, faults, plain]).toEqual([name, [], TABLE]);
  }
});

test("a spreadsheet that is none, or has too many columns, is refused in words", async () => {
  const fake = await readText(Buffer.from("PK\x03\x04\x14\x00", "latin1"), {}, "book.xlsx");
  expect(fake.faults).toEqual(["1: null: is no spreadsheet that can be read: save it as XLSX or CSV"]);
});
