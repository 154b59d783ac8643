import { expect, test } from "vitest";
import { z } from "zod";
import { compare } from "@/app/api/compare/contract";
import { listCountries } from "@/app/api/countries/contract";
import { listPrices } from "@/app/api/prices/contract";
import { getProduct } from "@/app/api/services/[slug]/contract";
import { listProducts } from "@/app/api/services/contract";
import { get } from "@/tests/support/api";
import { scale } from "@/tests/support/fault-scale";
import { seedRandom } from "@/tests/support/random";
import { type DayState, recomputeDays } from "@/tests/support/recompute-days";
import { addDays, lastDay, NEWEST_DAY } from "@/tests/support/test-days";

const MS_PER_DAY = 86_400_000;
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

type Dated = z.infer<typeof listPrices.response>["data"][number];
const isBasket = ({ product }: Dated) => product === "netflix" || product === "spotify";
const seriesOf = ({ product, country, platform, period }: Dated) => `${product} ${country} ${platform} ${period}`;

const toState = (price: Dated): DayState => ({
  series: seriesOf(price),
  status: price.status ?? "",
  amount: price.amount,
  currency: price.currency,
  usd: price.usd,
  usd_monthly: price.usd_monthly,
  fx_date: price.fx_date,
  last_seen_on: price.last_seen_on ?? null,
});

async function walk(query: string) {
  const prices: Dated[] = [];
  let total = 0;
  for (let next: string | null = `/api/prices?page_size=200&${query}`; next !== null; ) {
    const { pathname, search }: URL = new URL(next, "http://localhost");
    const reply = await get(pathname + search);
    expect(reply.status, reply.text.slice(0, 300)).toBe(200);
    const page = listPrices.response.parse(reply.body);
    prices.push(...page.data);
    total = page.pagination.total_items;
    next = page.links.next;
  }
  expect(prices.length).toBe(total);
  return prices;
}

const DAYS = scale(40, 12);

test(`every series on ${DAYS} drawn days is what the bundled files say, to the fourth decimal of a dollar`, async () => {
  const statesOn = await recomputeDays();
  const random = seedRandom(20_240_601);
  const from = Date.parse("2022-12-25");
  const until = Date.parse(NEWEST_DAY);
  const days = Array.from({ length: DAYS }, () =>
    toDay(from + Math.floor((random() * (until - from)) / MS_PER_DAY) * MS_PER_DAY),
  );
  const seen = new Set<string>();
  for (const day of days) {
    const expected = statesOn(day);
    const listed = expected.filter(({ status }) => status !== "not_observed_yet");
    for (const { status, usd } of listed) seen.add(`${status} ${usd === null}`);
    expect((await walk(`date=${day}`)).map(toState), day).toEqual(listed);
  }
  expect([...seen].sort()).toEqual(["carried false", "carried true", "observed false", "observed true"]);
  // With all of them, what was first read later, and what had ended.
  const day = "2026-09-01";
  const all = await walk(`date=${day}&status=all`);
  const expected = statesOn(day);
  expect(all.filter(({ status }) => status !== "ended").map(toState)).toEqual(expected);
  const ended = all.filter(({ status }) => status === "ended");
  expect(ended.length).toBeGreaterThan(0);
  for (const { amount, usd, verified_on, last_seen_on } of ended)
    expect([amount, usd, verified_on, (last_seen_on ?? "9") <= day]).toEqual([null, null, null, true]);
});

