import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { whole } from "@/lib/contract/envelope";
import { DATASET_NAMES, DATASETS } from "@/lib/exports/schema";
import { get, send, wire } from "../support/api";

const rows = (text: string) => parse<Record<string, string>>(text, { columns: true, relax_column_count: false });

/** Null is empty; booleans are in capitals, which R reads as logical. */
const toCell = (value: unknown) =>
  value === null ? "" : typeof value === "boolean" ? String(value).toUpperCase() : String(value);

describe.each(DATASET_NAMES)("dataset %s", (name) => {
  const schema = DATASETS[name];

  test("has the documented columns, and the same rows and digits in each format", async () => {
    const csv = await get(`/api/export?dataset=${name}&format=csv`);
    const json = await get(`/api/export?dataset=${name}&format=json`);
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const version = whole(z.unknown()).parse(json.body).meta.dataset_version;
    expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="price-atlas-${name}-${version}.csv"`);
    expect(json.headers.get("content-disposition")).toBe(`attachment; filename="price-atlas-${name}-${version}.json"`);
    const { data } = whole(z.array(schema as z.ZodType<Record<string, unknown>>)).parse(json.body);
    const columns = Object.keys(schema.shape);
    expect(csv.text.split("\r\n")[0]).toBe(columns.join(","));
    expect(data.every((row) => Object.keys(row).join() === columns.join())).toBe(true);
    const cells = rows(csv.text);
    expect(cells.length).toBe(data.length);
    expect(cells.length).toBeGreaterThan(0);
    expect(cells).toEqual(
      data.map((row) => Object.fromEntries(columns.map((column) => [column, toCell(row[column])]))),
    );
    const ndjson = await get(`/api/export/${name}.ndjson`);
    expect(ndjson.headers.get("content-type")).toBe("application/x-ndjson");
    const withoutNulls = (row: Record<string, unknown>) =>
      JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
    const lines = ndjson.text.split("\n").slice(0, -1);
    expect(lines.map((line) => JSON.stringify(JSON.parse(line)))).toEqual(data.map(withoutNulls));
  });

  test("has the columns that are asked for, in their order, in each format", async () => {
    const [first = "", second = ""] = Object.keys(schema.shape);
    const asked = `columns=${second},${first}`;
    const whole = rows((await get(`/api/export/${name}.csv`)).text);
    const wanted = whole.map((row) => ({ [second]: row[second], [first]: row[first] }));
    const csv = await get(`/api/export/${name}.csv?${asked}`);
    expect(csv.text.split("\r\n")[0]).toBe(`${second},${first}`);
    expect(rows(csv.text)).toEqual(wanted);
    expect(csv.headers.get("link")).toContain(`/api/export/${name}.csv?${asked}>; rel="canonical"`);
    const json = await get(`/api/export?dataset=${name}&${asked}`);
    const { data } = z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(json.body);
    const toText = (row: Record<string, unknown>) =>
      Object.fromEntries([second, first].map((column) => [column, toCell(row[column] ?? null)]));
    expect(data.map((row) => Object.keys(row).join())).toEqual(wanted.map(() => `${second},${first}`));
    expect(data.map(toText)).toEqual(wanted);
    const ndjson = await get(`/api/export/${name}.ndjson?${asked}`);
    const lines = ndjson.text.split("\n").slice(0, -1);
    expect(lines.map((line) => toText(z.record(z.string(), z.unknown()).parse(JSON.parse(line))))).toEqual(wanted);
    expect(new Set([csv, json, ndjson].map(({ headers }) => headers.get("etag"))).size).toBe(3);
    const again = await get(`/api/export/${name}.csv?${asked}`, {
      headers: { "if-none-match": csv.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
  });
});

test("JSON is what comes without a format", async () => {
  const { headers } = await get("/api/export?dataset=index");
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
});

test("prices has the 3,075 current prices; history also the 38 series that ended", async () => {
  const prices = rows((await get("/api/export?dataset=prices&format=csv")).text);
  const history = rows((await get("/api/export?dataset=history&format=csv")).text);
  const series = (row: Record<string, string>) => `${row.product} ${row.country} ${row.platform} ${row.period}`;
  expect(prices).toHaveLength(3075);
  const current = new Set(prices.map(series));
  const all = new Set(history.map(series));
  expect(all.size - current.size).toBe(38);
  expect([...current].every((name) => all.has(name))).toBe(true);
});

test("a price that ended and came back is two rows of history", async () => {
  const history = rows((await get("/api/export?dataset=history&format=csv")).text);
  const seen = new Map<string, Record<string, string>[]>();
  for (const row of history) {
    const key = `${row.product} ${row.country} ${row.platform} ${row.period}`;
    seen.set(key, [...(seen.get(key) ?? []), row]);
  }
  for (const runs of seen.values()) {
    for (const [at, run] of runs.entries()) {
      const next = runs[at + 1];
      expect(String(run.first_seen_on) <= String(run.last_seen_on)).toBe(true);
      if (next) expect(String(run.last_seen_on) < String(next.first_seen_on)).toBe(true);
    }
  }
});

test("one product in all three spellings, byte for byte the same", async () => {
  const answers = await Promise.all(
    ["product=netflix", "dataset=product=netflix", "dataset=product%3Dnetflix"].map((form) =>
      get(`/api/export?${form}&format=csv`),
    ),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(new Set(answers.map(({ headers }) => headers.get("etag"))).size).toBe(1);
  expect(new Set(rows(answers[0]?.text ?? "").map(({ product }) => product))).toEqual(new Set(["netflix"]));
});

test.each([
  ["no form", "format=csv", "dataset"],
  ["two forms", "dataset=prices&product=netflix", "dataset"],
  ["two products", "dataset=product=netflix&product=chatgpt", "product"],
  ["an unknown dataset", "dataset=price", "dataset"],
  ["an unknown product", "product=netflx", "product"],
  ["an unknown format", "dataset=prices&format=xml", "format"],
])("%s is a 400", async (_, query, parameter) => {
  const { status, body } = await get(`/api/export?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ parameter }] });
});

