import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { z } from "zod";
import { get } from "../support/api";
import { readCode } from "../support/read-code";
import { readCsv } from "../support/recompute-index";
import { makeDataDir } from "../support/scratch";

// What the recipes ask for is asked for here; the programs themselves are not on this machine, but DuckDB.

const Row = z.object({
  product: z.string(),
  country: z.string(),
  platform: z.string(),
  period: z.string(),
  amount: z.number(),
  currency: z.string(),
  verified_on: z.string(),
  usd_monthly: z.number().nullable(),
  fx_stale: z.boolean(),
  name: z.string(),
  product_plan: z.string(),
  country_name: z.string(),
});

const readRows = async () =>
  z.object({ data: z.array(Row) }).parse((await get("/api/export?dataset=prices&format=json")).body).data;

async function findRecipe(start: string): Promise<string> {
  const { text } = await get("/docs/programs");
  const section = text.slice(text.indexOf(' id="recipes" aria-labelledby'));
  const code = readCode(section.slice(0, section.indexOf("</section>"))).find((one) => one.startsWith(start));
  if (code === undefined) throw new Error(`no recipe begins with ${start}`);
  return code;
}

const addressIn = (code: string) => /"https?:\/\/[^/"]+(\/api\/[^"]+)"/.exec(code)?.[1] ?? "";

async function findNetflixInGermany() {
  const [row] = (await readRows()).filter(
    ({ product, country, platform, period }) =>
      product === "netflix" && country === "DE" && platform === "ios" && period === "monthly",
  );
  if (row === undefined) throw new Error("Netflix has no price in the App Store of Germany");
  return row;
}

test("the cell of a spreadsheet is one amount below its name", async () => {
  const { text } = await get(addressIn(await findRecipe("=INDEX(IMPORTDATA(")));
  expect(text.trim().split(/\r?\n/)).toEqual(["amount", String((await findNetflixInGermany()).amount)]);
});

test("the table of Excel has every price of Germany, in columns of the kinds that are named", async () => {
  const code = await findRecipe("let");
  const rows = readCsv((await get(addressIn(code))).text);
  const expected = (await readRows()).filter(({ country }) => country === "DE");
  expect(rows).toEqual(
    expected.map(({ name, product_plan, amount, currency, verified_on }) => ({
      name,
      product_plan,
      amount: String(amount),
      currency,
      verified_on,
    })),
  );
  const typed = [...code.matchAll(/\{"(\w+)", type (\w+)\}/g)].map(([, column, kind]) => [column, kind]);
  expect(typed).toEqual([
    ["amount", "number"],
    ["verified_on", "date"],
  ]);
});

test("the sensor reads an amount in the unit that it names, with two attributes", async () => {
  const code = await findRecipe("rest:");
  const { amount, currency, verified_on } = await findNetflixInGermany();
  const { data } = z.object({ data: z.array(z.unknown()) }).parse((await get(addressIn(code))).body);
  expect(data).toEqual([{ amount, currency, verified_on }]);
  expect(code).toContain('value_template: "{{ value_json.data[0].amount }}"');
  expect(code).toContain(`unit_of_measurement: "${currency}"`);
  expect(code).toContain('json_attributes: ["currency", "verified_on"]');
});

test("the statement of DuckDB finds the five lowest prices of Netflix in the file", async () => {
  const code = await findRecipe("-- curl -O");
  const path = /https?:\/\/[^/]+(\/api\/\S+)/.exec(code)?.[1] ?? "";
  await using folder = await makeDataDir();
  await mkdir(folder.dir, { recursive: true });
  const file = join(folder.dir, "prices.parquet");
  await writeFile(file, (await get(path)).bytes);
  const connection = await (await DuckDBInstance.create()).connect();
  const reader = await connection.runAndReadAll(code.replace("'prices.parquet'", `'${file}'`));
  const found = z.array(z.object({ country_name: z.string(), usd_monthly: z.unknown() })).parse(reader.getRowObjects());
  connection.closeSync();
  const lowest = (await readRows())
    .filter(({ product, usd_monthly, fx_stale }) => product === "netflix" && usd_monthly !== null && !fx_stale)
    .map(({ usd_monthly }) => usd_monthly ?? 0)
    .sort((a, b) => a - b)
    .slice(0, 5);
  expect(found.map(({ usd_monthly }) => Number(String(usd_monthly)))).toEqual(lowest);
});
