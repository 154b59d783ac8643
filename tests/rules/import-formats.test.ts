import { expect, test } from "vitest";
import { openCsv } from "@/lib/import/read/csv";
import { FaultList, formatFault } from "@/lib/import/read/faults";
import type { CsvFormat, FileReader, RowSink } from "@/lib/import/read/formats/format";
import { nativeFormats } from "@/lib/import/read/formats/native";
import { opentherank } from "@/lib/import/read/formats/opentherank";
import { ecb, openCurrencyApi, readDay } from "@/lib/import/read/formats/rates";
import { detectFormat } from "@/lib/import/read/open/detect";

const LATEST = "2026-11-21";

function collect() {
  const seen = { rows: [] as (string | null)[][], faults: [] as string[], skipped: 0 };
  const sink: RowSink = {
    stage: (line, values) => seen.rows.push([String(line), ...values]),
    fault: (line, column, text) => seen.faults.push(`${line}: ${column}: ${text}`),
    skip: () => {
      seen.skipped += 1;
    },
  };
  return { seen, sink };
}

async function read(open: (sink: RowSink) => FileReader, text: string) {
  const { seen, sink } = collect();
  const reader = open(sink);
  await reader.write(Buffer.from(text));
  await reader.end();
  return seen;
}

const readCsv = (format: CsvFormat, text: string) => read((sink) => openCsv(format, sink, LATEST), text);
const readJson = (text: string) => read((sink) => openCurrencyApi(sink, LATEST), text);

const PRICES = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const NO_PROVENANCE = ["", "", "", ""];
const OPENTHERANK =
  "snapshot_date,country_code,product_slug,product,category,source,plan,period,price_local,currency,price_usd," +
  "us_price_usd,pct_vs_us,in_index,price_note,checked_at,page_url";

test.each<[string, string]>([
  ["stage_source", "id,name,publisher,url,license,attribution"],
  ["stage_product", "slug,name,vendor,service,category,plan,website,in_basket"],
  ["stage_product", "slug,name,vendor,service,category,plan,website,in_basket,same_plan_as"],
  ["stage_rate", "currency,date,usd_per_unit,source"],
  ["stage_access", "read_on,question,product,source_url,sentence"],
  ["stage_price", PRICES],
  ["stage_price", PRICES.split(",").reverse().join(",")],
  ["stage_price", `quote,${PRICES}`],
  ["stage_price", `${PRICES},plan,method,read_at,quote`],
  ["stage_opentherank", OPENTHERANK],
  ["stage_opentherank", `${OPENTHERANK},a_new_column`],
  ["stage_rate", "Date, USD, JPY, BGN, "],
  ["stage_rate", "Date,USD,JPY,CYP,"],
])("knows a file for %s by its header", (table, header) => {
  expect(detectFormat(`${header}\n`, undefined)).toMatchObject({ kind: "csv", format: { table } });
});

test.each<[string, string, "native" | "ecb" | undefined]>([
  ["is the header of no known format", "a,b,c", undefined],
  ['missing currency; unknown "curency"', PRICES.replace("currency", "curency"), undefined],
  ['unknown "qoute"', `${PRICES},qoute,plan`, undefined],
  ["has semicolons between its cells: save the file with commas", PRICES.replaceAll(",", ";"), undefined],
  ["has tabs between its cells", PRICES.replaceAll(",", "\t"), undefined],
  ["is a line for Excel alone", `sep=,\n${PRICES}`, undefined],
  ["repeated period", `${PRICES},period`, undefined],
  ["is the header of the format native, not of ecb", PRICES, "ecb"],
  ["is JSON, which is not the format ecb", '{"date": "2026-09-29"}', "ecb"],
])("says of another file that it %s", (text, start, wanted) => {
  expect(detectFormat(start, wanted)).toMatchObject({ kind: "unknown", text: expect.stringContaining(text) });
});

test("the cells of a record go to the columns that its header names, in whatever order", async () => {
  const format = nativeFormats.find(({ table }) => table === "stage_rate") ?? ecb;
  const header = ["usd_per_unit", "source", "date", "currency"];
  expect(format.isHeader(header)).toBe(true);
  expect(format.columns).toEqual(["currency", "date", "numerator", "source_id"]);
  const { rows, faults } = await readCsv(
    format,
    `${header.join(",")}\n1.1,"ecb",2026-01-02,EUR\n1.1,ecb,EUR,2026-01-02\n`,
  );
  expect(rows).toEqual([["2", "EUR", "2026-01-02", "1.1", "ecb"]]);
  expect(faults).toEqual([
    '3: currency: "2026-01-02" is not an ISO 4217 code',
    '3: date: "EUR" is not a day written YYYY-MM-DD',
  ]);
});

