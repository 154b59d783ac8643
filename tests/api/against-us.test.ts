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
  for (const { platform, period, usd_monthly, us_usd_monthly, pct_vs_us, fx_stale } of listed) {
    const pair = us.find((price) => price.platform === platform && price.period === period);
    expect(us_usd_monthly).toBe(pair?.usd_monthly ?? null);
    if (usd_monthly === null || us_usd_monthly == null || fx_stale) expect(pct_vs_us).toBeNull();
    else {
      expect(pct_vs_us).toBeCloseTo(100 * (usd_monthly / us_usd_monthly - 1), 2);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(tax === "shown" ? 50 : 10);
});

test("the prices of one product and of one country say the same", async () => {
  const [one] = await prices("product=netflix&country=TR");
  expect(one).toBeDefined();
  const { data } = z
    .object({ data: z.object({ prices: z.array(Price) }) })
    .parse((await get("/api/services/netflix")).body);
  expect(data.prices).toContainEqual(one);
});
