import { z } from "zod";
import { ofCurrency } from "@/lib/catalogue/prices/converted/schema";
import { RANKINGS } from "@/lib/catalogue/prices/ranking/rules";
import { Price } from "@/lib/catalogue/prices/schema";
import { TAX_VIEWS } from "@/lib/catalogue/tax/schema";
import { CountryCode, Slug } from "@/lib/contract/codes";

export const MAX_PRODUCTS = 20;
export const MAX_COUNTRIES = 50;

const usd = z.number().nonnegative();
export const Saving = z
  .object({ usd_monthly: z.number(), usd_yearly: z.number(), pct: z.number(), ...ofCurrency })
  .meta({ id: "Saving", description: "US dollars a month and a year, and per cent of the dearer side." });
export type Saving = z.infer<typeof Saving>;

const CompareCell = Price.nullable().meta({
  id: "CompareCell",
  description:
    "The `ranked` price of a product in a country, else the lowest that is not `outdated` and has no doubt, else the lowest; null where there is none. Where there is no other, it is one that takes no part: `outdated`, with `fx_stale`, or without US dollars, because its currency has no exchange rate (`fx_rate` is null) or it is not known without tax.",
});

const ComparedProduct = z
  .object({
    product: Slug,
    name: z.string(),
    plan: z.string().optional().describe("Name of the plan."),
    category: z.string().optional(),
    same_plan_as: Slug.nullable().optional().describe("As in `/api/services`: the main product of its plan."),
  })
  .meta({ id: "ComparedProduct" });
const ComparedCountry = z.object({ country: CountryCode, name: z.string() }).meta({ id: "ComparedCountry" });

const CompareRow = z
  .object({
    product: Slug,
    ranking: z
      .enum(RANKINGS)
      .describe("What the prices of the product bear, in all countries, that `platform` and `period` leave."),
    cells: z.array(CompareCell).describe("One a country, in order."),
    us: CompareCell.describe("The same for the US, whether the US is listed or not."),
    pct_vs_us: z
      .array(z.number().nullable())
      .describe(
        "One a country, in order: `usd_monthly` of the cell against that of `us`, per cent, at most 4 decimals.",
      ),
    cheapest_country: CountryCode.nullable().describe("Of the ranked prices among the cells; null without one."),
    most_expensive_country: CountryCode.nullable(),
    tax_unknown: z
      .array(CountryCode)
      .describe("With `tax=excluded`: countries whose price of it is known, but not without tax. Empty otherwise."),
    saving: Saving.nullable().describe(
      "The cheapest of the listed countries against the baseline, or without one against the country asked for or listed first; null where that has no price or is the cheapest, where one of them is not `ranked`, and where the product is not `certain`.",
    ),
    counts_with: Slug.optional().describe(
      "Only where another product of the comparison is the same plan: that one counts for both in totals, best totals and mix, and this one in none.",
    ),
    not_observed_yet: z
      .array(CountryCode)
      .optional()
      .describe("Only with `date=`: countries without a price whose first one was read after that day."),
  })
  .meta({ id: "CompareRow", description: "One product in all countries of a comparison." });

const CompareTotal = z
  .object({
    country: CountryCode,
    usd_monthly: usd.nullable().describe("Sum of all products, each plan once; null unless complete."),
    partial_usd_monthly: usd.nullable().describe("Sum of what there is where some are missing; null when complete."),
    pct_vs_baseline: z
      .number()
      .nullable()
      .describe(
        "`usd_monthly` against that of the baseline, per cent with at most 4 decimals; null unless complete, and where no saving can be told: all prices in both are `ranked`, and their products `certain`.",
      ),
    n_products: z.int().nonnegative().describe("Products that the sum holds."),
    ...ofCurrency,
    complete: z.boolean().describe("Every product has a price in US dollars of the rate day there that counts."),
    missing: z
      .array(Slug)
      .describe(
        "Products without a price in US dollars of the rate day there, with one that is `outdated` while the product has newer ones, or with none without tax that is known.",
      ),
  })
  .meta({ id: "CompareTotal", description: "All products of a comparison in one country." });

const CompareLevel = z
  .object({
    country: CountryCode,
    other: CountryCode,
    pct: z.number(),
    low_pct: z.number(),
    high_pct: z.number(),
  })
  .meta({ id: "CompareLevel", description: "Difference of two countries in the model index, per cent." });

const Baseline = z.object({ country: CountryCode, usd_monthly: usd, ...ofCurrency }).meta({
  id: "Baseline",
  description: "First listed country whose total is complete, or the one that was asked for.",
});
const SingleCountry = z
  .object({ country: CountryCode, usd_monthly: usd, saving: Saving.nullable(), ...ofCurrency })
  .meta({ id: "SingleCountry", description: "Country with the lowest complete total of ranked prices." });
const Pick = z.object({ product: Slug, country: CountryCode }).meta({ id: "Pick" });
const Mix = z
  .object({ usd_monthly: usd, picks: z.array(Pick), saving: Saving.nullable(), ...ofCurrency })
  .meta({ id: "Mix", description: "Each product where it is cheapest." });

const Savings = z
  .object({
    baseline: Baseline.nullable(),
    best_single_country: SingleCountry.nullable(),
    best_mix: Mix.nullable(),
  })
  .meta({
    id: "Savings",
    description:
      "Against the baseline; null where it cannot be computed. Totals with a price that is not `ranked` are not best. A saving is told where all prices of both totals are ranked and all products `certain`.",
  });

export const Comparison = z
  .object({
    currency: z.literal("USD"),
    tax: z.enum(TAX_VIEWS).describe("`excluded`: all US dollars here are without tax."),
    products: z.array(ComparedProduct),
    countries: z.array(ComparedCountry),
    skipped: z
      .array(Slug)
      .optional()
      .describe("Only with `missing=skip`: products that were asked for and that this dataset does not have."),
    matrix: z.array(CompareRow),
    totals: z.array(CompareTotal).describe("One a country, in order."),
    levels: z
      .array(CompareLevel)
      .describe(
        "How far the model index, from all prices and not only these, puts each listed country from the first listed one that has it (`other`): per cent, with the 95% interval of the difference. Those without a model index are left out.",
      ),
    savings: Savings,
  })
  .meta({ id: "Comparison", description: "Chosen products in chosen countries, US dollars a month." });
export type Comparison = z.infer<typeof Comparison>;