test("filters leave those of the day's prices that match, in its order", async () => {
  const day = "2024-06-01";
  const all = await walk(`date=${day}`);
  const services = listProducts.response.parse((await get("/api/services?page_size=200")).body).data;
  const productsWhere = (isWanted: (service: (typeof services)[number]) => boolean) =>
    new Set(services.filter(isWanted).map(({ product: slug }) => slug));
  const netflixOnes = productsWhere(({ vendor }) => vendor === "Netflix");
  const streamingOnes = productsWhere(({ category }) => category === "streaming");
  const { data: countries } = listCountries.response.parse((await get("/api/countries")).body);
  const oceania = new Set(
    countries.filter(({ region }) => region?.toLowerCase() === "oceania").map(({ country: code }) => code),
  );
  const isAny = (value: string, wanted: string) => wanted.split(" ").includes(value);
  for (const [query, isMatch] of [
    ["country=TR", ({ country }: Dated) => country === "TR"],
    ["platform=web&period=monthly", ({ platform, period }: Dated) => platform === "web" && period === "monthly"],
    ["product=netflix", ({ product }: Dated) => product === "netflix"],
    ["product=netflix&country=TR", ({ product, country }: Dated) => product === "netflix" && country === "TR"],
    [
      "product=netflix,spotify&country=US,TR",
      ({ product, country }: Dated) => isAny(product, "netflix spotify") && isAny(country, "US TR"),
    ],
    [
      "platform=ios,web&period=weekly,monthly",
      ({ platform, period }: Dated) => isAny(platform, "ios web") && isAny(period, "weekly monthly"),
    ],
    ["region=oceania", ({ country }: Dated) => oceania.has(country)],
    ["vendor=Netflix", ({ product }: Dated) => netflixOnes.has(product)],
    ["category=streaming&country=DE", ({ product, country }: Dated) => streamingOnes.has(product) && country === "DE"],
    ["q=netflix&country=US", ({ product, country }: Dated) => product.startsWith("netflix") && country === "US"],
  ] as const) {
    const wanted = all.filter(isMatch);
    expect(wanted.length, query).toBeGreaterThan(0);
    expect(await walk(`${query}&date=${day}`), query).toEqual(wanted);
  }
});

test("the prices of a day are sorted, and the best of each country is chosen, by what they were on that day", async () => {
  const day = "2026-04-15";
  const all = await walk(`date=${day}`);
  const byValue = (figureOf: (price: Dated) => number | null, direction: 1 | -1) =>
    all
      .map((price, at) => ({ price, at, value: figureOf(price) }))
      .sort((a, b) => {
        if (a.value === null || b.value === null)
          return Number(a.value === null) - Number(b.value === null) || a.at - b.at;
        return direction * (a.value - b.value) || a.at - b.at;
      })
      .map(({ price }) => price);
  const dayOf = ({ verified_on }: Dated) => (verified_on === null ? null : Date.parse(verified_on));
  const products = [...new Set(all.map(({ product }) => product))];
  for (const [sort, wanted] of [
    ["usd_monthly", byValue(({ usd_monthly }) => usd_monthly, 1)],
    ["-usd_monthly", byValue(({ usd_monthly }) => usd_monthly, -1)],
    ["verified_on", byValue(dayOf, 1)],
    ["-verified_on", byValue(dayOf, -1)],
    ["-product", byValue(({ product }) => products.indexOf(product), -1)],
  ] as const)
    expect((await walk(`sort=${sort}&date=${day}`)).map(seriesOf), sort).toEqual(wanted.map(seriesOf));

  const best = await walk(`product=netflix,spotify&best=country&sort=usd_monthly&date=${day}`);
  const lowest = new Map<string, Dated>();
  for (const price of byValue(({ usd_monthly }) => usd_monthly, 1))
    if (isBasket(price) && price.usd_monthly !== null && !lowest.has(price.country)) lowest.set(price.country, price);
  expect(best.length).toBeGreaterThan(40);
  expect(best.map(seriesOf)).toEqual([...lowest.values()].map(seriesOf));

  const untaxed = await walk(`country=DE&sort=usd_monthly&tax=excluded&date=${day}`);
  const costs = untaxed.flatMap(({ usd_monthly }) => usd_monthly ?? []);
  expect(costs).toEqual([...costs].sort((a, b) => a - b));
});

test("the order of changes on a past day is refused", async () => {
  const { status, body } = await get("/api/prices?sort=-changed_on&date=2024-06-01");
  expect(status).toBe(400);
  const detail = "does not go with date, whose prices have no day of their last change; every other order does";
  expect(body).toMatchObject({ errors: [{ parameter: "sort", detail }] });
});

