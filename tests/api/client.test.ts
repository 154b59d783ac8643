import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { PriceRow } from "@/lib/catalogue/prices/schema";
import { newSender } from "../support/sender";
import { baseUrl } from "../support/server";

// Imported by address: this project's compiler must not look for types that the test generates later.
const load = (file: string) => import(/* @vite-ignore */ new URL(`../client/${file}`, import.meta.url).href);

beforeAll(async () => {
  const { generateClient } = await load("generate.ts");
  await generateClient(new URL("/api/openapi.json", baseUrl));
});

test("a client generated from the OpenAPI document compiles and reads all endpoints", async () => {
  const { readEverything } = await load("client.ts");
  const read = await readEverything(baseUrl, newSender());
  expect(read.products).toHaveLength(2);
  expect(read.product).toBeGreaterThan(245);
  expect(read).toMatchObject({
    countries: 118,
    prices: ["289.99 TRY"],
    baseline: "US",
    exported: 18,
    heading: expect.stringMatching(/^country,dataset_version,/),
    tomorrow: "console",
  });
  expect(read.suggestions).toContain("netflix");
});

const WAYS = ["list", "ndjson", "csv", "export as JSON", "export as NDJSON", "export as Parquet"];

test("a program in TypeScript, typed by the document, reads one record of each price in every way", async () => {
  const { readPrices } = await load("prices.ts");
  const read = z
    .record(z.string(), z.array(z.record(z.string(), z.unknown())))
    .parse(await readPrices(baseUrl, newSender()));
  expect(Object.keys(read)).toEqual(WAYS);
  const columns = Object.keys(PriceRow.shape);
  for (const way of WAYS) {
    expect([way, read[way]?.length, Object.keys(read[way]?.[0] ?? {})]).toEqual([way, 3075, columns]);
    for (const [at, price] of (read[way] ?? []).entries()) expect([way, price]).toEqual([way, read.list?.[at]]);
  }
});
