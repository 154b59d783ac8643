import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "@/tests/support/database";
import { type Folder, importHere, makeFolder, query, readVersions } from "@/tests/support/import-cli";
import { createDatabase } from "@/tests/support/server";
import { writeSmallData } from "@/tests/support/small-data";

const FILES = {
  tax: "country,valid_from,valid_to,rate_pct,reason,source,source_url,reviewed_on,known_from,confirmed_by,note",
  treatment: "scope,platform,country,treatment,source,source_url,note",
  income: "country,year,gni_per_capita_usd,source,source_url,reason",
  ppp: "country,year,ppp_factor,official_rate,price_level,source,source_url,reason",
};
const PAGE = "https://a.example/";

let database: TestDatabase;
let folder: Folder;
beforeAll(async () => {
  database = await createDatabase("small");
  folder = await makeFolder();
});
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const importRows = async (header: string, rows: readonly string[]) =>
  importHere(database.url, [await folder.write("rows.csv", [header, ...rows].join("\n"))]);

test("a file that leaves most rows out stops until somebody accepts it", async () => {
  const { code, text } = await importRows(FILES.income, [`DE,2025,60000,world-bank-wdi,${PAGE},`]);
  expect([code, text]).toEqual([1, expect.stringContaining("table income: 1 rows, before 6")]);
  expect(await query(database.url, "SELECT count(*) FROM income")).toEqual([["6"]]);
});

const tax = (text: string) => {
  const [country, from = "", to = "", rate = "", reason = "", known = ""] = text.split("|");
  const source = rate === "" ? "," : `gobl,${PAGE}`;
  return `${country},${from},${to},${rate},${reason},${source},,${known},,`;
};

test.each<[string, string, string[], string]>([
  ["a rate of 0", FILES.tax, [tax("DE|||0")], "a place without such a tax has no rate"],
  ["a rate and a reason", FILES.tax, [tax("DE|||19|not known")], "reason: is given beside rate_pct"],
  ["neither rate nor reason", FILES.tax, [tax("DE")], "reason: is empty, and so is rate_pct"],
  ["a reason of one's own", FILES.tax, [tax("DE||||who knows")], '"who knows" is none of no such tax'],
  ["days that end before they begin", FILES.tax, [tax("DE|2026-01-01|2025-01-01|19")], "is before valid_from"],
  ["both first days", FILES.tax, [tax("DE|2026-01-01||19||2026-02-01")], "stands only where valid_from is empty"],
  [
    "two rates on one day",
    FILES.tax,
    [tax("DE|2020-01-01|2024-06-30|19"), tax("DE|2024-01-01||20")],
    "DE already has a rate on that day, until 2024-06-30",
  ],
  ["two rates in force", FILES.tax, [tax("DE|2020-01-01||19"), tax("DE|2024-01-01||20")], "until today"],
  ["no rate in force", FILES.tax, [tax("DE|2020-01-01|2024-06-30|19")], "DE has no rate in force"],
  ["one key, two figures", FILES.tax, [tax("DE|2020-01-01||19"), tax("DE|2020-01-01||20")], "contradicts"],
  ["an unknown source", FILES.income, [`AD,2025,53230,nobody,${PAGE},`], 'source: "nobody" is no known source'],
  ["an unknown vendor", FILES.treatment, [`vendor:Nobody,web,*,included,gobl,${PAGE},`], "is no known vendor"],
  ["a treatment of one's own", FILES.treatment, [`vendor:Netflix,web,*,maybe,gobl,${PAGE},`], "is none of included"],
  ["an income without its year", FILES.income, [`AD,,53230,gobl,${PAGE},`], "year: is empty beside"],
  [
    "a factor of one year with a rate of another",
    FILES.ppp,
    [`TR,2025,11.5,48.9,0.35,gobl,${PAGE},`],
    'price_level: is "0.35", but ppp_factor / official_rate is 0.235174',
  ],
  ["a figure that no number is", FILES.ppp, [`TR,2025,x,48.9,0.35,gobl,${PAGE},`], '"x" is not a positive decimal'],
])("refuses %s, by line, and changes nothing", async (_name, header, rows, fault) => {
  const { code, text } = await importRows(header, rows);
  expect(code).toBe(1);
  expect(text).toContain(fault);
  expect(text).toMatch(/rows\.csv:\d+/);
  expect(await readVersions(database.url)).toEqual(["2026-09-29.1"]);
});

test("a file replaces what stood, and only what differs counts", async () => {
  const { income = "" } = await writeSmallData(folder);
  const [header = "", ...rows] = (await readFile(income, "utf8")).trimEnd().split("\r\n");
  const changed = rows
    .filter((row) => !row.startsWith("AR,"))
    .map((row) => row.replace(/^DE,\d+,[\d.]+/, "DE,2026,60000"));
  const { text, code } = await importRows(header, changed);
  expect(code).toBe(0);
  expect(text).toContain("added 0, changed 2, confirmed 0");
  const valid =
    "SELECT country, year, trim_scale(gni_per_capita_usd) FROM income WHERE superseded_in IS NULL AND country IN ('AR', 'DE')";
  expect(await query(database.url, valid)).toEqual([["DE", "2026", "60000"]]);
});
