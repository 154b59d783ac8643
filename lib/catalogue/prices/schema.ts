import { z } from "zod";
import { ConvertedPriceColumns, ConvertedTaxColumns, ofCurrency } from "@/lib/catalogue/prices/converted/schema";
import { EVIDENCE, SECOND_SOURCE_DAYS } from "@/lib/catalogue/prices/evidence/rules";
import { OUTDATED_AFTER_DAYS } from "@/lib/catalogue/prices/ranking/rules";
import { FAR_FACTOR, MIN_USUAL_COUNTRIES, MIN_USUAL_PRODUCTS } from "@/lib/catalogue/prices/usual/rules";
import { PriceTax, TaxColumns } from "@/lib/catalogue/tax/schema";
import { CountryCode, CurrencyCode, Day, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { Provenance } from "./provenance-schema";

/** Equal order in JSON, CSV and tables. */
const columns = {
  product: Slug,
  country: CountryCode,
  platform: Platforms,
  period: Periods,
  amount: z.number().positive().describe("Price as published, in `currency`."),
  currency: CurrencyCode,
  usd: z.number().nonnegative().nullable().describe("`amount` x `fx_rate`, US dollars; null without a rate."),
  usd_monthly: z
    .number()
    .nonnegative()
    .nullable()
    .describe("US dollars a month: weekly x 52/12, quarterly / 3, semiannual / 6, yearly / 12."),
  fx_rate: z.number().positive().nullable().describe("US dollars for one unit of `currency` on `fx_date`."),
  fx_date: Day.nullable().describe(
    `Day of the exchange rate: the dataset’s rate day, or at most ${RATE_VALID_DAYS} days before.`,
  ),
  source_url: z.url().describe("Where the price was read."),
  verified_on: Day.describe("Last day on which this price was checked at `source_url`."),
};

const lenses = {
  income_share_pct: z
    .number()
    .nonnegative()
    .nullable()
    .describe(
      "Share of a month's average income (gross national income per head, Atlas method) that a month costs as shown, per cent; null without US dollars or income.",
    ),
  income_year: z.int().nullable().describe("Year of the income behind `income_share_pct`."),
  income_reason: z.string().nullable().describe("Why `income_share_pct` is null."),
};

const usMonthly = z
  .number()
  .nullable()
  .describe(
    "US price of the same product, platform and period, US dollars a month; null without one. Prices of a day have it only in the answer about one product.",
  );
const pctVsUs = z
  .number()
  .nullable()
  .describe(
    "`usd_monthly` against `us_usd_monthly`, both unrounded, per cent with at most 4 decimals; null without one of them.",
  );
const againstUs = { us_usd_monthly: usMonthly.optional(), pct_vs_us: pctVsUs.optional() };

/** Read on the day or unchanged around it; last read before it; first read after it. */
const DAY_STATUSES = ["observed", "carried", "not_observed_yet", "ended"] as const;

/** Present only where a call asks for a day. */
const ofDay = {
  status: z
    .enum(DAY_STATUSES)
    .optional()
    .describe(
      "Only with `date=`. `observed`: read on that day, or before and after it with the same amount. `carried`: last read before that day, on `last_seen_on`, and not known to have ended. With `status=all` also `not_observed_yet`, first read after that day, and `ended`, no longer listed on it; neither has an amount.",
    ),
  last_seen_on: Day.nullable()
    .optional()
    .describe("Only with `date=`. Last day up to `date` on which a price was read; null when not observed yet."),
};

const SOURCE_KINDS = ["store_index", "publication", "desk", "visitors"] as const;

const state = {
  changed_on: Day.nullable().describe(
    "Newest day on which another amount than before was seen; null when none was. A new unit of a currency is no change.",
  ),
  source: z.string().describe("Id of the source, as in `/api/sources`."),
  source_kind: z
    .enum(SOURCE_KINDS)
    .describe(
      "`store_index`: a dataset that reads app stores; `publication`: an article or table of others; `desk`: checked by the people of this service; `visitors`: told by a visitor and taken over by them.",
    ),
};

const evidence = z
  .enum(EVIDENCE)
  .describe(
    `How well the price is known. \`one_offer\`: its source saw one offer. Doubts of its publisher: \`highest_period_open\` (the highest of several offers, none of which states what it pays for), \`highest_of_several\`, \`period_inferred\`, \`plan_differs\` (offers of other names, an earlier price kept), \`previous_price\` (an earlier price kept). \`staff_read\`: read by the people of this service. \`confirmed\`, \`contradicted\`: the nearest reading of another publisher, at most ${SECOND_SOURCE_DAYS} days before, says the same or another amount. \`highest_period_open\` and \`contradicted\` are not ranked where others are enough.`,
  );

const outdated = z
  .boolean()
  .describe(
    `Last seen: read more than ${OUTDATED_AFTER_DAYS} days before \`meta.median_verified_on\`, with \`date=\` before the middle day of that day. In no ranking, index or total, unless its product is \`last_seen\`.`,
  );

const ranked = z.boolean().describe("Counts in the figures of its product: one a country, see the methodology.");

const usual_ratio = z
  .number()
  .nullable()
  .describe(
    `\`usd_monthly\` as a multiple of what the prices of the product in other countries and those of other products in the country suggest, see the methodology. From ${FAR_FACTOR} on far above the rest, up to 1/${FAR_FACTOR} far below it: often another plan or period. It is ranked all the same. Null at a stale rate, for products with a price in fewer than ${MIN_USUAL_COUNTRIES} countries of the store, and in countries with one for fewer than ${MIN_USUAL_PRODUCTS} products.`,
  );

const withoutTax = {
  ex_tax_ranked: z.boolean().describe("The same for its figures without tax."),
  ex_tax_us_monthly: usMonthly.describe("`us_usd_monthly` without tax."),
  ex_tax_pct_vs_us: pctVsUs.describe("`pct_vs_us` without tax."),
};

const names = {
  name: z.string().describe("Name of the product."),
  product_plan: z.string().describe("Plan that the product is; `plan` is what the page of this price calls it."),
  category: z.string().describe("Category of the product."),
  country_name: z.string().describe("Name of the country."),
};

/** What `/api/prices` and its rows say beside a price of a product or a comparison, which have it already. */
export const PriceNames = z.object(names);
export type PriceNames = z.infer<typeof PriceNames>;

export const Price = z
  .object({
    ...columns,
    tax: PriceTax,
    ...lenses,
    fx_source: z
      .string()
      .nullable()
      .describe("Source of the exchange rate, an id of the dataset `rates`; null for US dollars and without a rate."),
    fx_stale: z
      .boolean()
      .describe(
        `The currency has no rate of the dataset’s rate day or the ${RATE_VALID_DAYS} days before: the US dollars are of \`fx_date\`, and take no part in cheapest, totals, medians and index.`,
      ),
    reported: z
      .boolean()
      .describe("A visitor had reported the price as wrong, and nobody had answered, when this version was published."),
    ...ofDay,
  })
  .extend(againstUs)
  .extend(
    z
      .object({ ...state, evidence, outdated, ranked, usual_ratio, ...withoutTax, ...Provenance.shape, ...names })
      .partial().shape,
  )
  .extend(ofCurrency)
  .meta({ id: "Price", description: "One current price; with `date=`, one of that day." });
export type Price = z.infer<typeof Price>;

const { amount, currency, source_url, verified_on } = columns;

export const DayPrice = z
  .object({
    ...Price.shape,
    amount: amount.nullable(),
    currency: currency.nullable(),
    source_url: source_url.nullable(),
    verified_on: verified_on.nullable(),
    source: state.source.nullable().optional(),
  })
  .meta({
    id: "DayPrice",
    description:
      "One current price; with `date=`, one series on that day. Amount, currency, `source`, `source_url` and `verified_on` are null only with `date=`, where `status` is `not_observed_yet` or `ended`.",
  });
export type DayPrice = z.infer<typeof DayPrice>;

/** Last columns of rows, current or of a day. */
const addedColumns = {
  ex_tax_usd: PriceTax.shape.ex_tax_usd,
  tax_source: PriceTax.shape.source,
  tax_reviewed_on: PriceTax.shape.reviewed_on,
};

export const PriceRow = z
  .object({
    ...columns,
    ...TaxColumns,
    ...lenses,
    fx_source: Price.shape.fx_source,
    fx_stale: Price.shape.fx_stale,
    reported: Price.shape.reported,
    ...state,
    evidence,
    outdated,
    ranked,
    ex_tax_ranked: withoutTax.ex_tax_ranked,
    usual_ratio,
    ...Provenance.shape,
    us_usd_monthly: usMonthly,
    pct_vs_us: pctVsUs,
    ex_tax_us_monthly: withoutTax.ex_tax_us_monthly,
    ex_tax_pct_vs_us: withoutTax.ex_tax_pct_vs_us,
    ...addedColumns,
    ...names,
  })
  .meta({
    id: "PriceRow",
    description:
      "A price as a flat row, of the export `prices` and, by the same names, of lists. `Price` is the same record with its tax in an object.",
  });

export const ListedPriceRow = z
  .object({
    ...PriceRow.omit({
      evidence: true,
      outdated: true,
      ranked: true,
      ex_tax_ranked: true,
      usual_ratio: true,
      read_at: true,
      quote: true,
      method: true,
      plan: true,
      us_usd_monthly: true,
      pct_vs_us: true,
      ex_tax_us_monthly: true,
      ex_tax_pct_vs_us: true,
      ex_tax_usd: true,
      tax_source: true,
      tax_reviewed_on: true,
      name: true,
      product_plan: true,
      category: true,
      country_name: true,
    }).shape,
    amount: DayPrice.shape.amount,
    currency: DayPrice.shape.currency,
    source_url: DayPrice.shape.source_url,
    verified_on: DayPrice.shape.verified_on,
    ...againstUs,
    ...z.object(state).partial().shape,
    source: DayPrice.shape.source,
    ...ofDay,
    ...ConvertedPriceColumns,
    evidence: evidence.optional(),
    outdated: outdated.optional(),
    ranked: ranked.optional(),
    usual_ratio: usual_ratio.optional(),
    ...z.object(withoutTax).partial().shape,
    ...ConvertedTaxColumns,
    ...Provenance.partial().shape,
    ...addedColumns,
    ...PriceNames.partial().shape,
  })
  .meta({ id: "ListedPriceRow", description: "A row of a list of prices, current or of a day." });
export type ListedPriceRow = z.infer<typeof ListedPriceRow>;