test("a product's cheapest, dearest and median are those of its prices on the day", async () => {
  const date = "2024-06-01";
  const { body } = await get(`/api/services/netflix?date=${date}`);
  const { data } = getProduct.response.parse(body);
  const usd = data.prices.flatMap(({ usd_monthly }) => usd_monthly ?? []).sort((a, b) => a - b);
  expect(usd.length).toBeGreaterThan(20);
  expect([data.min, data.max]).toEqual([usd[0], usd.at(-1)]);
  expect([data.cheapest?.usd_monthly, data.most_expensive?.usd_monthly]).toEqual([usd[0], usd.at(-1)]);
  expect(data.n_countries).toBe(
    new Set(data.prices.filter(({ amount }) => amount !== null).map(({ country }) => country)).size,
  );
  // Only the answer about one product holds the other prices of a day to compare with.
  const alone = data.prices.map(
    ({ us_usd_monthly: _, pct_vs_us: __, ex_tax_us_monthly: ___, ex_tax_pct_vs_us: ____, ...price }) => price,
  );
  // The product says its names once.
  const listed = (await walk(`product=netflix&date=${date}`)).map(
    ({ name: _, product_plan: __, category: ___, country_name: ____, ...price }) => price,
  );
  expect(alone).toEqual(listed);
  const pct = (price: (typeof data.prices)[number]) => price.pct_vs_us;
  expect(data.prices.filter(({ country, amount }) => country === "US" && amount !== null).map(pct)).toEqual([0]);
});

const withoutUs = ({ us_usd_monthly: _, pct_vs_us: __, ...price }: Dated) => {
  const { changed_on: _changed, source: _source, source_kind: _kind, ...read } = price;
  const { evidence: _evidence, ...dated } = read;
  return dated;
};

test("today's prices of a product follow from the last readings as the current ones do, at rates that have gone", async () => {
  const { data: now } = getProduct.response.parse((await get("/api/services/netflix")).body);
  const { data: dated } = getProduct.response.parse((await get("/api/services/netflix?date=2026-09-29")).body);
  const shown = ({ prices }: typeof now) => prices.map((price) => ({ ...price, status: 0, last_seen_on: 0 }));
  const undated = shown(now).map(({ fx_stale, ...price }) => (fx_stale ? { ...price, usd: null } : price));
  expect(shown(dated).map(({ country, amount, verified_on }) => ({ country, amount, verified_on }))).toEqual(
    undated.map(({ country, amount, verified_on }) => ({ country, amount, verified_on })),
  );
  const same = now.prices.filter(({ fx_stale, usd }) => !fx_stale && usd !== null);
  const byKey = new Map(dated.prices.map((price) => [seriesOf(price), price]));
  for (const price of same) expect(byKey.get(seriesOf(price))).toMatchObject(withoutUs(price));
  expect(dated.cheapest).toMatchObject(now.cheapest ? withoutUs(now.cheapest) : {});
  expect(dated.median).toBe(now.median);
});

test("without tax, a day has the tax rate of that day: Estonia changed from 22 to 24 on 1 July 2025", async () => {
  const rateOn = async (date: string) => {
    const reply = await get(`/api/prices?product=netflix&country=EE&tax=excluded&date=${date}`);
    const [price] = listPrices.response.parse(reply.body).data;
    expect(price?.usd).toBeGreaterThan(price?.tax.ex_tax_usd ?? Number.NaN);
    return price?.tax.rate_pct;
  };
  expect(await rateOn("2025-06-30")).toBe(22);
  expect(await rateOn("2025-07-01")).toBe(24);
});

test("a comparison of a day has that day's cells, totals and savings, names what was not observed yet, and no index", async () => {
  const reply = await get("/api/compare?products=netflix,chatgpt&countries=US,TR,DE&date=2024-06-01");
  const { data } = compare.response.parse(reply.body);
  const [netflix, chatgpt] = data.matrix;
  const cells = netflix?.cells.flatMap((cell) => cell ?? []) ?? [];
  expect(cells.map(({ country }) => country)).toEqual(["US", "TR", "DE"]);
  for (const cell of cells) {
    expect(["observed", "carried"]).toContain(cell.status);
    expect((cell.last_seen_on ?? "9") <= "2024-06-01").toBe(true);
  }
  expect(chatgpt).toMatchObject({ cells: [null, null, null], not_observed_yet: ["US", "TR", "DE"] });
  expect(data.totals.map(({ complete, missing }) => [complete, missing])).toEqual(
    Array.from({ length: 3 }, () => [false, ["chatgpt"]]),
  );
  expect(netflix?.saving?.usd_monthly).toBeGreaterThan(0);
  expect(data.levels).toEqual([]);
});