test("a price is both amount and currency, an end is neither", async () => {
  const format = nativeFormats.find(({ table }) => table === "stage_price") ?? opentherank;
  const row = (amount: string, currency: string) =>
    `netflix,TR,web,monthly,${amount},${currency},2026-04-09,s,https://a.example/`;
  const { rows, faults } = await readCsv(
    format,
    [PRICES, row("5", "TRY"), row("", ""), row("5", ""), row("", "TRY")].join("\n"),
  );
  expect(rows).toEqual([
    ["2", ...row("5", "TRY").split(","), ...NO_PROVENANCE],
    ["3", ...row("", "").split(","), ...NO_PROVENANCE],
  ]);
  expect(faults).toEqual([
    "4: currency: is empty, but amount is not: a series that ended has neither",
    "5: amount: is empty, but currency is not: a series that ended has neither",
  ]);
});

test("a row with another number of columns is named, and the rows around it are read", async () => {
  const format = nativeFormats.find(({ table }) => table === "stage_rate") ?? ecb;
  const { rows, faults } = await readCsv(
    format,
    "currency,date,usd_per_unit,source\nEUR,2026-01-02,1.1,ecb\nEUR,2026-01-03,1,1,ecb\nUSD,2026-01-03,2,ecb\n",
  );
  expect(rows).toEqual([["2", "EUR", "2026-01-02", "1.1", "ecb"]]);
  expect(faults).toEqual(["3: null: has 5 columns, the header has 4", "4: usd_per_unit: one US dollar is 1 US dollar"]);
});

test("the ECB's day file: dates written out, spaces, a comma at the end", async () => {
  const { rows, faults, skipped } = await readCsv(
    ecb,
    "Date, USD, JPY, TRY, XYZ, \n29 September 2026, 1.1741, 174.55, 48.8, 3, \n",
  );
  expect(faults).toEqual([]);
  expect(skipped).toBe(1);
  expect(rows).toEqual([
    ["2", "EUR", "2026-09-29", "1.1741", "1", "ecb"],
    ["2", "USD", "2026-09-29", "1", "1", "ecb"],
    ["2", "JPY", "2026-09-29", "1.1741", "174.55", "ecb"],
    ["2", "TRY", "2026-09-29", "1.1741", "48.8", "ecb"],
  ]);
});

test("the ECB's history: N/A is no rate, withdrawn currencies keep theirs, what is no currency is skipped", async () => {
  const { rows, faults, skipped } = await readCsv(
    ecb,
    "Date,USD,JPY,CYP,XYZ,\n2026-09-29,1.17,N/A,N/A,N/A,\n1999-01-04,1.1789,133.73,0.58231,5,\n2026-09-30,N/A,1,1,1,\n",
  );
  expect(rows.map(([line, currency]) => `${line} ${currency}`)).toEqual([
    "2 EUR",
    "2 USD",
    "3 EUR",
    "3 USD",
    "3 JPY",
    "3 CYP",
  ]);
  expect(skipped).toBe(1);
  expect(faults).toEqual(['4: USD: "N/A" is not a positive decimal such as 0.0272']);
});

test.each([
  ["29 September 2026", "2026-09-29"],
  ["1 March 2026", "2026-03-01"],
  ["2026-09-29", "2026-09-29"],
  ["29 Sept 2026", "29 Sept 2026"],
])("the ECB's day %s is %s", (text, day) => {
  expect(readDay(text)).toBe(day);
});

test("the Currency API: figures with all their digits, whatever the base; coins are skipped", async () => {
  const { rows, faults, skipped } = await readJson(
    '{\n  "date": "2026-09-29",\n  "eur": {\n    "eur": 1,\n    "btc": 0.0000089,\n    "idr": 19512.123456789012345,\n    "usd": 1.17410000000000000001\n  }\n}\n',
  );
  expect(faults).toEqual([]);
  expect(skipped).toBe(1);
  expect(rows).toEqual([
    ["4", "EUR", "2026-09-29", "1.17410000000000000001", "1", "currency-api"],
    ["6", "IDR", "2026-09-29", "1.17410000000000000001", "19512.123456789012345", "currency-api"],
    ["7", "USD", "2026-09-29", "1", "1", "currency-api"],
  ]);
});

