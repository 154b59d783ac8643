import { describe, expect, test } from "vitest";
import {
  type CountryLevel,
  computeModelIndex,
  type ModelIndex,
} from "@/lib/catalogue/price-index/country-product-dummy";
import type { ModelPrice } from "@/lib/catalogue/price-index/price-table";
import { findStudentT } from "@/lib/catalogue/price-index/student-t";
import { PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { solveByBruteForce } from "@/tests/support/brute-force-model";
import { seedRandom, shuffle } from "@/tests/support/random";

const TOLERANCE = 1e-9;
/** Intervals may differ by 100 t times the standard error's tolerance. */
const INTERVAL_TOLERANCE = 1e-6;

/** Up to nine countries: most connected, two that only share products with each other, one without a rate. */
function makeTable(seed: number): ModelPrice[] {
  const random = seedRandom(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const noise = random() < 0.5 ? 0.05 : 0.5;
  const presence = 0.3 + 0.7 * random();
  const prices: ModelPrice[] = [];
  const addCountry = (country: string, products: string[]) => {
    const level = random() - 0.5;
    for (const product of products) {
      if (random() > presence) continue;
      for (let copies = random() < 0.3 ? 2 + pick(3) : 1; copies > 0; copies--) {
        const platform = PLATFORMS[pick(2)] ?? "ios";
        const period = PERIODS[pick(2)] ?? "monthly";
        const usdMonthly = Math.exp(level + product.length / 3 + noise * (random() - 0.5));
        prices.push({ country, product, platform, period, usdMonthly });
      }
    }
  };
  const products = Array.from({ length: 4 + pick(8) }, (_, index) => "p".repeat(index + 1));
  if (random() > 0.05) addCountry("US", products);
  for (const country of ["AR", "BR", "TR", "UY", "ZA"].slice(pick(4))) addCountry(country, products);
  for (const country of ["KP", "XK"]) addCountry(country, ["island-1", "island-2", "island-3"]);
  prices.push({ country: "CU", product: "p", platform: "ios", period: "monthly", usdMonthly: null });
  return prices;
}

function find(index: ModelIndex, country: string): CountryLevel {
  const found = index.levels.find((each) => each.country === country);
  if (!found) throw new Error(`${country} has no row`);
  return found;
}

describe("against least squares by brute force on 500 random tables", () => {
  const seeds = Array.from({ length: 500 }, (_, index) => index + 1);
  const seen = new Map<string, number>();
  let pairs = 0;

  test("statuses, levels, standard errors and intervals are the same", () => {
    for (const seed of seeds) {
      const prices = makeTable(seed);
      const expected = solveByBruteForce(prices);
      const index = computeModelIndex(prices);
      expect(index.levels.map(({ country }) => country)).toEqual([...expected.keys()].sort());
      for (const level of index.levels) {
        const wanted = expected.get(level.country);
        expect([seed, level.country, level.status]).toEqual([seed, level.country, wanted?.status]);
        seen.set(level.status, (seen.get(level.status) ?? 0) + 1);
        if (level.status !== "published" || !wanted) continue;
        const factor = Math.exp(findStudentT(0.95, wanted.df) * wanted.standardError);
        expect(Math.abs(level.value - wanted.value)).toBeLessThan(TOLERANCE);
        expect(Math.abs(level.standardError - wanted.standardError)).toBeLessThan(TOLERANCE);
        expect(Math.abs(level.low - wanted.value / factor)).toBeLessThan(INTERVAL_TOLERANCE);
        expect(Math.abs(level.high - wanted.value * factor)).toBeLessThan(INTERVAL_TOLERANCE);
      }
      for (const { country, other, pct, lowPct, standardError } of index.differences) {
        const one = expected.get(country);
        const two = expected.get(other);
        expect([one?.status, two?.status]).toEqual(["published", "published"]);
        expect(Math.abs(standardError - (one?.differenceError(other) ?? 0))).toBeLessThan(TOLERANCE);
        const ratio = (one?.value ?? 0) / (two?.value ?? 0);
        expect(Math.abs(pct - 100 * (ratio - 1))).toBeLessThan(1e-7);
        const factor = Math.exp(findStudentT(0.95, one?.df ?? 1) * standardError);
        expect(Math.abs(lowPct - 100 * (ratio / factor - 1))).toBeLessThan(1e-7);
        pairs += 1;
      }
      for (const level of index.levels) {
        if (level.status !== "published") continue;
        const own = expected.get(level.country);
        const signs = [...expected].flatMap(([code, other]) => {
          if (own === undefined || other.status !== "published" || code === level.country) return [];
          const difference = Math.log(other.value / own.value);
          const isClear = Math.abs(difference) > findStudentT(0.95, own.df) * own.differenceError(code);
          return [isClear ? Math.sign(difference) : 0];
        });
        const [cheaper, dearer] = [-1, 1].map((sign) => signs.filter((other) => other === sign).length);
        const ranks = [1 + (cheaper ?? 0), signs.length + 1 - (dearer ?? 0)];
        expect([seed, level.country, level.rankLow, level.rankHigh]).toEqual([seed, level.country, ...ranks]);
      }
    }
  });

  test("every status came up often enough to mean something", () => {
    for (const status of ["published", "base_missing", "not_comparable", "insufficient_coverage"]) {
      expect(seen.get(status) ?? 0).toBeGreaterThan(40);
    }
    expect(pairs).toBeGreaterThan(500);
  });

  test("shuffled input changes nothing", () => {
    for (const seed of seeds) {
      const prices = makeTable(seed);
      const index = computeModelIndex(prices);
      const shuffled = computeModelIndex(shuffle(prices, seedRandom(-seed)));
      expect(shuffled.levels.map(({ country, status }) => [country, status])).toEqual(
        index.levels.map(({ country, status }) => [country, status]),
      );
      for (const { country, value, low, high } of index.levels) {
        const other = find(shuffled, country);
        expect(Math.abs((other.value ?? 0) - (value ?? 0))).toBeLessThan(TOLERANCE);
        expect(Math.abs((other.low ?? 0) - (low ?? 0))).toBeLessThan(TOLERANCE);
        expect(Math.abs((other.high ?? 0) - (high ?? 0))).toBeLessThan(TOLERANCE);
      }
    }
  });
});

/** `usd`: monthly price of each product. sells("TR", [5, 6]) sells p0 for 5 and p1 for 6. */
function sells(country: string, usd: (number | null)[], prefix = "p"): ModelPrice[] {
  return usd.map((usdMonthly, number) => ({
    country,
    product: `${prefix}${number}`,
    platform: "ios",
    period: "monthly",
    usdMonthly,
  }));
}

const TEN = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const half = (prices: number[]) => prices.map((usd, number) => (usd / 2) * (1 + (number % 2) / 1e3));

describe("says why there is no number", () => {
  test.each<{ why: string; prices: ModelPrice[]; country: string; status: CountryLevel["status"] }>([
    {
      why: "the US sells nothing",
      prices: [...sells("TR", TEN), ...sells("EG", TEN)],
      country: "TR",
      status: "base_missing",
    },
    {
      why: "the US has no price with a rate",
      prices: [...sells("US", [null, null]), ...sells("TR", TEN)],
      country: "TR",
      status: "base_missing",
    },
    {
      why: "no product in common with the US",
      prices: [...sells("US", TEN), ...sells("EG", TEN), ...sells("TR", TEN, "q"), ...sells("SY", TEN, "q")],
      country: "TR",
      status: "not_comparable",
    },
    {
      why: "the same products, but on no platform in common",
      prices: [
        ...sells("US", TEN),
        ...sells("EG", TEN),
        ...sells("TR", TEN).map((p) => ({ ...p, platform: "web" as const })),
      ],
      country: "TR",
      status: "not_comparable",
    },
    {
      why: "no price with a rate",
      prices: [...sells("US", TEN), ...sells("EG", TEN), ...sells("TR", [null])],
      country: "TR",
      status: "not_comparable",
    },
    {
      why: "four products are too few",
      prices: [...sells("US", TEN), ...sells("EG", TEN), ...sells("TR", half(TEN).slice(0, 4))],
      country: "TR",
      status: "insufficient_coverage",
    },
    {
      why: "five prices of one product are one product",
      prices: [
        ...sells("US", TEN),
        ...sells("EG", TEN),
        ...PERIODS.map((period) => ({ country: "TR", product: "p0", platform: "ios" as const, period, usdMonthly: 5 })),
      ],
      country: "TR",
      status: "insufficient_coverage",
    },
    {
      why: "of five products only one is sold elsewhere: no residual, and no error that could be told",
      prices: [
        ...sells("US", TEN),
        ...sells("EG", half(TEN)),
        ...sells("TR", [5, ...Array<null>(4).fill(null)]),
        ...sells("TR", [1, 2, 3, 4], "q"),
      ],
      country: "TR",
      status: "insufficient_coverage",
    },
    {
      why: "a standard error above 0.15",
      prices: [...sells("US", TEN), ...sells("TR", [1, 20, 1, 20, 1, 20, 1, 20, 1, 20])],
      country: "TR",
      status: "insufficient_coverage",
    },
    {
      why: "no degree of freedom: a single country",
      prices: sells("US", TEN),
      country: "US",
      status: "insufficient_coverage",
    },
    {
      why: "no degree of freedom: one price in common for each further country",
      prices: [
        ...sells("US", TEN),
        ...sells("TR", [5, ...Array<null>(9).fill(null)]),
        ...sells("TR", [1, 2, 3, 4], "q"),
      ],
      country: "TR",
      status: "insufficient_coverage",
    },
  ])("$status: $why", ({ prices, country, status }) => {
    expect(find(computeModelIndex(prices), country)).toEqual({ country, status, value: null, low: null, high: null });
  });

  test("published: five products, a fifth more than four", () => {
    const index = computeModelIndex([...sells("US", TEN), ...sells("TR", half(TEN).slice(0, 5))]);
    expect(find(index, "TR").status).toBe("published");
  });
});

test("half the prices of the US are 50, with no error when every product says so", () => {
  const index = computeModelIndex([
    ...sells("US", TEN),
    ...sells(
      "TR",
      TEN.map((usd) => usd / 2),
    ),
  ]);
  expect(find(index, "TR").value).toBeCloseTo(50, 10);
  expect(find(index, "TR").low).toBeCloseTo(50, 6);
});

test("the US is 100 exactly, without an interval", () => {
  const index = computeModelIndex([...sells("US", TEN), ...sells("TR", half(TEN))]);
  expect(find(index, "US")).toMatchObject({ value: 100, low: 100, high: 100, standardError: 0 });
});

test("a country that shares nothing with the US is reached through a third one", () => {
  const five = TEN.slice(0, 5);
  const prices = [
    ...sells("US", TEN),
    ...sells(
      "EG",
      TEN.map((usd) => usd / 2),
    ),
    ...sells("EG", five, "q"),
    ...sells(
      "TR",
      five.map((usd) => usd / 2),
      "q",
    ),
  ];
  expect(find(computeModelIndex(prices), "TR").value).toBeCloseTo(25, 8);
});

test("an island of countries changes nothing in the others", () => {
  const mainland = [...sells("US", TEN), ...sells("TR", half(TEN))];
  const island = [...sells("SY", [1, 50, 3], "q"), ...sells("KP", [70, 2, 9], "q")];
  const alone = find(computeModelIndex(mainland), "TR");
  expect(find(computeModelIndex([...mainland, ...island]), "TR")).toEqual(alone);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d as a price", (usdMonthly) => {
  expect(() => computeModelIndex(sells("US", [usdMonthly]))).toThrow(RangeError);
});