test("a price of a day without an exchange rate stands in its cell of a comparison, and counts nowhere", async () => {
  const day = "date=2024-06-01";
  const dated = getProduct.response.parse((await get(`/api/services/netflix?${day}`)).body).data.prices;
  const listed = dated.filter(({ amount }) => amount !== null);
  const isRated = (code: string) => listed.some(({ country, usd_monthly }) => country === code && usd_monthly !== null);
  const unrated = [...new Set(listed.map(({ country }) => country))].filter((code) => !isRated(code)).slice(0, 2);
  expect(unrated).toHaveLength(2);
  const query = `products=netflix&countries=US,${unrated.join(",")}&${day}`;
  const { data } = compare.response.parse((await get(`/api/compare?${query}`)).body);
  for (const code of unrated) {
    const at = data.countries.findIndex((country) => country.country === code);
    const cell = data.matrix[0]?.cells[at];
    const price = listed.find(
      ({ country, platform, period }) => country === code && platform === cell?.platform && period === cell.period,
    );
    expect(cell).toMatchObject({ country: code, amount: price?.amount, currency: price?.currency, usd_monthly: null });
    expect(cell).toMatchObject({ fx_rate: null, status: price?.status });
    expect(data.totals[at]).toMatchObject({ usd_monthly: null, complete: false, missing: ["netflix"] });
  }
  expect(data.matrix[0]).toMatchObject({ cheapest_country: "US", saving: null, tax_unknown: [], not_observed_yet: [] });
  const withoutTax = compare.response.parse((await get(`/api/compare?${query}&tax=excluded`)).body).data;
  expect(withoutTax.matrix[0]?.tax_unknown).not.toEqual(expect.arrayContaining(unrated));
  const [head = "", ...rows] = (await get(`/api/compare?${query}&format=csv`)).text.trimEnd().split("\r\n");
  const at = head.split(",").indexOf("amount");
  for (const [i, code] of unrated.entries()) {
    const row = rows.find((text) => text.startsWith(`"netflix","${code}",`))?.split(",");
    expect(Number(row?.[at])).toBe(data.matrix[0]?.cells[i + 1]?.amount);
  }
});

test.each([
  ["2024-02-30", "is no calendar day"],
  ["2024-13-01", "is no calendar day"],
  ["0000-01-01", "is no calendar day"],
  ["01.06.2024", "is no calendar day"],
  ["2024-06-01T00:00:00Z", "is no calendar day"],
  [addDays(lastDay(), 2), "is in the future"],
  ["9999-12-31", "is in the future"],
])("%s is refused as a day: %s", async (date, detail) => {
  for (const path of ["/api/prices?", "/api/services/netflix?", "/api/compare?products=netflix&countries=US&"]) {
    const { status, body } = await get(`${path}date=${date}`);
    expect(status, path).toBe(400);
    expect(body).toMatchObject({ errors: [{ parameter: "date", detail: expect.stringContaining(detail) }] });
  }
});

test.each([
  "/api/prices?product=netflix&page_size=100",
  "/api/services/netflix?",
  "/api/compare?products=netflix,chatgpt&countries=US,TR,DE",
])("%s of today is the answer without a day", async (path) => {
  const plain = await get(path);
  const dated = await get(`${path}&date=${lastDay()}`.replace("?&", "?"));
  expect([dated.status, dated.headers.get("etag")]).toEqual([200, plain.headers.get("etag")]);
  expect(dated.text).toBe(plain.text);
});

test("an answer says its days, and how many of its prices have no rate", async () => {
  const Meta = z.object({
    data: z.array(z.object({ amount: z.number(), fx_rate: z.number().nullable() })),
    meta: z.looseObject({ published_at: z.string(), data_date: z.string(), fx_date: z.string() }),
  });
  const now = Meta.parse((await get("/api/prices?country=TR&page_size=200")).body);
  const age = Math.max(0, (Date.parse(now.meta.published_at.slice(0, 10)) - Date.parse(now.meta.fx_date)) / MS_PER_DAY);
  expect(now.meta).toMatchObject({ data_date: "2026-09-29", fx_age_days: age, without_rate: 0 });
  const past = Meta.parse((await get("/api/prices?product=netflix&date=2024-06-01&page_size=200")).body);
  const unrated = past.data.filter(({ fx_rate }) => fx_rate === null).length;
  expect(unrated).toBeGreaterThan(0);
  expect(past.meta).toMatchObject({ without_rate: unrated });
  expect(past.meta).not.toHaveProperty("fx_age_days");
});

test("without a day, records have no members of a day", async () => {
  const { text } = await get("/api/prices?product=netflix");
  expect(text).not.toContain("last_seen_on");
  expect(text).not.toContain('"status"');
});
