import { isDeepStrictEqual } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { get, newSender, type Reply, send } from "../support/api";
import { flood } from "../support/limits";
import { TEST_SEED } from "../support/random";
import { recordPromise } from "../support/report-promise";
import { baseUrl } from "../support/server";
import { isProxied } from "../support/spawn-server";
import { Tally } from "../support/tally";

// `npm run test:full` sets FUZZ_RUNS; TEST_SEED repeats a failure.
const BODIES = process.env.FUZZ_RUNS === undefined ? 300 : 2_000;
const CALLS = 200;
/** No tokenizer writes more than a token for 2.5 characters of such JSON. */
const MAX_CHARS = 20_000;
const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

const Listed = z.object({ data: z.array(z.looseObject({})) });
const Answer = z.looseObject({ data: z.unknown(), meta: z.looseObject({}) });
const Refusal = z.object({ detail: z.string(), errors: z.array(z.looseObject({})) });

let sender = newSender();
const client = new Client({ name: "tests", version: "1" });
const asked = (init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  headers.set("x-forwarded-for", sender);
  return { ...init, headers };
};

beforeAll(() =>
  client.connect(
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { fetch: (url, init) => fetch(url, asked(init)) }),
  ),
);
afterAll(() => client.close());

/** The call of the API that answers the same. */
const PATHS: Record<string, string> = {
  find_products: "/api/services",
  get_prices: "/api/prices",
  compare: "/api/compare",
  country_index: "/api/countries",
  price_history: "/api/history",
  changes: "/api/changes",
  list_versions: "/api/versions",
};

type Arguments = Record<string, string | number | string[]>;

async function call(name: string, args: Arguments) {
  // Each call is of a client of its own, because limits are per client.
  sender = newSender();
  const result = await client.callTool({ name, arguments: args });
  const [content] = z
    .array(z.object({ type: z.literal("text"), text: z.string() }))
    .length(1)
    .parse(result.content);
  return { text: content?.text ?? "", structured: result.structuredContent, isError: result.isError === true };
}

async function askApi(name: string, args: Arguments): Promise<Reply> {
  const { country, detail: _, ...others } = args;
  const sent = name === "country_index" || country === undefined ? others : { country, ...others };
  const size = ["compare", "country_index"].includes(name) ? {} : { page_size: 8 };
  const query = new URLSearchParams(Object.entries({ ...size, ...sent }).map(([key, value]) => [key, String(value)]));
  return get(`${PATHS[name]}?${query}`);
}

test("the client finds the seven tools, each with what it takes", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(PATHS));
  for (const { description, inputSchema, annotations } of tools) {
    expect(description).toMatch(/\.$/);
    expect(Object.keys(inputSchema.properties ?? {})).toContain("detail");
    expect(annotations?.readOnlyHint).toBe(true);
  }
  expect(tools.find(({ name }) => name === "compare")?.inputSchema.required).toEqual(["products", "countries"]);
});

test(`${CALLS} generated calls of tools are answered as the API answers, seed ${TEST_SEED}`, async () => {
  const tally = new Tally();
  const products = Listed.parse((await get("/api/services?page_size=200")).body).data;
  const plans = new Map(products.map(({ product, plan }) => [String(product), String(plan)]));
  const calls = arbitraryCall(
    [...plans.keys()],
    Listed.parse((await get("/api/countries")).body).data.map(({ country }) => String(country)),
    Listed.parse((await get("/api/versions")).body).data.map(({ version }) => String(version)),
  );
  await fc.assert(
    fc.asyncProperty(calls, async ([name, args]) => {
      const answer = await call(name, args);
      const reply = await askApi(name, args);
      tally.count(name, reply);
      const message = `${name} ${JSON.stringify(args)}: ${answer.text.slice(0, 300)}`;
      expect(answer.text.length, message).toBeLessThanOrEqual(MAX_CHARS);
      if (reply.status !== 200) {
        expect(answer.isError, message).toBe(true);
        const { errors } = Refusal.parse(JSON.parse(answer.text));
        expect(errors, message).toEqual(Refusal.parse(reply.body).errors);
        return;
      }
      const { links: _, pagination, ...whole } = Answer.parse(reply.body);
      const chosen = name === "country_index" ? chooseCountries(whole.data, args.country) : whole.data;
      const expected = {
        ...whole,
        data: args.detail === "full" ? chosen : shorten(name, chosen, plans),
        ...(name !== "country_index" && pagination !== undefined && { pagination }),
      };
      if (JSON.stringify(expected).length > MAX_CHARS) {
        expect(answer.text, message).toMatch(/^This answer is longer than 8,000 tokens; narrow it by [\w ,]+\.$/);
        return;
      }
      expect(answer.isError, message).toBe(false);
      expect(JSON.parse(answer.text), message).toEqual(JSON.parse(JSON.stringify(expected)));
      expect(answer.structured, message).toEqual(JSON.parse(answer.text));
      expect(Answer.parse(JSON.parse(answer.text)).meta).toMatchObject({
        dataset_version: expect.any(String),
        attribution: expect.any(String),
        sources: expect.any(Array),
      });
    }),
    { numRuns: CALLS, seed: TEST_SEED },
  );
  expect(tally.of(200)).toBeGreaterThan(CALLS / 2);
  expect(tally.of(400)).toBeGreaterThan(CALLS / 50);
  recordPromise({
    promise: "MCP: the official client's calls of tools are answered with the figures of the API",
    test: "tests/api/mcp.test.ts",
    figure: `${CALLS} calls, seed ${TEST_SEED}: ${tally}`,
  });
});

