import { expect, test } from "vitest";
import { z } from "zod";
import { get } from "../support/api";

const Prices = z.object({
  product: z.string(),
  country: z.string(),
  platform: z.string(),
  source: z.string(),
  verified_on: z.string(),
});
const Runs = z.object({
  product: z.string(),
  country: z.string(),
  platform: z.string(),
  period: z.string(),
  last_seen_on: z.string(),
  source_url: z.string(),
});
const Corrections = z.object({ product: z.string().nullable(), country: z.string().nullable(), action: z.string() });
const Rows = z.object({
  product: z.string(),
  country: z.string(),
  status: z.string(),
  n_prices: z.number(),
  platforms: z.string().nullable(),
  last_read_on: z.string().nullable(),
});

async function read<T extends z.ZodType>(dataset: string, row: T): Promise<z.infer<T>[]> {
  const { body } = await get(`/api/export?dataset=${dataset}`);
  return z.object({ data: z.array(row) }).parse(body).data;
}

test("the dataset is what a stranger finds in the prices, products, countries, history and corrections", async () => {
  const [rows, prices, products, countries, history, corrections] = await Promise.all([
    read("coverage", Rows),
    read("prices", Prices),
    read("products", z.object({ product: z.string(), service: z.string() })),
    read("countries", z.object({ country: z.string() })),
    read("history", Runs),
    read("corrections", Corrections),
  ]);
  const serviceOf = new Map(products.map(({ product, service }) => [product, service]));
  const withdrawn = new Set(
    corrections.flatMap(({ product, country, action }) => (action === "withdraw" ? [`${product} ${country}`] : [])),
  );
  const services = new Set(prices.map(({ product, country }) => `${serviceOf.get(product)} ${country}`));
  const placesOf = new Map<string, Set<string>>();
  const sourcesOf = new Map<string, Set<string>>();
  for (const { product, country, source } of prices) {
    placesOf.set(source, (placesOf.get(source) ?? new Set()).add(country));
    sourcesOf.set(product, (sourcesOf.get(product) ?? new Set()).add(source));
  }
  const isCurrent = new Set(prices.map(({ product, country }) => `${product} ${country}`));
  const daysOf = new Map<string, string[]>();
  const note = (key: string, day: string) => daysOf.set(key, [...(daysOf.get(key) ?? []), day]);
  for (const { product, country, verified_on } of prices) note(`${product} ${country}`, verified_on);
  for (const { product, country, last_seen_on } of history) note(`${product} ${country}`, last_seen_on);

  const expected = products.flatMap(({ product: slug }) =>
    countries.map(({ country }) => {
      const key = `${slug} ${country}`;
      const own = prices.filter((price) => price.product === slug && price.country === country);
      const isSourceRead = [...(sourcesOf.get(slug) ?? [])].some((source) => placesOf.get(source)?.has(country));
      const status = isCurrent.has(key)
        ? "priced"
        : daysOf.has(key)
          ? "no_longer_sold"
          : withdrawn.has(key)
            ? "not_known"
            : services.has(`${serviceOf.get(slug)} ${country}`)
              ? "other_plan_only"
              : isSourceRead
                ? "not_known"
                : "not_collected";
      return {
        product: slug,
        country,
        status,
        n_prices: own.length,
        platforms: own.length === 0 ? null : [...new Set(own.map(({ platform }) => platform))].sort().join(","),
        last_read_on: daysOf.get(key)?.sort().at(-1) ?? null,
      };
    }),
  );
  expect(rows).toHaveLength(150 * 245);
  expect(rows).toEqual(expected);
  expect(new Set(rows.map(({ status }) => status))).toEqual(
    new Set(["priced", "no_longer_sold", "other_plan_only", "not_known", "not_collected"]),
  );
});

test("the page has a row a product with the same statuses, and the countries of one service in a list", async () => {
  const [{ text }, rows] = await Promise.all([get("/coverage"), read("coverage", Rows)]);
  const statusOf = new Map(rows.map(({ product, country, status }) => [`${product} ${country}`, status]));
  const [table = ""] = /<table class="coverage">[\s\S]*?<\/table>/.exec(text) ?? [];
  const codes = [...(/<thead>[\s\S]*?<\/thead>/.exec(table)?.[0] ?? "").matchAll(/\/countries\/([A-Z]{2})"/g)].map(
    ([, code = ""]) => code,
  );
  expect(codes).toHaveLength(18);
  const lines = [...table.matchAll(/<tr><th scope="row"><a href="\/services\/([\w-]+)">[\s\S]*?<\/tr>/g)];
  expect(lines).toHaveLength(150);
  for (const [line, slug = ""] of lines) {
    const cells = [...line.matchAll(/<td( data-status="(\w+)")?/g)].slice(0, codes.length);
    const shown = cells.map(([, , status = "priced"]) => status);
    expect([slug, ...shown]).toEqual([slug, ...codes.map((code) => statusOf.get(`${slug} ${code}`))]);
  }
  expect(text).toContain("227 countries and territories have prices of Netflix alone");
});

test("a comparison names the reason of an empty cell", async () => {
  const { text } = await get("/compare?products=netflix,netflix-basic,netflix-mobile,spotify,mimo&countries=US,ES");
  const [table = ""] = /<table[^>]*class="heat"[\s\S]*?<\/table>/.exec(text) ?? [];
  const empty = [...table.matchAll(/class="hatched"><span[^>]*>([^<]+)<\/span><span class="heat-amount">([^<]+)</g)];
  expect(empty.map(([, country, reason]) => `${country}: ${reason}`)).toEqual([
    "United States: no longer sold",
    "Spain: no longer sold",
    "United States: another plan only",
    "Spain: another plan only",
    "Spain: not collected",
    "United States: not known",
    "Spain: not collected",
  ]);
});
