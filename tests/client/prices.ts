import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi";

/** The one record of a price, flat. */
type Price = components["schemas"]["PriceRow"];
type Cell = string | number | boolean | null;
type Cells = Record<string, unknown>;

const FLAT_TAX: Record<string, string> = {
  treatment: "tax_treatment",
  rate_pct: "tax_rate_pct",
  reason: "tax_reason",
  source: "tax_source",
  reviewed_on: "tax_reviewed_on",
};

/** Reads all current prices in six ways; each gives the same type. `sender`: client address of these calls. */
export async function readPrices(baseUrl: string, sender: string): Promise<Record<string, Price[]>> {
  const options = { baseUrl, headers: { "x-forwarded-for": sender } };
  const { GET } = createClient<paths, "application/json">(options);
  const lines = createClient<paths, "application/x-ndjson">(options);
  const tables = createClient<paths, "text/csv">(options);
  const files = createClient<paths, "application/vnd.apache.parquet">(options);
  const toPrice = await readColumns(baseUrl);

  const list: Price[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data: answer } = await GET("/api/prices", { params: { query: { page, page_size: 200 } } });
    pages = answer?.pagination.total_pages ?? 0;
    list.push(...(answer?.data ?? []).map(({ tax, ...price }) => toPrice({ ...price, ...flattenTax(tax) })));
  }
  const ndjson = await lines.GET("/api/prices", { params: { query: { format: "ndjson" } }, parseAs: "text" });
  const csv = await tables.GET("/api/prices", { params: { query: { format: "csv" } }, parseAs: "text" });
  const exported = await GET("/api/export/prices.{format}", { params: { path: { format: "json" } } });
  const exportedLines = await lines.GET("/api/export/prices.{format}", {
    params: { path: { format: "ndjson" } },
    parseAs: "text",
  });
  const parquet = await files.GET("/api/export/prices.{format}", {
    params: { path: { format: "parquet" } },
    parseAs: "arrayBuffer",
  });
  const readLines = (text = "") =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => toPrice(JSON.parse(line)));
  return {
    list,
    ndjson: readLines(ndjson.data),
    csv: parse<Cells>(csv.data ?? "", { columns: true }).map(toPrice),
    "export as JSON": exported.data?.data ?? [],
    "export as NDJSON": readLines(exportedLines.data),
    "export as Parquet": (await readParquet(parquet.data as unknown as ArrayBuffer)).map(toPrice),
  };
}

const flattenTax = (tax: object): Cells =>
  Object.fromEntries(Object.entries(tax).map(([name, value]) => [FLAT_TAX[name] ?? name, value]));

async function readParquet(bytes: ArrayBuffer): Promise<Cells[]> {
  const folder = await mkdtemp(join(tmpdir(), "price-atlas-client-"));
  const file = join(folder, "prices.parquet");
  await writeFile(file, Buffer.from(bytes));
  const duck = await (await DuckDBInstance.create(":memory:")).connect();
  try {
    return (await duck.runAndReadAll(`SELECT * FROM '${file}'`)).getRowObjectsJson();
  } finally {
    duck.closeSync();
    await rm(folder, { recursive: true });
  }
}

type Field = { type?: string | string[]; anyOf?: Field[] };

/** What a cell of text is, and which columns there are, stands in the document. */
async function readColumns(baseUrl: string): Promise<(cells: Cells) => Price> {
  const document = await (await fetch(new URL("/api/openapi.json", baseUrl))).json();
  const properties: Record<string, Field> = document.components.schemas.PriceRow.properties;
  const columns = Object.entries(properties).map(([name, field]) => ({
    name,
    types: (field.anyOf ?? [field]).flatMap(({ type }) => type ?? []),
  }));
  const toCell = (value: unknown, types: string[]): Cell => {
    if (value === null || value === undefined || value === "") return null;
    if (types.includes("number") || types.includes("integer")) return Number(value);
    return types.includes("boolean") ? String(value).toLowerCase() === "true" : String(value);
  };
  return (cells) =>
    Object.fromEntries(columns.map(({ name, types }) => [name, toCell(cells[name], types)])) as unknown as Price;
}