function chooseCountries(data: unknown, codes: Arguments[string] | undefined) {
  const wanted = codes === undefined ? null : [codes].flat().map((code) => String(code).toUpperCase());
  return z
    .array(z.looseObject({ country: z.string(), index: z.unknown() }))
    .parse(data)
    .filter(({ country, index }) => (wanted ? wanted.includes(country) : index !== null));
}

type Fields = Record<string, unknown>;
type Cell = {
  country: string;
  usd_monthly: number | null;
  ranked: boolean;
  verified_on: string;
  source: string;
  usual_ratio: number | null;
  fx_stale: boolean;
  converted?: Fields;
};

const pick = (record: Fields, names: string[]) =>
  Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));

/** What docs/agents says that short records have. */
function shorten(name: string, data: unknown, plans: Map<string, string>): unknown {
  const rows = () => data as Fields[];
  if (name === "find_products") return rows().map(shortenProduct);
  if (name === "get_prices") return rows().map((price) => shortenPrice(price, plans));
  if (name === "country_index") return rows().map(shortenCountry);
  if (name === "price_history") return rows().map(shortenHistory);
  if (name === "changes") return rows().map((change) => shortenChange(change, plans));
  if (name === "compare") return shortenComparison(data as Fields, plans);
  return rows().map((row) =>
    pick(row, ["version", "published_at", "data_to", "added", "changed", "ended", "corrected"]),
  );
}

function shortenPrice(price: Fields, plans: Map<string, string>) {
  const ratio = Number(price.usual_ratio ?? 1);
  const names =
    "product country platform period amount currency usd_monthly ranked evidence verified_on source status converted";
  return {
    ...pick(price, names.split(" ")),
    plan: price.plan ?? plans.get(String(price.product)),
    ex_tax_usd_monthly: (price.tax as Fields).ex_tax_usd_monthly,
    ...(price.ex_tax_ranked !== price.ranked && { ex_tax_ranked: price.ex_tax_ranked }),
    ...(price.outdated === true && { outdated: true }),
    ...(price.fx_stale === true && pick(price, ["fx_stale", "fx_date"])),
    ...(price.reported === true && { reported: true }),
    ...((ratio >= 3 || ratio <= 1 / 3) && { usual_ratio: ratio }),
    ...("status" in price && { last_seen_on: price.last_seen_on }),
  };
}

function shortenProduct(product: Fields) {
  const names =
    "product name plan vendor category n_countries min median max ranking n_ranked ex_tax_min ex_tax_median ex_tax_max ex_tax_ranking verified_from verified_on converted";
  return {
    ...pick(product, names.split(" ")),
    cheapest_country: (product.cheapest as Cell | null)?.country ?? null,
    most_expensive_country: (product.most_expensive as Cell | null)?.country ?? null,
    cheapest_without_tax_country: (product.cheapest_without_tax as Cell | null)?.country ?? null,
  };
}

function shortenCountry(country: Fields) {
  const index = country.index as Fields | null;
  const excluded = country.ex_tax as Fields | null;
  return {
    ...pick(country, ["country", "name", "currency", "n_products"]),
    index: index && pick(index, ["value", "pct_vs_us", "median_low", "median_high", "rank", "n_products"]),
    ...(index === null && { index_status: country.index_status }),
    ...(excluded && { ex_tax_pct_vs_us: excluded.pct_vs_us }),
    tax_rate_pct: (country.tax as Fields).rate_pct,
  };
}

