import { describe, expect, test } from "vitest";
import { comparePrices } from "@/lib/compare/rules";
import type { Price } from "@/lib/prices/schema";
import { NO_LENSES } from "@/tests/support/no-lenses";

const products = ["a", "b"].map((slug) => ({ slug, name: slug.toUpperCase() }));
const countries = ["US", "TR", "EG"].map((code) => ({ code, name: code }));

function price(product: string, country: string, usdMonthly: number | null): Price {
  return {
    ...{ product, country, platform: "ios", period: "monthly", amount: 1, currency: "USD" },
    ...{ usd: usdMonthly, usd_monthly: usdMonthly, fx_rate: usdMonthly === null ? null : 1 },
    ...{
      fx_date: usdMonthly === null ? null : "2026-09-29",
      source_url: "https://example.com/",
      verified_on: "2026-09-29",
      fx_source: null,
    },
    ...NO_LENSES,
  };
}

describe("comparePrices", () => {
  test("adds up in decimals, not in binary floats", () => {
    const { totals } = comparePrices({ products, countries }, [price("a", "US", 0.1), price("b", "US", 0.2)]);
    expect(totals[0]).toEqual({ country: "US", usd_monthly: 0.3, complete: true, missing: [] });
  });

  test("never counts a missing price as zero", () => {
    const { totals, savings } = comparePrices({ products, countries }, [
      ...[price("a", "US", 10), price("b", "US", 10)],
      price("a", "TR", 1),
    ]);
    expect(totals[1]).toEqual({ country: "TR", usd_monthly: 1, complete: false, missing: ["b"] });
    expect(totals[2]).toEqual({ country: "EG", usd_monthly: null, complete: false, missing: ["a", "b"] });
    expect(savings.best_single_country).toMatchObject({ country: "US", usd_monthly: 20 });
  });

  test("measures every saving against the first listed country whose total is complete", () => {
    const { savings } = comparePrices({ products, countries }, [
      price("a", "US", 8),
      ...[price("a", "TR", 6), price("b", "TR", 6)],
      ...[price("a", "EG", 7), price("b", "EG", 2)],
    ]);
    expect(savings.baseline).toEqual({ country: "TR", usd_monthly: 12 });
    expect(savings.best_single_country).toEqual({
      ...{ country: "EG", usd_monthly: 9 },
      saving: { usd_monthly: 3, usd_yearly: 36, percent: 25 },
    });
    expect(savings.best_mix).toEqual({
      usd_monthly: 8,
      picks: [
        { product: "a", country: "TR" },
        { product: "b", country: "EG" },
      ],
      saving: { usd_monthly: 4, usd_yearly: 48, percent: 33.33 },
    });
  });

  test("gives ties to the lower country code, whatever the order of the list", () => {
    const { matrix, savings } = comparePrices({ products: products.slice(0, 1), countries }, [
      ...[price("a", "US", 5), price("a", "TR", 5), price("a", "EG", 5)],
    ]);
    expect(matrix[0]).toMatchObject({ cheapest_country: "EG", most_expensive_country: "EG" });
    expect(savings.best_single_country?.country).toBe("EG");
  });

  test("leaves out a price without an exchange rate", () => {
    const { matrix, totals } = comparePrices({ products: products.slice(0, 1), countries }, [price("a", "TR", null)]);
    expect(matrix[0]).toEqual({
      ...{
        product: "a",
        cells: [null, null, null],
        cheapest_country: null,
        most_expensive_country: null,
        saving: null,
      },
    });
    expect(totals[1]).toMatchObject({ usd_monthly: null, complete: false, missing: ["a"] });
  });

  test("is null where nothing can be computed", () => {
    const { savings } = comparePrices({ products, countries }, [price("a", "US", 8)]);
    expect(savings).toEqual({ baseline: null, best_single_country: null, best_mix: null });
  });

  test("has a best mix even when no single country has everything", () => {
    const { savings } = comparePrices({ products, countries }, [price("a", "US", 8), price("b", "TR", 2)]);
    expect(savings).toMatchObject({
      baseline: null,
      best_single_country: null,
      best_mix: { usd_monthly: 10, saving: null },
    });
  });
});