describe("the address of a file", () => {
  test("gives the bytes, the tag and the length of the query form, and both name it as the canonical one", async () => {
    for (const [path, query] of [
      ["/api/export/products.csv", "dataset=products&format=csv"],
      ["/api/export/index.json?version=all", "dataset=index&version=all"],
      ["/api/export/products.csv?bom=1", "format=csv&bom=1&dataset=products"],
    ]) {
      const [file, given] = await Promise.all([get(path ?? ""), get(`/api/export?${query}`)]);
      expect(file.status).toBe(200);
      expect(file.bytes.equals(given.bytes)).toBe(true);
      for (const name of ["etag", "content-length", "content-type", "content-disposition", "link", "accept-ranges"])
        expect([path, name, file.headers.get(name)]).toEqual([path, name, given.headers.get(name)]);
      expect(file.headers.get("link")).toContain(`${path}>; rel="canonical"`);
    }
  });

  test("answers HEAD, a range, a condition and brotli as the query form does", async () => {
    const path = "/api/export/products.csv";
    const whole = await get(path);
    const head = await send("HEAD", path);
    expect([head.status, head.text, head.headers.get("content-length")]).toEqual([200, "", String(whole.bytes.length)]);
    const part = await get(path, { headers: { range: "bytes=5-9" } });
    expect([part.status, part.text]).toEqual([206, whole.text.slice(5, 10)]);
    const etag = whole.headers.get("etag") ?? "";
    expect((await get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    const packed = await get(path, { headers: { "accept-encoding": "br" } });
    expect([packed.headers.get("content-encoding"), packed.text]).toEqual(["br", whole.text]);
  });

  test.each([
    [
      "an unknown format",
      "/api/export/prices.xml",
      404,
      {
        suggestions: [
          "/api/export/prices.csv",
          "/api/export/prices.json",
          "/api/export/prices.ndjson",
          "/api/export/prices.parquet",
        ],
      },
    ],
    ["an unknown dataset", "/api/export/price.csv", 404, {}],
    ["a format as a parameter", "/api/export/prices.csv?format=csv", 400, { errors: [{ parameter: "format" }] }],
    ["a byte-order mark in JSON", "/api/export/prices.json?bom=1", 400, { errors: [{ parameter: "bom" }] }],
    [
      "all versions of another dataset",
      "/api/export/prices.csv?version=all",
      400,
      { errors: [{ parameter: "version" }] },
    ],
  ])("%s is refused", async (_, path, status, problem) => {
    const reply = await get(path);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject(problem);
  });
});

test("bom=1 begins the CSV with a byte-order mark", async () => {
  const { bytes } = await get("/api/export?product=netflix&format=csv&bom=1");
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

const JsonSchema = z.object({
  properties: z.record(z.string(), z.object({ items: z.object({ $ref: z.string() }) })),
  $defs: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()).optional() })),
});

