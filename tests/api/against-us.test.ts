import { expect, test } from "vitest";
import { z } from "zod";
import { Price } from "@/lib/catalogue/prices/schema";
import { get } from "../support/api";

const List = z.object({ data: z.array(Price) });
const prices = async (query: string) => {
  const pages = await Promise.all([1, 2].map((at) => get(`/api/prices?${query}&page_size=200&page=${at}`)));
  return pages.flatMap(({ body }) => List.parse(body).data);
};

test.each(["shown", "excluded"])("a price stands beside the US price of its platform and period, %s", async (tax) => {
  const listed = await prices(`product=netflix&tax=${tax}`);
  const us = listed.filter(({ country }) => country === "US");
  expect(us.length).toBeGreaterThan(0);
  let compared = 0;
  const isTaxFree = tax === "excluded";
  // Figures of the list price have the same names in both views; those without tax have names of their own.
  const readMonthly = (price: Price) => (isTaxFree ? price.tax.ex_tax_usd_monthly : price.usd_monthly);
  for (const price of listed) {
    const { platform, period, fx_stale } = price;
    const pair = us.find((price) => price.platform === platform && price.period === period);
    const usMonthly = (isTaxFree ? price.ex_tax_us_monthly : price.us_usd_monthly) ?? null;
    const pct = (isTaxFree ? price.ex_tax_pct_vs_us : price.pct_vs_us) ?? null;
    expect(usMonthly).toBe((pair && readMonthly(pair)) ?? null);
    if (readMonthly(price) === null || usMonthly === null || fx_stale) expect(pct).toBeNull();
    else {
      const exact = 100 * (unrounded(price, isTaxFree) / unrounded(pair, isTaxFree) - 1);
      expect(Math.abs((pct ?? Number.NaN) - exact)).toBeLessThan(0.000_050_1);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(tax === "shown" ? 50 : 10);
});

/** US dollars of a period, from what was paid. */
function unrounded(price: Price | undefined, isTaxFree: boolean): number {
  if (price === undefined || price.fx_rate === null) return Number.NaN;
  const { treatment, rate_pct } = price.tax;
  const rate = isTaxFree && treatment === "included" ? (rate_pct ?? 0) : 0;
  return (price.amount * price.fx_rate * 100) / (100 + rate);
}

test("prices of a day and comparisons take unrounded dollars too", async () => {
  const { data: day } = z
    .object({ data: z.object({ prices: z.array(z.unknown()) }) })
    .parse((await get("/api/services/netflix?date=2026-09-01")).body);
  const listed = day.prices.flatMap((price) => Price.safeParse(price).data ?? []);
  const us = (one: Price) =>
    listed.find(
      ({ country, platform, period }) => country === "US" && platform === one.platform && period === one.period,
    );
  const compared = listed.filter(({ pct_vs_us }) => typeof pct_vs_us === "number");
  expect(compared.length).toBeGreaterThan(10);
  for (const price of compared)
    expect(
      Math.abs((price.pct_vs_us ?? Number.NaN) - 100 * (unrounded(price, false) / unrounded(us(price), false) - 1)),
    ).toBeLessThan(0.000_050_1);

  const { data } = z
    .object({
      data: z.object({
        matrix: z.array(
          z.object({ cells: z.array(Price.nullable()), us: Price, pct_vs_us: z.array(z.number().nullable()) }),
        ),
      }),
    })
    .parse((await get("/api/compare?products=netflix,spotify&countries=TR,IN,DE")).body);
  for (const row of data.matrix)
    for (const [at, cell] of row.cells.entries()) {
      if (cell === null) {
        expect(row.pct_vs_us[at]).toBeNull();
        continue;
      }
      const inUs = unrounded(row.us, false) / (row.us.period === "yearly" ? 12 : 1);
      const here = unrounded(cell, false) / (cell.period === "yearly" ? 12 : 1);
      expect(Math.abs((row.pct_vs_us[at] ?? Number.NaN) - 100 * (here / inUs - 1))).toBeLessThan(0.000_050_1);
    }
});

test("the prices of one product and of one country say the same", async () => {
  const [one] = await prices("product=netflix&country=TR");
  expect(one).toBeDefined();
  const { data } = z
    .object({ data: z.object({ prices: z.array(Price) }) })
    .parse((await get("/api/services/netflix")).body);
  // The product says its names once.
  const { name: _, product_plan: __, category: ___, country_name: ____, ...price } = one ?? {};
  expect(data.prices).toContainEqual(price);
});