function shortenHistory(series: Fields) {
  const lowest = (series.lowest as Record<string, Fields | null>).all_time;
  const highest = (series.highest as Record<string, Fields | null>).all_time;
  const names = "product country platform period is_current first_seen_on last_seen_on changed_on n_runs";
  const run = "amount currency usd_monthly first_seen_on last_seen_on source converted";
  return {
    ...pick(series, names.split(" ")),
    lowest: lowest && pick(lowest, ["amount", "currency"]),
    highest: highest && pick(highest, ["amount", "currency"]),
    runs: (series.runs as Fields[]).slice(-12).map((one) => pick(one, run.split(" "))),
    change: series.change && {
      ...pick(series.change as Fields, ["local_pct", "fx_pct", "usd_pct", "n_vendor_changes"]),
      from: ((series.change as Fields).from as Fields).day,
      to: ((series.change as Fields).to as Fields).day,
    },
  };
}

function shortenChange(change: Fields, plans: Map<string, string>) {
  const shortenRecord = (record: Fields | null) => {
    if (record === null) return null;
    if ("ranking" in record) return shortenProduct(record) as Fields;
    return "tax" in record ? (shortenPrice(record, plans) as Fields) : record;
  };
  const whole = [change.before, change.after] as (Fields | null)[];
  const short = whole.map(shortenRecord);
  const [before = null, after = null] = short.every(Boolean) && isDeepStrictEqual(short[0], short[1]) ? whole : short;
  const always = ["currency", "plan", "source", "verified_on"];
  const without = (record: Fields | null, other: Fields | null) =>
    record && other
      ? Object.fromEntries(
          Object.entries(record).filter(
            ([name, value]) => always.includes(name) || !isDeepStrictEqual(value, other[name]),
          ),
        )
      : record;
  return {
    ...pick(change, ["id", "kind", "object", "key"]),
    before: without(before, after),
    after: without(after, before),
    ...(change.reason !== null && { reason: change.reason }),
  };
}

function shortenComparison(comparison: Fields, plans: Map<string, string>) {
  const totals = comparison.totals as (Cell & { complete: boolean })[];
  const matrix = comparison.matrix as (Fields & { cells: (Cell | null)[] })[];
  const converted = matrix.flatMap(({ cells }) => cells).find((cell) => cell?.converted)?.converted;
  const amounts = (cells: Cell[]) => Object.fromEntries(cells.map((cell) => [cell.country, cell.usd_monthly]));
  const inCurrency = (cells: Cell[]) =>
    Object.fromEntries(cells.map((cell) => [cell.country, cell.converted?.monthly ?? null]));
  const countriesOf = (cells: Cell[]) => cells.map(({ country }) => country);
  const complete = totals.filter((total) => total.complete);
  const products = matrix.map((row) => {
    const cells = row.cells.flatMap((cell) => (cell?.usd_monthly == null ? [] : [cell]));
    const days = cells.map((cell) => cell.verified_on).sort();
    const [counted, others] = [true, false].map((is) => cells.filter(({ ranked }) => ranked === is)) as [
      Cell[],
      Cell[],
    ];
    const far = cells.filter(({ usual_ratio: ratio }) => ratio !== null && (ratio >= 3 || ratio <= 1 / 3));
    const lists = {
      fx_stale: countriesOf(cells.filter(({ fx_stale }) => fx_stale)),
      tax_unknown: row.tax_unknown as string[],
      not_observed_yet: (row.not_observed_yet ?? []) as string[],
    };
    return {
      ...pick(row, ["product", "ranking", "cheapest_country", "most_expensive_country"]),
      name: (comparison.products as Fields[]).find(({ product }) => product === row.product)?.name,
      plan: plans.get(String(row.product)),
      usd_monthly: amounts(counted),
      unranked_usd_monthly: amounts(others),
      ...(converted && {
        converted_monthly: inCurrency(counted),
        unranked_converted_monthly: inCurrency(others),
      }),
      ...(far.length > 0 && { usual_ratio: Object.fromEntries(far.map((cell) => [cell.country, cell.usual_ratio])) }),
      ...Object.fromEntries(Object.entries(lists).filter(([, countries]) => countries.length > 0)),
      verified_from: days[0] ?? null,
      verified_on: days.at(-1) ?? null,
      sources: [...new Set(cells.map(({ source }) => source))].sort(),
    };
  });
  return {
    ...pick(comparison, ["tax", "skipped", "savings"]),
    ...(converted && { converted: pick(converted, ["currency", "fx_rate", "fx_date"]) }),
    products,
    totals: amounts(complete),
    ...(converted && { converted_totals: inCurrency(complete) }),
    incomplete: countriesOf(totals.filter((total) => !total.complete)),
  };
}