test.each<[string, string, string]>([
  ["cut off", '{"date": "2026-09-29",\n"eur": {"usd": 1.17', "2: JSON: is not well-formed"],
  ["a list", "[1]", "1: JSON: is not of the form"],
  ["two bases", '{"date": "2026-09-29", "eur": {}, "usd": {}}', "1: JSON: is not of the form"],
  ["in the future", '{"date": "2027-01-01",\n"eur": {"usd": 1}}', '1: date: "2027-01-01" is in the future'],
  ["no dollar", '{"date": "2026-09-29", "eur": {"try": 48.8}}', "1: usd: is missing"],
  [
    "a negative rate",
    '{"date": "2026-09-29",\n"eur": {"usd": 1.1,\n"try": -2}}',
    '3: try: "-2" is not a positive decimal',
  ],
  ["text for a rate", '{"date": "2026-09-29",\n"eur": {"usd": 1.1,\n"try": "48"}}', "3: try: is not a number"],
])("the Currency API's file with %s is refused", async (_name, text, fault) => {
  expect((await readJson(text)).faults).toEqual([expect.stringContaining(fault)]);
});

test("a release file: platforms and periods by our names, one-time purchases skipped, both readings kept", async () => {
  const row = (period: string, printed: string, currency: string) =>
    `2026-09-30,TR,cursor,Cursor,ai,app_store,Pro,${period},"${printed}",${currency},30.61,25.99,17.776,true,"A note, with ""quotes"".",2026-09-26,https://opentherank.com/ai-pricing/cursor/`;
  const text = [
    OPENTHERANK,
    row("month", "₺1.499,99/mo", "TRY"),
    row("one-time", "x", "TRY"),
    row("week", "KWD 1.500", "KWD"),
    row("month", "Free", "TRY"),
    row("day", "1", "TRY"),
  ];
  const { rows, faults, skipped } = await readCsv(opentherank, text.join("\n"));
  const noted = ["plan_differs", null, 'A note, with "quotes".'];
  const rest = ["2026-09-26", "https://opentherank.com/ai-pricing/cursor/", "Cursor", "ai", "Pro", "true", "ios"];
  expect(rows).toEqual([
    ["2", "2026-09-30", "cursor", "TR", "TRY", "30.61", ...rest, "monthly", "1499.99", null, ...noted],
    ["4", "2026-09-30", "cursor", "TR", "KWD", "30.61", ...rest, "weekly", "1.500", "1500", ...noted],
  ]);
  expect(skipped).toBe(1);
  expect(faults).toEqual([
    '5: price_local: "Free" cannot be read as a price',
    '6: period: "day" is none of week, month, year, one-time',
  ]);
});

test("faults are sorted, counted, and kept in bounded memory", () => {
  const faults = new FaultList();
  for (let line = 10_000; line > 0; line -= 1) faults.add({ file: line % 2, line, column: "amount", text: "is wrong" });
  faults.add({ file: 0, line: 2, column: null, text: "is not UTF-8" }, 5);
  expect(faults.count).toBe(10_005);
  expect(faults.first()).toHaveLength(50);
  expect(
    faults
      .first()
      .slice(0, 3)
      .map((fault) => formatFault(fault, fault.file === 0 ? "a.csv" : "b.csv")),
  ).toEqual(["a.csv:2: is not UTF-8", "a.csv:2: amount: is wrong", "a.csv:4: amount: is wrong"]);
});

const readQuoted = (quote: string, changed: Readonly<Record<string, string>> = {}) => {
  const cells = { amount: "1700", currency: "TRY", period: "monthly", read_at: "", method: "", plan: "", ...changed };
  const [format] = nativeFormats.filter(({ table }) => table === "stage_price");
  if (format === undefined) throw new Error("prices have no format");
  const row = `netflix,TR,ios,${cells.period},${cells.amount},${cells.currency},2026-11-20,s,https://a.example/`;
  const text = `${PRICES},read_at,quote,method,plan\n${row},${cells.read_at},"${quote}",${cells.method},${cells.plan}\n`;
  return readCsv(format, text);
};

