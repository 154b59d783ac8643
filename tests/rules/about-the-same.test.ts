import { describe, expect, test } from "vitest";
import { burdenStepOf, stepOf } from "@/components/charts/scale";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { writeCountryTitle } from "@/lib/findings/country-rules";
import { writeBurdenTitle } from "@/lib/findings/lens-rules";
import { countAgainst, writeMapFinding, writeProductTitle } from "@/lib/findings/product-rules";
import { formatTimes, isAboutSame } from "@/lib/findings/times-rules";
import { formatLessOrMore } from "@/lib/text/format";
import { countryOf, plain, priceOf } from "@/tests/support/findings";

const CERTAIN = { ranking: "certain" } as const;

const money = makeMoney(US_DOLLARS);

describe("multiples of the US: above 0.9, and up to 1.1", () => {
  test.each([
    { ratio: 0.8999, same: false, step: "c2", figure: "0.9", says: "0.9 times as much" },
    { ratio: 0.9, same: false, step: "c2", figure: "0.9", says: "0.9 times as much" },
    { ratio: 0.9001, same: true, step: "mid", figure: "0.90", says: "about as much" },
    { ratio: 1.0999, same: true, step: "mid", figure: "1.10", says: "about as much" },
    { ratio: 1.1, same: true, step: "mid", figure: "1.10", says: "about as much" },
    { ratio: 1.1001, same: false, step: "d2", figure: "1.1", says: "1.1 times as much" },
  ])("$ratio", ({ ratio, same, step, figure, says }) => {
    expect([isAboutSame(ratio), burdenStepOf(ratio), formatTimes(ratio)]).toEqual([same, step, figure]);
    expect(writeBurdenTitle([countryOf("TR", -10, ratio)])).toBe(
      `The same subscriptions take ${says} of the average income in Türkiye as in the US`,
    );
  });
});

describe("differences from the US on a map: from above −5% up to 5%", () => {
  test.each([
    [-5.0001, "c2"],
    [-5, "c2"],
    [-4.9999, "mid"],
    [4.9999, "mid"],
    [5, "mid"],
    [5.0001, "d2"],
  ])("%d %% is %s", (pct, step) => expect(stepOf(pct)).toBe(step));
});

describe("prices against the US price: up to half a per cent is about the same", () => {
  // Of a US price of 100 dollars.
  test.each([
    [99.49, "cheaper"],
    [99.51, "same"],
    [100.49, "same"],
    [100.51, "dearer"],
  ] as const)("%d is %s", (usd, group) => {
    const counted = countAgainst([priceOf("TR", usd), priceOf("US", 100)], { country: "US", usd: 100 });
    const sizes = { cheaper: counted.cheaper.length, same: counted.same.length, dearer: counted.dearer.length };
    expect(sizes).toEqual({ cheaper: 0, same: 0, dearer: 0, [group]: 1 });
    expect(writeMapFinding("P", [priceOf("US", 100), priceOf("TR", usd)], { country: "US", usd: 100 }, CERTAIN)).toBe(
      group === "dearer"
        ? "P costs more in Türkiye than in the US before sales tax"
        : "P does not cost more in Türkiye than in the US before sales tax",
    );
  });

  test.each([
    [-0.51, "1% less"],
    [-0.5, "1% less"],
    [-0.499, "the same"],
    [0.499, "the same"],
    [0.5, "1% more"],
    [0.51, "1% more"],
  ])("a difference of %d %% is %s", (pct, says) => expect(plain(formatLessOrMore(pct))).toBe(says));

  test.each([
    [-0.5, "P costs $10.00 a month in Türkiye, 1% less than in the US before sales tax"],
    [-0.499, "P costs $10.00 a month in Türkiye, the same as in the US before sales tax"],
    [0.499, "P costs $10.00 a month in Türkiye, the same as in the US before sales tax"],
    [0.5, "P costs $10.00 a month in Türkiye, 1% more than in the US before sales tax"],
  ])("a country's example of %d %%: %s", (pct, says) => {
    const example = {
      name: "P",
      plan: "",
      pct,
      price: { usd_monthly: 10, fx_stale: false, verified_on: "2026-09-29" },
    };
    const relatives = { n_products: 1, n_equal: 0, n_cheaper: 1, n_dearer: 0 };
    expect(plain(writeCountryTitle({ ...countryOf("TR", 0), index: null }, { relatives, example }, money))).toBe(says);
  });
});

test.each([
  [109.99, "P costs nearly the same in all two countries"],
  [110.01, "P costs 10% more in Türkiye than in the United States before sales tax"],
  [199.99, "P costs 100% more in Türkiye than in the United States before sales tax"],
  [200, "P costs twice as much in Türkiye as in the United States before sales tax"],
])("of 100 dollars and %d: %s", (usd, says) => {
  expect(plain(writeProductTitle("P", [priceOf("US", 100), priceOf("TR", usd)], money, CERTAIN))).toBe(says);
});
