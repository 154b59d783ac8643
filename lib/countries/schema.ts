import { z } from "zod";
import { CountryCode, CurrencyCode, Day } from "@/lib/contract/codes";

const pct = (what: string) => z.number().describe(`${what}, per cent against the US price.`);

const ModelEstimate = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .meta({ id: "ModelEstimate", description: "Country-product-dummy estimate with its 95 % interval." });

export const CountryIndex = z
  .object({
    value: z.number().positive().describe("Median price level, United States = 100."),
    pct_vs_us: pct("Median relative price"),
    p10_pct: pct("10th percentile"),
    p25_pct: pct("25th percentile"),
    p75_pct: pct("75th percentile"),
    p90_pct: pct("90th percentile"),
    cheaper_share: z.number().min(0).max(1).describe("Share of products that cost less than in the US."),
    basket_size: z.int().positive().describe("Products compared."),
    rank: z.int().positive().describe("1 is the cheapest country."),
    usd_billed: z.boolean().describe("Most of the basket is priced in US dollars, outside the US."),
    model: ModelEstimate.nullable().describe(
      "Country-product-dummy estimate, United States = 100, with its 95 % interval.",
    ),
  })
  .meta({ id: "CountryIndex", description: "Price index of a country; see the methodology." });
export type CountryIndex = z.infer<typeof CountryIndex>;

export const Country = z
  .object({
    code: CountryCode,
    name: z.string(),
    currency: CurrencyCode.nullable().describe("Legal tender; null where there is none."),
    region: z.string().describe("Continent."),
    products: z.int().nonnegative().describe("Products with a current price."),
    prices: z.int().nonnegative().describe("Current prices."),
    index: CountryIndex.nullable().describe("Null below 30 matched products."),
    index_status: z.enum(["published", "insufficient_basket"]),
    index_fx_date: Day.nullable().describe("Common day of the exchange rates behind the index."),
  })
  .meta({ id: "Country", description: "A country with prices, and its index." });
export type Country = z.infer<typeof Country>;