test("the bundle of a version has every dataset as its own address has it, with its sum, schema, licence, credits and citation", async () => {
  await expect.poll(async () => (await wire.get("/bundle.zip")).status).toBe(200);
  const zip = await wire.get("/bundle.zip");
  const { body } = await wire.get("/api/sources");
  const { data: sources, meta } = whole(z.array(z.object({ name: z.string() }))).parse(body);
  const folder = `price-atlas-${meta.dataset_version}`;
  expect(zip.headers.get("content-type")).toBe("application/zip");
  expect(zip.headers.get("content-disposition")).toBe(`attachment; filename="${folder}.zip"`);
  const files = new Map(
    Object.entries(unzipSync(zip.bytes)).map(([path, bytes]) => [path.slice(folder.length + 1), Buffer.from(bytes)]),
  );
  const read = (name: string) => files.get(name)?.toString() ?? "";
  const ofDatasets = DATASET_NAMES.flatMap((name) => [`${name}.csv`, `${name}.parquet`]);
  const others = ["LICENSE.txt", "CREDITS.txt", "CITATION.cff", "schema.json"];
  expect([...files.keys()].sort()).toEqual([...ofDatasets, ...others, "SHA256SUMS"].sort());
  files.delete("SHA256SUMS");
  const sums = [...files].map(([name, bytes]) => `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
  expect(unzipSync(zip.bytes)[`${folder}/SHA256SUMS`]).toEqual(new Uint8Array(Buffer.from(sums.join(""))));
  for (const name of ofDatasets)
    expect((await wire.get(`/api/export/${name}`)).bytes.equals(files.get(name) ?? Buffer.of()), name).toBe(true);
  const { properties, $defs } = JsonSchema.parse(JSON.parse(read("schema.json")));
  for (const name of DATASET_NAMES) {
    const row = $defs[properties[name]?.items.$ref.replace("#/$defs/", "") ?? ""];
    expect(Object.keys(row?.properties ?? {}).join(), name).toBe(read(`${name}.csv`).split("\r\n")[0]);
  }
  expect(sources.filter(({ name }) => !read("CREDITS.txt").includes(name))).toEqual([]);
  expect(read("LICENSE.txt")).toContain("creativecommons.org/licenses/by/4.0");
  expect(read("CITATION.cff")).toContain(`version: "${meta.dataset_version}"`);

  const named = await wire.get(`/bundle.zip?version=${meta.dataset_version}`);
  expect(named.bytes.equals(zip.bytes)).toBe(true);
  const rest = await wire.get("/bundle.zip", {
    headers: { range: "bytes=1000-", "if-range": zip.headers.get("etag") ?? "" },
  });
  expect([rest.status, rest.bytes.equals(zip.bytes.subarray(1000))]).toEqual([206, true]);
});
