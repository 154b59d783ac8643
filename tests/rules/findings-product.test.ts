import { describe, expect, test } from "vitest";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { groupPricePoints } from "@/lib/catalogue/prices/points-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { writePointsFinding } from "@/lib/findings/product-rules";
import { NO_LENSES } from "@/tests/support/no-lenses";

const money = makeMoney(US_DOLLARS);

const price = (country: string, usd: number): Price => ({
  ...{ product: "p", country, platform: "web", period: "monthly", amount: usd, currency: "USD", usd },
  ...{ usd_monthly: usd, fx_rate: 1, fx_date: "2026-09-29", fx_source: null, fx_stale: false, reported: false },
  ...{ source_url: "https://example.com/", verified_on: "2026-09-29" },
  ...NO_LENSES,
});

describe("the middle half follows the percentiles of the methodology, over countries", () => {
  const codes = ["TR", "IN", "EG", "US", "DE", "FR", "DK", "CH"];
  test.each([
    {
      why: "one price per country",
      usd: [1, 2, 4, 6, 8, 10, 12, 20],
      says: "In the middle half of the countries it costs between $3.50 and $10.50",
    },
    {
      why: "a price that four countries share counts four times",
      usd: [1, 2, 4, 10, 10, 10, 10, 20],
      says: "In the middle half of the countries it costs between $3.50 and $10.00",
    },
    { why: "too few prices", usd: [1, 1, 4, 4, 10, 10, 10, 10], says: "Three different prices" },
  ])("$why", ({ usd, says }) => {
    const prices = usd.map((amount, i) => price(codes[i] ?? "", amount));
    const points = groupPricePoints(prices, () => 0);
    expect(writePointsFinding(points, prices.length, money)).toBe(says);
  });
});
