import { z } from "zod";
import { CountryCode, Slug } from "@/lib/contract/codes";
import { Price } from "@/lib/prices/schema";

export const MAX_PRODUCTS = 20;
export const MAX_COUNTRIES = 50;

const usd = z.number().nonnegative();
export const Saving = z
  .object({ usd_monthly: z.number(), usd_yearly: z.number(), percent: z.number() })
  .meta({ id: "Saving", description: "US dollars a month and a year, and per cent of the dearer side." });
export type Saving = z.infer<typeof Saving>;

export const Comparison = z
  .object({
    currency: z.literal("USD"),
    products: z.array(z.object({ slug: Slug, name: z.string() })),
    countries: z.array(z.object({ code: CountryCode, name: z.string() })),
    matrix: z.array(
      z.object({
        product: Slug,
        cells: z.array(Price.nullable()).describe("One a country, in order: the price of the lowest `usd_monthly`."),
        cheapest_country: CountryCode.nullable(),
        most_expensive_country: CountryCode.nullable(),
        saving: Saving.nullable().describe("Dearest against cheapest of the listed countries."),
      }),
    ),
    totals: z.array(
      z.object({
        country: CountryCode,
        usd_monthly: usd.nullable().describe("Sum of what there is; null when nothing is."),
        complete: z.boolean(),
        missing: z.array(Slug).describe("Products without a price in US dollars there."),
      }),
    ),
    levels: z
      .array(
        z.object({
          country: CountryCode,
          other: CountryCode,
          pct: z.number(),
          low_pct: z.number(),
          high_pct: z.number(),
        }),
      )
      .describe(
        "How far the model index, from all prices and not only these, puts each listed country from the first listed one that has it (`other`): per cent, with the 95 % interval of the difference. Those without a model index are left out.",
      ),
    savings: z.object({
      baseline: z.object({ country: CountryCode, usd_monthly: usd }).nullable(),
      best_single_country: z.object({ country: CountryCode, usd_monthly: usd, saving: Saving.nullable() }).nullable(),
      best_mix: z
        .object({
          usd_monthly: usd,
          picks: z.array(z.object({ product: Slug, country: CountryCode })),
          saving: Saving.nullable(),
        })
        .nullable(),
    }),
  })
  .meta({ id: "Comparison", description: "Chosen products in chosen countries, US dollars a month." });
export type Comparison = z.infer<typeof Comparison>;
