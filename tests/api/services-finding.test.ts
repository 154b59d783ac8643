import { expect, test } from "vitest";
import { z } from "zod";
import { get } from "../support/api";
import { withoutMonths } from "../support/sentences";

const Exported = z.object({
  data: z.array(
    z.object({
      product: z.string(),
      country: z.string(),
      platform: z.string(),
      period: z.string(),
      usd_monthly: z.number().nullable(),
      ranked: z.boolean(),
    }),
  ),
});
type Row = z.infer<typeof Exported>["data"][number];

const Products = z.object({ data: z.array(z.object({ product: z.string(), ranking: z.string() })) });

const readPrices = async () => Exported.parse((await get("/api/export?dataset=prices")).body).data;
const readCertain = async () =>
  new Set(
    Products.parse((await get("/api/export?dataset=products")).body).data.flatMap(({ product, ranking }) =>
      ranking === "certain" ? [product] : [],
    ),
  );

function count(rows: readonly Row[], certain: ReadonlySet<string>, isHere: (row: Row) => boolean) {
  const products = [...new Set(rows.filter(isHere).map(({ product }) => product))];
  const lowest = (product: string, isMeant: (row: Row) => boolean) => {
    const own = rows.filter((row) => row.product === product && row.ranked && certain.has(product) && isMeant(row));
    const known = own.flatMap(({ usd_monthly }) => usd_monthly ?? []);
    return known.length === 0 ? null : Math.min(...known);
  };
  const pairs = products.flatMap((product) => {
    const here = lowest(product, isHere);
    const us = lowest(product, ({ country }) => country === "US");
    return here === null || us === null ? [] : [{ here, us }];
  });
  const below = pairs.filter(({ here, us }) => here < us).length;
  return {
    total: products.length,
    compared: pairs.length,
    below,
    same: pairs.filter(({ here, us }) => here === us).length,
  };
}

test.each([
  { query: "", place: null, is: () => true },
  {
    query: "?platform=ios&period=monthly",
    place: null,
    is: (row: Row) => row.platform === "ios" && row.period === "monthly",
  },
  { query: "?country=TR", place: "Türkiye", code: "TR", is: () => true },
  { query: "?country=AR&platform=ios", place: "Argentina", code: "AR", is: (row: Row) => row.platform === "ios" },
])("/services$query says how many cost less than in the US", async ({ query, place, code, is }) => {
  const rows = (await readPrices()).filter(is);
  const { total, compared, below, same } = count(
    rows,
    await readCertain(),
    ({ country }) => code === undefined || country === code,
  );
  expect(below).toBeGreaterThan(1);
  // Without equal prices, the test could not distinguish "less" from "no more".
  expect(same).toBeGreaterThan(0);
  const share = Math.round((100 * below) / compared);
  const what =
    compared === total
      ? `${below} of ${total} subscriptions`
      : `${share}% of the subscriptions whose prices are certain`;
  const where = place === null ? "somewhere else" : `in ${place}`;
  const { text } = await get(`/services${query}`);
  const told = /<h2[^>]*>(.*?)<\/h2>/s.exec(text)?.[1]?.replace(/<[^>]+>/g, "");
  expect(withoutMonths(told ?? "")).toBe(`${what} cost less ${where} than in the US before sales tax`);
});
