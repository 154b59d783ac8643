import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { Price, PriceRow } from "@/lib/catalogue/prices/schema";
import { page } from "@/lib/contract/envelope";
import { get } from "../support/api";

const Page = page(Price);
const Products = z.object({
  data: z.array(
    z.object({ product: z.string(), category: z.string(), vendor: z.string().nullable(), name: z.string() }),
  ),
});
const Countries = z.object({ data: z.array(z.object({ country: z.string(), region: z.string() })) });
type Row = z.infer<typeof PriceRow>;

const read = async (query: string) => {
  const { status, body, text } = await get(`/api/prices?${query}`);
  expect([query, status, status === 200 ? "" : text]).toEqual([query, 200, ""]);
  return Page.parse(body);
};

async function readAll() {
  const rows = z.object({ data: z.array(PriceRow) }).parse((await get("/api/export?dataset=prices")).body).data;
  const products = (
    await Promise.all([1, 2].map((number) => get(`/api/services?page_size=200&page=${number}`)))
  ).flatMap(({ body }) => Products.parse(body).data);
  const countries = Countries.parse((await get("/api/countries")).body).data;
  return {
    rows,
    productOf: new Map(products.map((product) => [product.product, product])),
    regionOf: new Map(countries.map(({ country, region }) => [country, region.toLowerCase().replaceAll(" ", "-")])),
  };
}
const all = readAll();

type Filters = {
  product?: string[] | undefined;
  country?: string[] | undefined;
  platform?: string[] | undefined;
  period?: string[] | undefined;
  category?: string | undefined;
  vendor?: string | undefined;
  region?: string | undefined;
  best?: "country" | undefined;
  sort?: string | undefined;
  tax?: "excluded" | undefined;
};

const NAMES = [
  "product",
  "country",
  "platform",
  "period",
  "category",
  "vendor",
  "region",
  "best",
  "sort",
  "tax",
] as const;

async function bruteForce({ best, sort = "product", tax, ...filters }: Filters): Promise<string[]> {
  const { rows, productOf, regionOf } = await all;
  const cost = (row: Row) => (tax === "excluded" ? row.ex_tax_usd_monthly : row.usd_monthly);
  const left = rows.filter((row) => {
    const product = productOf.get(row.product);
    return (
      (filters.product?.includes(row.product) ?? true) &&
      (filters.country?.includes(row.country) ?? true) &&
      (filters.platform?.includes(row.platform) ?? true) &&
      (filters.period?.includes(row.period) ?? true) &&
      (filters.category === undefined || product?.category === filters.category) &&
      (filters.vendor === undefined || product?.vendor?.toLowerCase() === filters.vendor.toLowerCase()) &&
      (filters.region === undefined || regionOf.get(row.country) === filters.region)
    );
  });
  const cheapest = new Map<string, Row>();
  for (const row of left) {
    const known = cheapest.get(row.country);
    const mine = cost(row);
    const its = known && cost(known);
    const [isOpen, wasOpen] = [row, known].map((one) => one?.evidence === "highest_period_open");
    const precedes = isOpen === wasOpen ? its === undefined || its === null || mine === null || mine < its : wasOpen;
    const isRanked = tax === "excluded" ? row.ex_tax_ranked : row.ranked;
    if (isRanked === true && mine !== null && !row.fx_stale && (known === undefined || precedes))
      cheapest.set(row.country, row);
  }
  const chosen = best === undefined ? left : left.filter((row) => cheapest.get(row.country) === row);
  const name = sort.replace("-", "");
  const sortedBy = (row: Row) =>
    name === "usd_monthly"
      ? cost(row)
      : name === "product"
        ? row.product
        : name === "changed_on"
          ? row.changed_on
          : row.verified_on;
  const sorted = [...chosen].sort((a, b) => {
    const x = sortedBy(a);
    const y = sortedBy(b);
    if (x === y) return 0;
    if (x === null) return 1;
    if (y === null) return -1;
    return (x < y ? -1 : 1) * (sort.startsWith("-") ? -1 : 1);
  });
  return sorted.map(toKey);
}

const toKey = ({ product, country, platform, period }: Pick<Row, "product" | "country" | "platform" | "period">) =>
  `${product} ${country} ${platform} ${period}`;
