import { z } from "zod";
import { ConvertedPriceColumns, ofCurrency } from "@/lib/catalogue/prices/converted/schema";
import { Provenance } from "@/lib/catalogue/prices/provenance-schema";
import { Price } from "@/lib/catalogue/prices/schema";
import { CountryCode, CurrencyCode, Day, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { RATE_VALID_DAYS } from "@/lib/contract/days";

/** Of one series in an answer and in a chart; the export of the history has all. */
export const MOST_RUNS = 200;

const amount = z.number().positive().describe("Price as published, in `currency`.");

const PricedRun = z
  .object({
    amount,
    currency: CurrencyCode,
    usd: z.number().nonnegative().nullable().describe("`amount` x `fx_rate`, US dollars; null without a rate."),
    usd_monthly: Price.shape.usd_monthly,
    fx_rate: z.number().positive().nullable().describe("US dollars for one unit of `currency` on `fx_date`."),
    fx_date: Day.nullable().describe(
      `Day of the exchange rate: \`first_seen_on\`, or at most ${RATE_VALID_DAYS} days before.`,
    ),
    fx_source: Price.shape.fx_source,
    usd_reason: z.string().nullable().describe("Why there are no US dollars."),
    first_seen_on: Day.describe("First day on which this amount was read."),
    last_seen_on: Day.describe("Last day on which it was read without another amount, or an end, between."),
    next_seen_on: Day.nullable().describe("Next day of any reading of the series; null after the last."),
    source: z.string().describe("Id of the source of that reading, as in `/api/sources`."),
    source_url: z.url().describe("Where it was read on `last_seen_on`."),
    ...Provenance.partial().shape,
    ...ofCurrency,
  })
  .meta({ id: "PricedRun", description: "Consecutive readings of one amount." });
export type PricedRun = z.infer<typeof PricedRun>;

/** Run without dollars and source: enough to draw the line of a series and to split its change. */
export type BareRun = Pick<PricedRun, "amount" | "currency" | "first_seen_on" | "last_seen_on" | "next_seen_on">;

const MONTH_STATUSES = ["observed", "carried"] as const;
const Month = z
  .object({
    month: z.string().regex(/^\d{4}-\d{2}$/),
    status: z
      .enum(MONTH_STATUSES)
      .describe(
        "`observed`: the amount was read in the month, or before and after it. `carried`: last read before it.",
      ),
    amount,
    currency: CurrencyCode,
    usd: z.number().nonnegative().nullable().describe("`amount` x `fx_rate`, US dollars; null without a rate."),
    usd_monthly: Price.shape.usd_monthly,
    fx_rate: z.number().positive().nullable().describe("Rate of the last day of the month, or of the span in it."),
    fx_date: Day.nullable().describe(`That day, or at most ${RATE_VALID_DAYS} days before.`),
    first_seen_on: Day.describe("First day of the run that holds at the end of the month."),
    last_seen_on: Day.describe("Its last reading."),
    source: PricedRun.shape.source,
    fx_source: Price.shape.fx_source,
    ...ofCurrency,
  })
  .meta({ id: "PriceMonth", description: "A price in a month: the last one that was listed in it." });
export type PriceMonth = z.infer<typeof Month>;

const Extreme = z
  .object({ amount, currency: CurrencyCode, first_seen_on: Day, last_seen_on: Day })
  .meta({ id: "PriceExtreme", description: "Lowest or highest amount of a series, in the run that was read last." });

const extremes = (which: string) =>
  z
    .object({
      all_time: Extreme.nullable().describe("Of all readings."),
      months_12: Extreme.nullable().describe("Of those of the 12 months up to the newest day of the dataset."),
      months_3: Extreme.nullable().describe("Of those of the 3 months up to then."),
    })
    .describe(
      `${which} local amounts, of readings in the currency of the last one; null where none was read in that time.`,
    );

const End = z
  .object({
    day: Day,
    amount,
    currency: CurrencyCode,
    usd: Price.shape.usd,
    usd_monthly: Price.shape.usd_monthly,
    fx_rate: z
      .number()
      .positive()
      .nullable()
      .describe("US dollars for one unit of `currency`; null where none is known."),
    ...ofCurrency,
  })
  .meta({ id: "ChangeEnd", description: "A price on a day, with US dollars at the rate of that day." });
const pct = (what: string) =>
  z.number().nullable().describe(`${what}, per cent; null where a rate that it needs is unknown.`);

const SeriesChange = z
  .object({
    from: End,
    to: End,
    local_pct: pct(
      "What the vendor did: amounts within one currency, across a change of currency at the rates of its day",
    ),
    fx_pct: pct("What the exchange rate did: (1 + local) x (1 + fx) = 1 + usd"),
    usd_pct: pct("Both together, in US dollars"),
    n_vendor_changes: z.int().nonnegative().describe("Times that another amount in the same currency was set."),
    changeovers: z
      .array(
        z
          .object({ day: Day, from: CurrencyCode, to: CurrencyCode })
          .meta({ id: "Changeover", description: "The price was read in another currency from this day on." }),
      )
      .describe("Changes of the currency, by day."),
  })
  .meta({
    id: "SeriesChange",
    description:
      "Change of a price over its runs, split into the vendor’s and the exchange rate’s part: `from` its first day with a rate `to` its last reading, its end, or the end of a span in which it holds. After the rate day of the dataset its rates are held.",
  });

const TaxRateSpan = z
  .object({
    from: Day.nullable().describe(
      "First day of the rate, or the first on which a source showed it; null where neither is known.",
    ),
    to: Day.nullable().describe("Last day; null while it is in force."),
    rate_pct: z.number().nullable(),
    reason: z.string().nullable().describe("Why `rate_pct` is null."),
  })
  .meta({
    id: "TaxRateSpan",
    description: "Tax rate of the country on electronic services, per cent of the amount without tax.",
  });

export const SeriesHistory = z
  .object({
    product: Slug,
    country: CountryCode,
    platform: Platforms,
    period: Periods,
    is_current: z.boolean().describe("Listed when it was last read."),
    first_seen_on: Day.nullable().describe("First day on which a price was read; null where none ever was."),
    last_seen_on: Day.nullable().describe("Last day on which a price was read."),
    changed_on: Day.nullable().describe(
      "First day of the last amount that differed from the one before; null without.",
    ),
    lowest: extremes("Lowest"),
    highest: extremes("Highest"),
    span: z
      .object({
        from: Day.nullable().describe(
          "First day of the span; null where `from` is not given and nothing had been read by its last.",
        ),
        to: Day.describe("Last day of the span."),
        n_days: z.int().nonnegative().describe("Days of the span."),
        n_days_in_no_run: z
          .int()
          .nonnegative()
          .describe("Days that lie in no run: nobody looked, or the price was not listed. They have no known price."),
      })
      .describe("`from` and `to` of the call; by default from the first reading to the newest day of the dataset."),
    n_runs: z.int().nonnegative().describe("Runs that were read in the span, or held into it."),
    runs: z
      .array(PricedRun)
      .describe(`These runs, by day; of more than ${MOST_RUNS} the newest. \`to\` leads to the ones before.`),
  })
  .extend({
    months: z
      .array(Month)
      .optional()
      .describe("Only with `group=month`: the months of the span in which the price was listed; `runs` is empty then."),
    change: SeriesChange.nullable()
      .optional()
      .describe(
        "Over the runs that are listed here; null without one. As `usd_monthly` of a past day it stands at the rates of its days.",
      ),
    latest: End.nullable()
      .optional()
      .describe(
        "Price on the last day of the span, to which charts carry it, at the rate of that day; null where it is not listed then.",
      ),
    tax_rates: z
      .array(TaxRateSpan)
      .optional()
      .describe(
        "Tax rates of the country from the first of these runs on. Whether the price includes tax is not said here.",
      ),
  })
  .meta({
    id: "SeriesHistory",
    description: "History of one product in one country, on one platform, for one period.",
  });
export type SeriesHistory = z.infer<typeof SeriesHistory>;

/** Series for a chart, without the figures of the API that charts do not draw. */
export type SeriesRuns = Pick<SeriesHistory, "product" | "country" | "platform" | "period" | "n_runs"> & {
  runs: BareRun[];
};

const extreme = (which: string, time: string) =>
  z
    .number()
    .nullable()
    .describe(`${which} amount of ${time}, in the currency of the last reading; null where none was read then.`);
const ALL_TIME = "all readings";
const MONTHS_12 = "the newest 12 months";
const MONTHS_3 = "the newest 3 months";
const { product, country, platform, period, is_current, changed_on, span } = SeriesHistory.shape;

const { converted_us_monthly: _, ...runColumns } = ConvertedPriceColumns;

export const SeriesRunRow = z
  .object({
    product,
    country,
    platform,
    period,
    ...PricedRun.omit({ converted: true, read_at: true, quote: true, method: true, plan: true }).shape,
    source_url: PricedRun.shape.source_url.nullable(),
    is_current,
    changed_on,
    lowest_all_time: extreme("Lowest", ALL_TIME),
    lowest_months_12: extreme("Lowest", MONTHS_12),
    lowest_months_3: extreme("Lowest", MONTHS_3),
    highest_all_time: extreme("Highest", ALL_TIME),
    highest_months_12: extreme("Highest", MONTHS_12),
    highest_months_3: extreme("Highest", MONTHS_3),
    span_from: span.shape.from,
    span_to: span.shape.to,
    span_n_days: span.shape.n_days,
    span_n_days_in_no_run: span.shape.n_days_in_no_run,
    ...runColumns,
    month: Month.shape.month.optional().describe("With `group=month` a row is a month, not a run."),
    status: Month.shape.status.optional(),
    ...Provenance.partial().shape,
  })
  .meta({ id: "SeriesRunRow", description: "A row of histories: one run of one series." });
export type SeriesRunRow = z.infer<typeof SeriesRunRow>;
