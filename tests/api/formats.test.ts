import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CONTRACTS } from "@/app/api/contracts";
import { get, send } from "../support/api";
import { scale } from "../support/fault-scale";

const CSV = "text/csv; charset=utf-8; header=present";
/** The main test server has one version only. */
const OF_VERSIONS = ["/api/versions", "/api/changes"];
const LISTS = CONTRACTS.flatMap(({ path, example, rows, query }) =>
  rows && !OF_VERSIONS.includes(path) ? [[path, example, rows, query] as const] : [],
);
const withQuery = (call: string, more: string) => `${call}${call.includes("?") ? "&" : "?"}${more}`;

const Cells = z.array(z.record(z.string(), z.string()));
const readCsv = (text: string) => Cells.parse(parse(text, { columns: true, bom: true }));
/** Text stands in quotes; all else may have a decimal comma. */
const readSemicolons = (text: string) =>
  Cells.parse(
    parse(text, {
      columns: true,
      delimiter: ";",
      cast: (value: string, { quoting }: { quoting: boolean }) => (quoting ? value : value.replace(",", ".")),
    }),
  );
const readLines = (text: string) => text.split("\n").slice(0, -1);
const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const toCell = (value: z.infer<typeof Row>[string] | undefined) =>
  value === null || value === undefined ? "" : typeof value === "boolean" ? String(value).toUpperCase() : value;

/** What the name of a file says of a call: its values by name of their parameter, but for defaults, and which page. */
function nameOf(call: string, { shape }: z.ZodObject): string {
  const query = new URLSearchParams(call.split("?")[1]);
  const isDefault = (name: string, value: string) =>
    String(z.any().parse(shape[name]?.safeParse(undefined).data)) === value;
  const values = [...query].filter(([name, value]) => name !== "page_size" && !isDefault(name, value));
  const words = values.sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, value]) => value.split(","));
  return [
    ...(words.length > 0 ? words : query.has("page_size") ? [] : ["all"]),
    ...(query.has("page_size") ? ["page-1"] : []),
  ].join("-");
}

test("lists have rows", () => {
  const paths = ["/api/services", "/api/countries", "/api/prices", "/api/compare", "/api/categories"];
  expect(LISTS.map(([path]) => path)).toEqual(expect.arrayContaining(paths));
});

