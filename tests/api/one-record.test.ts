import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { ListedPriceRow, PriceRow } from "@/lib/catalogue/prices/schema";
import { get, newSender } from "../support/api";
import { getProgram, programEnv } from "../support/needs";
import { lacksPython } from "../support/run-program";
import { baseUrl } from "../support/server";

const WAYS = ["list", "ndjson", "csv", "export as JSON", "export as NDJSON", "export as Parquet"];

test.skipIf(lacksPython("one record of a price in Python"))(
  "a program in Python, typed by the document, reads one record of each price in every way",
  async () => {
    const python = getProgram("python3");
    const hasArrow = spawnSync(python, ["-c", "import pyarrow"], { env: programEnv }).status === 0;
    const program = fileURLToPath(new URL("../client/prices.py", import.meta.url));
    const { stdout } = await promisify(execFile)(python, [program, baseUrl, newSender()], { env: programEnv });
    // pyarrow, which reads Parquet, is in no package of Debian's.
    const ways = WAYS.filter((way) => hasArrow || !way.endsWith("Parquet"));
    expect(stdout.trim()).toBe(`3075 prices, the same by ${ways.join(", ")}`);
    expect(await readFile(program, "utf8")).toContain("PriceRow");
  },
);

test("rows of lists have the columns of the export, and those alone that a day or a currency adds", async () => {
  const columns = Object.keys(PriceRow.shape);
  const listed = Object.keys(ListedPriceRow.shape);
  expect(columns.filter((name) => !listed.includes(name))).toEqual([]);
  const added = listed.filter((name) => !columns.includes(name));
  expect(added.filter((name) => !/^(?:converted_\w+|status|last_seen_on)$/.test(name))).toEqual([]);
  const call = "/api/prices?product=netflix&country=TR,US&format=ndjson";
  const Line = z.record(z.string(), z.unknown());
  const read = async (more: string) => {
    const { text } = await get(call + more);
    return new Set(
      text
        .split("\n")
        .slice(0, -1)
        .flatMap((line) => Object.keys(Line.parse(JSON.parse(line)))),
    );
  };
  expect([...(await read(""))].filter((name) => added.includes(name))).toEqual([]);
  for (const [more, wanted] of [
    ["&date=2026-06-01", /^(?:status|last_seen_on)$/],
    ["&currency=EUR", /^converted_/],
  ] as const)
    expect([...(await read(more))].filter((name) => added.includes(name)).sort()).toEqual(
      added.filter((name) => wanted.test(name)).sort(),
    );
});

test("each row of prices says what it is about, in CSV, JSON and the rows of a comparison", async () => {
  const Named = z.object({ product: z.string(), name: z.string(), plan: z.string(), category: z.string() });
  const Country = z.object({ country: z.string(), name: z.string() });
  const { data: products } = z.object({ data: z.array(Named) }).parse((await get("/api/export/products.json")).body);
  const { data: countries } = z.object({ data: z.array(Country) }).parse((await get("/api/countries")).body);
  const productOf = new Map(products.map((one) => [one.product, one]));
  const countryOf = new Map(countries.map((one) => [one.country, one.name]));
  const Row = z.looseObject({ product: z.string(), country: z.string() });
  const namesOf = ({ product, country }: z.infer<typeof Row>) => {
    const { name, plan, category } = productOf.get(product) ?? {};
    return { name, product_plan: plan, category, country_name: countryOf.get(country) };
  };
  for (const call of [
    "/api/prices?country=TR,AX",
    "/api/prices?product=netflix&date=2026-06-01",
    "/api/prices?columns=product,country,name,product_plan,category,country_name",
    "/api/export/prices.json",
  ]) {
    const { data } = z.object({ data: z.array(Row) }).parse((await get(call)).body);
    expect([call, data.length > 10]).toEqual([call, true]);
    for (const row of data) expect(row).toMatchObject(namesOf(row));
  }
  const { text } = await get("/api/compare?products=netflix,chatgpt&countries=TR,AQ,US&format=ndjson");
  const cells = text
    .split("\n")
    .slice(0, -1)
    .map((line) => Row.parse(JSON.parse(line)));
  expect(cells).toHaveLength(6);
  for (const cell of cells) expect(cell).toMatchObject(namesOf(cell));
});