function arbitraryCall(products: string[], countries: string[], versions: string[]) {
  const product = fc.constantFrom(...products);
  const country = fc.constantFrom(...countries, "tr", "us");
  const some = <T>(item: fc.Arbitrary<T>, maxLength: number) => fc.uniqueArray(item, { minLength: 1, maxLength });
  const page_size = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.constantFrom(0, 50, 201));
  const platform = fc.constantFrom("ios", "ios", "web", "web", "iphone");
  const tax = fc.constantFrom("shown", "excluded");
  const day = fc.constantFrom("2024-01-01", "2024-06-01", "2025-06-01", "2026-01-01", "2026-09-29", "yesterday");
  const currency = fc.constantFrom("EUR", "gbp", "jpy", "TRY", "XXX");
  const detail = fc.constantFrom("short", "full", "short");
  const optional = <T extends Record<string, fc.Arbitrary<Arguments[string]>>>(
    all: T,
    requiredKeys: Extract<keyof T, string>[] = [],
  ) => fc.record(all, { requiredKeys }) as fc.Arbitrary<Arguments>;
  const named = (name: string, args: fc.Arbitrary<Arguments>) => fc.tuple(fc.constant(name), args);
  return fc.oneof(
    named(
      "find_products",
      optional({
        q: fc.constantFrom("netflix", "gpt", "music", "zzz"),
        category: fc.constantFrom("streaming", "ai", "none"),
        sort: fc.constantFrom("product", "-product", "price"),
        tax,
        currency,
        page: fc.integer({ min: 1, max: 30 }),
        page_size,
        detail,
      }),
    ),
    named(
      "get_prices",
      optional({
        product: some(product, 3),
        country: some(country, 3),
        platform,
        date: day,
        tax,
        currency,
        page_size,
        detail,
      }),
    ),
    named(
      "compare",
      optional(
        {
          products: some(product, 3),
          countries: some(country, 4),
          date: day,
          tax,
          currency,
          baseline: country,
          detail,
        },
        ["products", "countries"],
      ),
    ),
    named("country_index", optional({ country: some(country, 4), tax, detail })),
    named(
      "price_history",
      optional({ product: some(product, 2), country: some(country, 2), from: day, currency, page_size, detail }, [
        "product",
      ]),
    ),
    named("changes", optional({ since: fc.constantFrom(...versions), product, country, page_size, detail }, ["since"])),
    named("list_versions", optional({ page: fc.integer({ min: 1, max: 3 }), page_size, detail })),
  );
}

test("what a model asks first fits into an answer, a price into 400 bytes, and names lead nowhere else", async () => {
  const index = await call("country_index", {});
  expect(index.isError).toBe(false);
  expect(Listed.parse(JSON.parse(index.text)).data.length).toBeGreaterThan(10);
  const products = ["netflix", "spotify", "youtube", "disney-plus", "icloud"];
  const compared = await call("compare", { products, countries: ["all"] });
  expect([compared.isError, compared.text.length <= MAX_CHARS], compared.text.slice(0, 300)).toEqual([false, true]);
  const { data } = z
    .object({ data: z.object({ totals: z.record(z.string(), z.number()) }) })
    .parse(compared.structured);
  const { totals } = z
    .object({
      data: z.object({ totals: z.array(z.object({ country: z.string(), usd_monthly: z.number().nullable() })) }),
    })
    .parse((await get(`/api/compare?products=${products}&countries=all`)).body).data;
  const complete = totals.filter(({ usd_monthly }) => usd_monthly !== null);
  expect(data.totals).toEqual(Object.fromEntries(complete.map((total) => [total.country, total.usd_monthly])));
  const many = Listed.parse((await get("/api/services?page_size=20")).body).data.map(({ product }) => String(product));
  expect((await call("compare", { products: many, countries: ["all"] })).isError).toBe(false);
  const prices = Listed.parse(JSON.parse((await call("get_prices", { product: "netflix", page_size: 40 })).text)).data;
  expect(JSON.stringify(prices).length / prices.length).toBeLessThan(400);
  for (const name of ["__proto__", "constructor", "toString"])
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(name);
});

test("what a tool does not take is refused with what was meant, as on the API", async () => {
  const { text, isError } = await call("get_prices", { produkt: "netflix", country: "UK" });
  expect(isError).toBe(true);
  expect(Refusal.parse(JSON.parse(text)).errors).toMatchObject([
    { parameter: "produkt", code: "unknown_parameter", suggestion: "product" },
    { parameter: "country", code: "malformed", suggestion: "GB" },
  ]);
  await expect(client.callTool({ name: "get_price", arguments: {} })).rejects.toThrow("get_price");
});

