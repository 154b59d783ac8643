import { expect, test } from "vitest";
import { writeBrowseFinding } from "@/components/services/browse-words";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { type BrowsedProduct, BrowseQuery } from "@/lib/catalogue/products/browse/schema";
import { priceOf } from "@/tests/support/findings";

const product: BrowsedProduct = {
  product: "p",
  name: "P",
  vendor: null,
  service: "P",
  plan: "",
  category: "ai",
  website: null,
  in_basket: true,
  same_plan_as: null,
  n_countries: 2,
  n_prices: 2,
  min: 5,
  median: 7.5,
  max: 10,
  spread: 2,
  cheapest: priceOf("TR", 5),
  most_expensive: priceOf("US", 10),
  mine: priceOf("US", 10),
  changed_on: "2026-04-09",
  verified_on: "2026-09-29",
  ranking: "certain",
  n_ranked: 2,
  isSavingTold: true,
  verified_from: "2026-09-29",
  cheapest_without_tax: null,
  ex_tax_min: null,
  ex_tax_median: null,
  ex_tax_max: null,
  ex_tax_ranking: "none",
  ex_tax_n_ranked: 0,
};

test.each([
  [{}, 12, 7, 12, "7 of 12 subscriptions cost less somewhere else than in the US before sales tax"],
  [
    {},
    12,
    7,
    9,
    "78% of the subscriptions whose prices are certain cost less somewhere else than in the US before sales tax",
  ],
  [{}, 12, 1, 12, "1 of 12 subscriptions costs less somewhere else than in the US before sales tax"],
  [{}, 12, 0, 12, "0 of 12 subscriptions cost less somewhere else than in the US before sales tax"],
  [{}, 1, 1, 1, "One subscription, which costs less somewhere else than in the US before sales tax"],
  [{}, 1, 0, 1, "One subscription"],
  [
    { country: "TR" },
    1234,
    1200,
    1234,
    "1,200 of 1,234 subscriptions cost less in Türkiye than in the US before sales tax",
  ],
  [{ country: "US" }, 12, 0, 12, "12 subscriptions have a price in the United States"],
  [{ page: "2" }, 60, 40, 60, "60 subscriptions match"],
  [{ sort: "cheapest" }, 12, 7, 12, "12 subscriptions; P costs least, $5.00 a month in Türkiye"],
  [
    { sort: "spread" },
    12,
    7,
    12,
    "12 subscriptions; P costs twice as much in the United States before sales tax as in Türkiye",
  ],
])("%j, %i in all, %i of them below the US and %i compared: %s", (query, total, belowUs, compared, says) => {
  const counts = { total, belowUs, compared };
  expect(writeBrowseFinding(BrowseQuery.parse(query), counts, [product], makeMoney(US_DOLLARS))).toBe(says);
});