test("a reading carries when, how and from which words it was read", async () => {
  const { rows, faults } = await readQuoted("1.700,00 ₺ / ay", {
    read_at: "2026-11-19T23:10:00Z",
    method: "page",
    plan: "Aile",
  });
  expect(faults).toEqual([]);
  expect(rows[0]?.slice(-4)).toEqual(["2026-11-19T23:10:00Z", "1.700,00 ₺ / ay", "page", "Aile"]);
});

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['quote: "₺170,00" reads as 170.00, but amount is 1700', "₺170,00", {}],
  ['quote: "€1.700,00" is in EUR, not in TRY', "€1.700,00", {}],
  ['quote: "1.700 ₺ / yıl" is a price for another period: yearly, not monthly', "1.700 ₺ / yıl", {}],
  ["quote: stands beside no amount", "₺1.700", { amount: "", currency: "" }],
  ["quote: is longer than 120 characters", "9".repeat(121), {}],
  ['read_at: "2026-11-20" is not an instant in UTC', "", { read_at: "2026-11-20" }],
  ['read_at: "2026-11-20T25:00:00Z" is not an instant in UTC', "", { read_at: "2026-11-20T25:00:00Z" }],
  ["read_at: is not on 2026-11-20, in no time zone", "", { read_at: "2026-11-18T10:00:00Z" }],
  ['method: "guess" is none of page, api, receipt, staff, visitor', "", { method: "guess" }],
  ["plan: is longer than 100 characters", "", { plan: "p".repeat(101) }],
])("a reading is refused whose provenance %s", async (fault, quote, changed) => {
  const { rows, faults } = await readQuoted(quote, changed);
  expect(rows).toEqual([]);
  expect(faults.join()).toContain(fault);
});

const readAccessRow = (cells: Readonly<Record<string, string>>) => {
  const [format] = nativeFormats.filter(({ table }) => table === "stage_access");
  if (format === undefined) throw new Error("sentences have no format");
  const row = {
    product: "netflix",
    question: "payment",
    sentence: "It takes cards of any country.",
    source_url: "https://a.example/cards",
    read_on: "2026-11-20",
    ...cells,
  };
  const line = Object.values(row).map((cell) => `"${cell.replaceAll('"', '""')}"`);
  return readCsv(format, `${Object.keys(row).join(",")}\n${line.join(",")}\n`);
};

test.each([
  {},
  { question: "account_country" },
  { question: "moving", sentence: "Is it “kept”? It is!" },
  { question: "family_abroad", source_url: "http://a.example/?a=b,c" },
  { sentence: `${"a".repeat(199)}.` },
  { sentence: "", source_url: "", read_on: "" },
])("a sentence about buying from abroad is taken as it is meant: %o", async (cells) => {
  const { rows, faults } = await readAccessRow(cells);
  expect(faults).toEqual([]);
  expect(rows).toHaveLength(1);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['product: "Netflix" is not an identifier', { product: "Netflix" }],
  ['question: "paying" is none of payment, account_country, moving, family_abroad', { question: "paying" }],
  ["sentence: is longer than 200 characters", { sentence: `${"a".repeat(200)}.` }],
  ["sentence: is no whole sentence: it ends without a full stop", { sentence: "It takes cards" }],
  ["has spaces around it", { sentence: " It takes cards." }],
  ["contains a control character or line break", { sentence: "It takes\ncards." }],
  ["sentence: has an address in it", { sentence: "See https://a.example/ for cards." }],
  ["sentence: speaks of VPNs or the like", { sentence: "A VPN of Türkiye helps." }],
  ["sentence: speaks of VPNs or the like", { sentence: "NordVPN is blocked." }],
  ["sentence: speaks of VPNs or the like", { sentence: "A virtual private network may help." }],
  ["sentence: speaks of VPNs or the like", { sentence: "Go through a proxy." }],
  ['source_url: "ftp://a.example/" is not an http or https address', { source_url: "ftp://a.example/" }],
  ["source_url: must not contain a user name or password", { source_url: "https://me:word@a.example/" }],
  ["source_url: is empty beside sentence", { source_url: "" }],
  ["read_on: is empty beside sentence", { read_on: "" }],
  ['read_on: "2026-11-23" is in the future', { read_on: "2026-11-23" }],
  ['read_on: "20.11.2026" is not a day written YYYY-MM-DD', { read_on: "20.11.2026" }],
  ["source_url: is given, but sentence is empty: that withdraws what stands", { sentence: "", read_on: "" }],
  ["read_on: is given, but sentence is empty: that withdraws what stands", { sentence: "", source_url: "" }],
])("a sentence is refused whose %s", async (fault, cells) => {
  const { rows, faults } = await readAccessRow(cells);
  expect(rows).toEqual([]);
  expect(faults.join()).toContain(fault);
});