const message = (method: string, params: object = {}, id = 1) => ({ jsonrpc: "2.0", id, method, params });
const post = (payload: string, headers: Record<string, string> = {}) =>
  send("POST", "/mcp", { payload, headers: { ...JSON_HEADERS, ...headers } });

test("keys and limits are those of the API", async () => {
  const from = { "x-forwarded-for": newSender() };
  await flood([baseUrl], 59, "/api/services", () => from);
  const list = JSON.stringify(message("tools/list"));
  const last = await post(list, from);
  expect([last.status, last.headers.get("ratelimit")]).toEqual([200, expect.stringContaining('"anonymous";r=0;')]);
  const refused = await post(list, from);
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(refused.headers.get("content-type")).toContain("application/problem+json");
  expect((await post(list, { "x-api-key": "pa_live_unknown" })).status).toBe(401);
  expect((await post(list, { authorization: "Bearer pa_live_unknown" })).status).toBe(400);
});

test.each(["GET", "HEAD", "DELETE", "PUT", "PATCH"])("%s is not possible, and says what is", async (method) => {
  const { status, headers } = await send(method, "/mcp", { headers: { accept: "text/event-stream" } });
  expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
});

test("scripts of any origin may post", async () => {
  const { status, headers } = await send("OPTIONS", "/mcp");
  expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
});

test("one request takes one call of a tool, and holds no connection", async () => {
  const one = (id: number) => message("tools/call", { name: "country_index", arguments: { country: "TR" } }, id);
  const { status, text } = await post(JSON.stringify([one(1), one(2)]));
  expect(status).toBe(200);
  expect(text.match(/\\"rank\\":/g)).toHaveLength(1);
  expect(text).toContain("A request takes one call");
  const listen = {
    ...message("subscriptions/listen", {
      notifications: { toolsListChanged: true },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    }),
  };
  const refused = await post(JSON.stringify(listen), {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "subscriptions/listen",
  });
  expect(refused.text).toContain('"error"');
});

test.skipIf(isProxied)(`${BODIES} malformed bodies, none an error of the server, seed ${TEST_SEED}`, async () => {
  const tally = new Tally();
  const methods = ["initialize", "tools/call", "tools/list", "ping", "server/discover", "resources/read", "nope"];
  const jsonRpc = fc.record(
    {
      jsonrpc: fc.constantFrom("2.0", "1.0", 2),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
      method: fc.constantFrom(...methods),
      params: fc.oneof(
        fc.jsonValue(),
        fc.record({ name: fc.constantFrom(...Object.keys(PATHS)), arguments: fc.jsonValue() }),
      ),
    },
    { requiredKeys: [] },
  );
  const bodies = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    jsonRpc.map((value) => JSON.stringify(value)),
    fc.array(jsonRpc, { maxLength: 5 }).map((value) => JSON.stringify(value)),
    fc.tuple(jsonRpc, fc.nat(200)).map(([value, length]) => JSON.stringify(value).slice(0, length)),
    fc.integer({ min: 1, max: 20_000 }).map((depth) => "[".repeat(depth)),
    fc.constant(JSON.stringify(message("tools/list", { filler: "x".repeat(70_000) }))),
  );
  const headers = fc.record(
    {
      "content-type": fc.constantFrom("application/json", "text/plain", "application/json; charset=utf-16"),
      accept: fc.constantFrom(JSON_HEADERS.accept, "application/json", "*/*"),
      "mcp-protocol-version": fc.constantFrom("2025-06-18", "2026-07-28", "1999-01-01"),
      "mcp-session-id": fc.constantFrom("none", "00000000-0000-4000-8000-000000000000"),
      "mcp-method": fc.constantFrom(...methods),
    },
    { requiredKeys: ["content-type", "accept"] },
  );
  await fc.assert(
    fc.asyncProperty(bodies, headers, async (payload, sent) => {
      // A connection of its own: making the bodies may take longer than an idle one is kept.
      const reply = tally.count("/mcp", await send("POST", "/mcp", { payload, headers: sent, reuses: false }));
      expect(reply.status, `${payload.slice(0, 200)} with ${JSON.stringify(sent)}: ${reply.text}`).toBeLessThan(500);
      expect(reply.headers.has("x-request-id")).toBe(true);
    }),
    { numRuns: BODIES, seed: TEST_SEED },
  );
  recordPromise({
    promise: "MCP: no malformed body is an error of the server",
    test: "tests/api/mcp.test.ts",
    figure: `${BODIES} bodies, seed ${TEST_SEED}: ${tally}`,
  });
});
