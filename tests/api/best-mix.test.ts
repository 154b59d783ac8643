import { expect, test } from "vitest";
import { Comparison } from "@/lib/catalogue/compare/schema";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { whole } from "@/lib/contract/envelope";
import { isMixAnswer, writeMixHeadline } from "@/lib/findings/mix-rules";
import { get } from "@/tests/support/api";
import { plain } from "@/tests/support/findings";
import { seedRandom, shuffle, TEST_SEED } from "@/tests/support/random";
import { type CsvRow, readCsv } from "@/tests/support/recompute-index";

const DRAWN = 300;

const download = async (dataset: string): Promise<CsvRow[]> =>
  readCsv((await get(`/api/export?dataset=${dataset}&format=csv`)).text);

const compare = async (products: readonly string[], countries: readonly string[]) =>
  whole(Comparison).parse((await get(`/api/compare?products=${products}&countries=${countries}`)).body).data;

/** Every way to buy each product in one of the countries. */
function* assign(products: readonly string[], countries: readonly string[]): Generator<Map<string, string>> {
  const [product, ...others] = products;
  if (product === undefined) {
    yield new Map();
    return;
  }
  for (const rest of assign(others, countries))
    for (const country of countries) yield new Map([...rest, [product, country]]);
}

/** Of products that are one plan the main one, else the first. */
const countOnce = (products: readonly string[], mainOf: ReadonlyMap<string, string>) =>
  products.filter((product, at) => {
    const main = mainOf.get(product);
    if (main === undefined) return true;
    return !products.includes(main) && !products.slice(0, at).some((other) => mainOf.get(other) === main);
  });

test(`the best mix is the cheapest of all ways to buy, in ${DRAWN} drawn comparisons`, async () => {
  const random = seedRandom(TEST_SEED);
  const [prices, index, listed] = await Promise.all([download("prices"), download("index"), download("products")]);
  const rankingOf = new Map(listed.map(({ product = "", ranking }) => [product, ranking]));
  const ranked = new Map(
    prices
      .filter((row) => row.ranked === "TRUE")
      .map((row) => [`${row.product} ${row.country}`, Number(row.usd_monthly)]),
  );
  const indexed = index.map(({ country = "" }) => country);
  const slugs = [...rankingOf.keys()];
  const mainOf = new Map(
    listed.flatMap(({ product = "", same_plan_as }) => (same_plan_as ? [[product, same_plan_as] as const] : [])),
  );
  const family = [...new Set([...mainOf].flat())];
  let told = 0;
  let once = 0;
  for (let drawn = 0; drawn < DRAWN; drawn++) {
    // In every tenth comparison some are one plan.
    const from = drawn % 10 === 0 ? [...family, ...slugs.slice(0, 3)] : slugs;
    const asked = [...new Set(shuffle(from, random))].slice(0, 1 + Math.floor(4 * random()));
    const products = countOnce(asked, mainOf);
    once += Number(products.length < asked.length);
    const countries = shuffle(indexed, random).slice(0, 1 + Math.floor(4 * random()));
    const comparison = await compare(asked, countries);
    const what = `TEST_SEED=${TEST_SEED}: ${asked} in ${countries}`;
    const costs = [...assign(products, countries)].map((mix) =>
      [...mix].reduce((sum, [product, country]) => sum + (ranked.get(`${product} ${country}`) ?? Infinity), 0),
    );
    const best = Math.min(...costs);
    const { savings, totals } = comparison;
    expect(savings.best_mix === null, what).toBe(best === Infinity);
    if (savings.best_mix === null) continue;
    expect(savings.best_mix.usd_monthly, what).toBeCloseTo(best, 2);
    const picked = savings.best_mix.picks.map(({ product, country }) => Number(ranked.get(`${product} ${country}`)));
    expect(
      picked.reduce((sum, usd) => sum + usd, 0),
      what,
    ).toBeCloseTo(best, 2);

    const sumIn = (country: string) =>
      products.reduce((sum, product) => sum + (ranked.get(`${product} ${country}`) ?? Infinity), 0);
    const first = totals.find(({ complete }) => complete)?.country;
    const isCertain = products.every((product) => rankingOf.get(product) === "certain");
    if (first === undefined || !isCertain || sumIn(first) === Infinity) {
      expect(isMixAnswer(comparison), what).toBe(false);
      continue;
    }
    const saved = sumIn(first) - best;
    const alone = sumIn(first) - Math.min(...countries.map(sumIn));
    if (Math.abs(saved - 1.05 * alone) < 0.01 || Math.abs(saved - 0.005) < 0.001) continue;
    const isAnswer = saved >= 0.005 && saved >= 1.05 * alone;
    expect(isMixAnswer(comparison), what).toBe(isAnswer);
    told += Number(isAnswer);
  }
  expect(told).toBeGreaterThan(10);
  expect(once).toBeGreaterThan(5);
});

test("five in three countries: the first sentence is the mix, with what it saves against home", async () => {
  const products = ["netflix", "youtube", "spotify", "icloud", "disney-plus"];
  const comparison = await compare(products, ["BR", "DE", "IN"]);
  expect(isMixAnswer(comparison)).toBe(true);
  const write = (home: string | null) => plain(writeMixHeadline(comparison, String, makeMoney(US_DOLLARS), { home }));
  expect(write("BR")).toBe("Netflix, YouTube and iCloud+ in India, the rest at home: $9.58 less a month");
  expect(write("DE")).toBe("Netflix, YouTube and iCloud+ in India, the rest in Brazil: $9.58 less a month");
  const fromCanada = await compare(products, ["CA", "DE", "IN", "BR"]);
  expect(isMixAnswer(fromCanada)).toBe(true);
  expect(writeMixHeadline(fromCanada, String, makeMoney(US_DOLLARS))).toMatch(/less a month before sales tax/);
});