describe.each(LISTS)("%s", (_, example, { name, columns }, query) => {
  test("has the same rows, with the documented columns, as CSV and as newline-delimited JSON", async () => {
    const [csv, ndjson] = await Promise.all(
      ["csv", "ndjson"].map((format) => get(withQuery(example, `format=${format}`))),
    );
    const version = /"dataset_version":"([^"]+)"/.exec((await get(example)).text)?.[1];
    expect([csv?.status, csv?.headers.get("content-type")]).toEqual([200, CSV]);
    expect([ndjson?.status, ndjson?.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    expect(csv?.headers.get("content-disposition")).toBe(
      `attachment; filename="price-atlas-${name}-${nameOf(example, query)}-${version}.csv"`,
    );
    expect(csv?.text.split("\r\n")[0]).toBe(Object.keys(columns.shape).join(","));
    const rows = readCsv(csv?.text ?? "");
    const records = readLines(ndjson?.text ?? "").map((line) => Row.parse(JSON.parse(line)));
    expect(rows.length).toBeGreaterThan(1);
    expect(records).toHaveLength(rows.length);
    for (const [at, record] of records.entries()) {
      const row = rows[at] ?? {};
      expect(Object.keys(record)).toEqual(Object.keys(columns.shape).filter((column) => row[column] !== ""));
      for (const [column, value] of Object.entries(record)) {
        const cell = toCell(value);
        if (typeof cell === "number") expect(Number(row[column])).toBe(cell);
        else expect(row[column]).toBe(cell);
      }
    }
  });

  test("sends the representation that Accept prefers, each with a tag of its own, to whoever comes next", async () => {
    const wanted = [
      ["text/csv", CSV],
      ["application/x-ndjson, application/json;q=0.5", "application/x-ndjson"],
      ["application/json, text/csv;q=0.9", "application/json; charset=utf-8"],
      ["text/html,application/xhtml+xml,*/*;q=0.8", "application/json; charset=utf-8"],
      ["image/png", "application/json; charset=utf-8"],
      ["*/*", "application/json; charset=utf-8"],
    ] as const;
    const tags = new Map<string, string>();
    // The second answer comes from the cache.
    for (const [accept, type] of [...wanted, ...wanted]) {
      const { status, headers } = await get(example, { headers: { accept } });
      expect([accept, status, headers.get("content-type")]).toEqual([accept, 200, type]);
      expect(headers.get("vary")).toBe("Accept-Encoding, Accept");
      const etag = headers.get("etag") ?? "";
      expect(tags.get(type) ?? etag).toBe(etag);
      tags.set(type, etag);
      const same = await get(example, { headers: { accept, "if-none-match": etag } });
      expect([same.status, same.headers.get("vary")]).toEqual([304, "Accept-Encoding, Accept"]);
    }
    expect(new Set(tags.values()).size).toBe(3);
  });

  test("names the representation in the query before all else, and once", async () => {
    const json = await get(withQuery(example, "format=json"), { headers: { accept: "text/csv" } });
    expect(json.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const named = await get(withQuery(example, "format=csv"));
    const accepted = await get(example, { headers: { accept: "text/csv" } });
    expect(accepted.text).toBe(named.text);
    expect(accepted.headers.get("etag")).toBe(named.headers.get("etag"));
    const head = await send("HEAD", example, { headers: { accept: "text/csv" } });
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([200, "", CSV]);
    const wrong = await get(withQuery(example, "format=xml"));
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({ errors: [{ parameter: "format", allowed: ["json", "csv", "ndjson"] }] });
  });

  test("has the columns that are asked for, in their order, in each representation, and suggests one for a wrong name", async () => {
    const [first = "", second = ""] = Object.keys(columns.shape);
    // One page, where the example has not said so.
    const sized = "page_size" in query.shape && !example.includes("page_size") ? "&page_size=20" : "";
    const call = withQuery(example, `columns=${second},${first}${sized}`);
    const [json, csv, ndjson] = await Promise.all(
      ["json", "csv", "ndjson"].map((format) => get(withQuery(call, `format=${format}`))),
    );
    const whole = readCsv((await get(withQuery(example, `format=csv${sized}`))).text);
    const wanted = whole.map((row) => ({ [second]: row[second], [first]: row[first] }));
    expect(csv?.text.split("\r\n")[0]).toBe(`${second},${first}`);
    expect(readCsv(csv?.text ?? "")).toEqual(wanted);
    const { data } = z.object({ data: z.array(Row) }).parse(json?.body);
    const toText = (row: z.infer<typeof Row>) =>
      Object.fromEntries([second, first].map((name) => [name, String(toCell(row[name]))]));
    expect(data.map((row) => Object.keys(row).join())).toEqual(wanted.map(() => `${second},${first}`));
    expect(data.map(toText)).toEqual(wanted);
    expect(readLines(ndjson?.text ?? "").map((line) => toText(Row.parse(JSON.parse(line))))).toEqual(wanted);
    const wrong = await get(withQuery(example, `columns=${first},${second}x`));
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { errors: [{ parameter: "columns", code: "not_allowed", allowed: Object.keys(columns.shape) }] },
    ]);
  });

  test("begins with a byte-order mark, or has semicolons and decimal commas, where asked for; both go with CSV alone", async () => {
    const { bytes } = await get(withQuery(example, "format=csv&bom=1"));
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [plain, other] = await Promise.all(
      ["", "&delimiter=;"].map((more) => get(withQuery(example, `format=csv${more}`))),
    );
    expect(other?.text.split("\r\n")[0]).toBe(Object.keys(columns.shape).join(";"));
    expect(readSemicolons(other?.text ?? "")).toEqual(readCsv(plain?.text ?? ""));
    for (const format of ["json", "ndjson"])
      for (const [name, value] of [
        ["bom", "1"],
        ["delimiter", ";"],
      ]) {
        const { status, body } = await get(withQuery(example, `format=${format}&${name}=${value}`));
        expect([status, body]).toMatchObject([400, { errors: [{ parameter: name, code: "conflict" }] }]);
      }
  });
});

test("every list in JSON says how many records it has and where its pages are", async () => {
  const List = z.object({
    data: z.array(z.unknown()),
    pagination: z.object({ page: z.int(), page_size: z.int(), total_items: z.int(), total_pages: z.int() }),
    links: z.object({ self: z.url(), first: z.url(), prev: z.null(), next: z.url().nullable(), last: z.url() }),
  });
  for (const [path, example] of LISTS.filter(([path]) => path !== "/api/compare")) {
    const { data, pagination, links } = List.parse((await get(example)).body);
    const { page_size, total_items } = pagination;
    expect([path, data.length, links.next === null]).toEqual([
      path,
      Math.min(page_size, total_items),
      total_items <= page_size,
    ]);
  }
});

test("prices as CSV and JSON are the same, cell by cell", async () => {
  const call = "/api/prices?country=TR&page_size=200&tax=excluded";
  const Prices = z.object({ data: z.array(z.looseObject({ tax: z.looseObject({}) })) });
  const { data } = Prices.parse((await get(call)).body);
  const rows = readCsv((await get(`${call}&format=csv`)).text);
  expect(rows).toHaveLength(data.length);
  for (const [at, { tax, ...price }] of data.entries()) {
    const flat = Row.parse({
      ...price,
      tax_treatment: tax.treatment,
      ex_tax_amount: tax.ex_tax_amount,
    });
    for (const [column, value] of Object.entries(flat)) expect(rows[at]?.[column]).toBe(String(toCell(value)));
  }
});