const toQuery = (filters: Filters) =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll("%2C", ",")}`)
    .join("&");

test("any combination of filters, sort and view leaves the prices that a look at each one does, on any page", async () => {
  const { rows, productOf, regionOf } = await all;
  const of = <T extends string>(values: readonly T[]) =>
    fc.option(fc.constantFrom(...new Set(values)), { nil: undefined });
  const listOf = <T extends string>(values: readonly T[], maxLength: number) =>
    fc.option(fc.uniqueArray(fc.constantFrom(...new Set(values)), { minLength: 1, maxLength }), { nil: undefined });
  const filters: fc.Arbitrary<Filters> = fc.record({
    product: listOf(
      rows.map(({ product }) => product),
      50,
    ),
    country: listOf(
      rows.map(({ country }) => country),
      50,
    ),
    platform: listOf(["android", "any", "ios", "web"], 3),
    period: listOf(["monthly", "quarterly", "semiannual", "weekly", "yearly"], 3),
    category: of([...productOf.values()].map(({ category }) => category)),
    vendor: fc.option(fc.constantFrom(...[...productOf.values()].flatMap(({ vendor }) => vendor ?? [])), {
      nil: undefined,
      freq: 1,
    }),
    region: of([...regionOf.values()]),
    best: of(["country"] as const),
    sort: of([
      "product",
      "-product",
      "usd_monthly",
      "-usd_monthly",
      "verified_on",
      "-verified_on",
      "changed_on",
      "-changed_on",
    ]),
    tax: of(["excluded"] as const),
  });
  // Few filters at a time, so that most combinations match something.
  const kept = fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 });
  const sparse = fc.tuple(filters, kept).map(([drawn, names]): Filters => {
    const some: Filters = { ...drawn };
    for (const name of NAMES) if (!names.includes(name)) delete some[name];
    return some;
  });
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      sparse,
      fc.integer({ min: 1, max: 200 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (drawn, size, at) => {
        const wanted = await bruteForce(drawn);
        const number = 1 + Math.floor(at * Math.max(0, Math.ceil(wanted.length / size) - 1));
        const { data, pagination } = await read(`${toQuery(drawn)}&page_size=${size}&page=${number}`);
        expect(pagination.total_items).toBe(wanted.length);
        expect(data.map(toKey)).toEqual(wanted.slice((number - 1) * size, number * size));
        found += data.length;
      },
    ),
    {
      numRuns: 150,
      // Of some countries every price of it is in no ranking.
      examples: [[{ product: ["reelshort"], best: "country" }, 1, 0]],
    },
  );
  expect(found).toBeGreaterThan(500);
});

test("lists are read in both forms, in any order and case", async () => {
  const wanted = await read("product=netflix,spotify&country=TR,US");
  expect(wanted.pagination.total_items).toBeGreaterThan(2);
  for (const query of [
    "product=spotify&product=netflix&country=us&country=tr",
    "country=US,tr,US&product=Spotify,netflix",
    "product=netflix&country=TR&country=US&product=spotify,netflix",
  ]) {
    const { data, links } = await read(query);
    expect(data).toEqual(wanted.data);
    expect(links.self).toBe(wanted.links.self);
  }
});

test.each(["", "&best=country", "&tax=excluded&best=country"])(
  "verified_since%s leaves what was read since",
  async (more) => {
    const rows = z.object({ product: z.string(), country: z.string(), verified_on: z.string() });
    const list = async (query: string) =>
      (await get(`/api/prices?format=ndjson${query}`)).text
        .split("\n")
        .slice(0, -1)
        .map((line) => rows.parse(JSON.parse(line)));
    const all = await list("");
    const day = all.map(({ verified_on }) => verified_on).sort()[Math.floor(all.length / 2)] ?? "";
    const since = all.filter(({ verified_on }) => verified_on >= day);
    expect(since.length).toBeLessThan(all.length);
    const found = await list(`&verified_since=${day}${more}`);
    if (more === "") expect(found).toEqual(since);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ verified_on }) => verified_on < day)).toEqual([]);
    const { status, body } = await get(`/api/prices?verified_since=${day}&date=${day}`);
    expect([status, body]).toMatchObject([400, { errors: [{ parameter: "verified_since", code: "conflict" }] }]);
  },
);

test("a search finds names and vendors, mistyped ones too, and no others", async () => {
  const named = async (q: string) =>
    new Set((await read(`q=${encodeURIComponent(q)}&page_size=200`)).data.map(({ product }) => product));
  expect(await named("netflix")).toContain("netflix");
  expect(await named("netfilx")).toContain("netflix");
  expect(await named("NETFL")).toContain("netflix");
  expect(await named("AgileBits")).toEqual(new Set(["1password"]));
  for (const q of ["qqqqqqqq", "!!!", "netflix qqqqqqqq"])
    expect((await read(`q=${encodeURIComponent(q)}`)).data).toEqual([]);
});

test.each([
  ["product=netflix,netflx", "product", "not_in_dataset", "netflix"],
  ["country=US,UK", "country", "malformed", "GB"],
  ["platform=ios,mac", "platform", "not_allowed", undefined],
  ["period=montly", "period", "not_allowed", "monthly"],
  ["country=US,,TR", "country", "malformed", undefined],
  ["vendor=netflx", "vendor", "not_in_dataset", "netflix"],
  ["region=europ", "region", "not_allowed", "europe"],
  ["sort=usd", "sort", "not_allowed", "usd_monthly"],
  ["best=region", "best", "not_allowed", undefined],
  ["q=", "q", "empty", undefined],
  [`q=${"x".repeat(101)}`, "q", "malformed", undefined],
  [`product=${Array.from({ length: 51 }, (_, at) => `p${at}`).join()}`, "product", "too_many", undefined],
  ["sort=product&sort=usd_monthly", "sort", "repeated", undefined],
  ["search=netflix", "search", "unknown_parameter", "q"],
])("%s is refused", async (query, parameter, code, suggestion) => {
  const { status, body } = await get(`/api/prices?${query}`);
  const Problem = z.object({
    errors: z.array(z.object({ parameter: z.string(), code: z.string(), suggestion: z.string().optional() })),
  });
  expect([status, Problem.parse(body).errors]).toEqual([
    400,
    expect.arrayContaining([expect.objectContaining({ parameter, code, ...(suggestion && { suggestion }) })]),
  ]);
});

test("says where a price is from, when it changed and how old it is, counted to the day of the version", async () => {
  const { rows } = await all;
  const kinds = new Set<string>();
  for (const row of rows) {
    kinds.add(row.source_kind);
  }
  expect(kinds).toEqual(new Set(["store_index", "publication"]));
  const sources = z.object({ data: z.array(z.object({ id: z.string() })) });
  const ids = sources.parse((await get("/api/sources")).body).data.map(({ id }) => id);
  for (const { source } of rows) expect(ids).toContain(source);
});