test("a misspelt column is told the right one", async () => {
  for (const path of ["/api/prices", "/api/export?dataset=prices", "/api/export/prices.csv"]) {
    const { status, body } = await get(withQuery(path, "columns=country,usd_montly"));
    expect([path, status, body]).toMatchObject([
      path,
      400,
      { errors: [{ parameter: "columns", code: "not_allowed", suggestion: "usd_monthly" }] },
    ]);
  }
  // A column of another dataset.
  const { status, body } = await get("/api/export?dataset=rates&columns=usd_monthly");
  expect([status, body]).toMatchObject([400, { errors: [{ parameter: "columns", code: "not_allowed" }] }]);
});

test("a page of rows may be longer than one in JSON, and has its neighbours in the Link header", async () => {
  const all = await get("/api/prices?format=csv&page_size=10000");
  expect(readCsv(all.text)).toHaveLength(3075);
  const pages: string[] = [];
  let next: string | undefined = "/api/prices?format=ndjson&page_size=1000";
  while (next !== undefined) {
    const { headers, text } = await get(next);
    pages.push(...readLines(text));
    const link = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    next = link && new URL(link).pathname + new URL(link).search;
  }
  expect(pages.map((line) => Row.parse(JSON.parse(line)).source_url)).toEqual(
    readCsv(all.text).map(({ source_url }) => source_url),
  );
  for (const query of ["page_size=201", "page_size=201&format=json", "page_size=10001&format=csv", "page_size=0"]) {
    const { status, body } = await get(`/api/prices?${query}`);
    expect([query, status, body]).toMatchObject([query, 400, { errors: [{ parameter: "page_size" }] }]);
  }
});

const Page = z.object({
  data: z.array(z.looseObject({ runs: z.array(z.unknown()).optional() })),
  links: z.object({ next: z.string().nullable() }),
});

async function readPages(call: string): Promise<z.infer<typeof Page>["data"]> {
  const records = [];
  for (let next: string | null = call; next !== null; ) {
    const page = Page.parse((await get(next)).body);
    records.push(...page.data);
    const { pathname, search } = new URL(page.links.next ?? "/", "http://here");
    next = page.links.next && pathname + search;
  }
  return records;
}

test.each([
  "/api/prices?country=TR",
  "/api/prices?sort=-usd_monthly&date=2026-06-01",
  "/api/services?sort=name",
  "/api/services?country=TR",
  // More than one batch.
  scale("/api/history?period=monthly", "/api/history?country=TR,US,DE,IN,BR"),
])("%s has all rows as CSV and as newline-delimited JSON, in the order of its pages", async (call) => {
  const records = await readPages(withQuery(call, "page_size=200"));
  expect(records.length).toBeGreaterThan(50);
  const names = ["country", "platform", "period"].filter((name) => records[0]?.[name] !== undefined);
  const keyOf = (row: Record<string, unknown>) => [row.product, ...names.map((name) => row[name])];
  const expected = records.flatMap((record) => (record.runs ?? [null]).map(() => keyOf(record)));
  const [csv, ndjson] = await Promise.all(
    ["csv", "ndjson"].map((format) =>
      get(withQuery(call, `format=${format}`), { headers: { "accept-encoding": "gzip" } }),
    ),
  );
  expect(readCsv(csv?.text ?? "").map(keyOf)).toEqual(expected);
  expect(readLines(ndjson?.text ?? "").map((line) => keyOf(Row.parse(JSON.parse(line))))).toEqual(expected);
  expect(csv?.headers.get("link")).not.toContain('rel="next"');
});

test("rows are those of one page where a page or its size is asked for", async () => {
  const [all, first, second] = await Promise.all(
    ["", "&page_size=50", "&page=2"].map((more) => get(`/api/prices?format=csv&country=TR${more}`)),
  );
  const [rows, page, next] = [all, first, second].map((reply) => readCsv(reply?.text ?? ""));
  expect(page).toEqual(rows?.slice(0, 50));
  expect(next).toEqual(rows?.slice(50, 100));
  expect(first?.headers.get("link")).toMatch(/page=2&page_size=50[^>]*>; rel="next"/);
  expect(second?.headers.get("link")).toMatch(/page_size=50[^>]*>; rel="prev"/);
  expect(new Set([all, first, second].map((reply) => reply?.headers.get("etag"))).size).toBe(3);
});

test("an export follows Accept as well", async () => {
  const call = "/api/export?product=netflix";
  const { headers, text } = await get(call, { headers: { accept: "text/csv" } });
  expect([headers.get("content-type"), headers.get("vary")]).toEqual([CSV, "Accept-Encoding, Accept"]);
  expect(text).toBe((await get(`${call}&format=csv`)).text);
  const lines = await get(call, { headers: { accept: "application/x-ndjson" } });
  expect([lines.headers.get("content-type"), readLines(lines.text).length]).toEqual([
    "application/x-ndjson",
    readCsv(text).length,
  ]);
});
