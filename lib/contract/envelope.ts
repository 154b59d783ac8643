import { z } from "zod";
import { CurrencyCode, Day, Instant } from "./codes";

export const LICENSE = "CC-BY-4.0";
export const LICENSE_URL = "https://creativecommons.org/licenses/by/4.0/";
/** Credited wherever data leaves the service. */
export const PRICE_INDEX = {
  title: "Global App Store Price Index",
  publisher: "OpenTheRank",
  url: "https://opentherank.com/open-data/app-price-index/",
};
export const ATTRIBUTION = `Price Atlas; ${PRICE_INDEX.title} by ${PRICE_INDEX.publisher}`;

const SourceCredit = z
  .object({ name: z.string(), publisher: z.string(), url: z.url(), license: z.string() })
  .meta({ id: "SourceCredit", description: "A publication that prices or rates were read from." });

const MissingRate = z
  .object({
    currency: CurrencyCode,
    from: Day.nullable().describe("First day without a rate; null where there is none before."),
    to: Day.nullable().describe("Last day without a rate; null where there is none after."),
  })
  .meta({
    id: "MissingRate",
    description: "A currency that has no rate of the day asked for or the ten days before, and for which days.",
  });
export type MissingRate = z.infer<typeof MissingRate>;

export const Meta = z
  .object({
    dataset_version: z.string().describe("Changes with every publish."),
    published_at: Instant,
    data_date: Day.describe("Newest day of verification."),
    median_verified_on: Day.nullable().describe(
      "Day by which half of the comparable prices had been read; `outdated` is counted from it.",
    ),
    fx_date: Day.nullable().describe("Rate day of the dataset."),
    fx_age_days: z
      .int()
      .nullable()
      .optional()
      .describe(
        "Days from the rate day to the publish, in answers about current prices; past days have their own rates.",
      ),
    without_rate: z.int().nonnegative().optional().describe("Prices in this answer that have no exchange rate."),
    q_is_guess: z
      .literal(true)
      .optional()
      .describe(
        "Nothing has the words of `q`: what is listed has a name that is spelled like it. Rows without `meta` have the header `X-Q-Is-Guess`.",
      ),
    missing_rates: z
      .array(MissingRate)
      .optional()
      .describe(
        "Why prices of this answer have no US dollars, or an answer of rates leaves currencies out; with `date`.",
      ),
    requested_version: z.string().optional().describe("The version you asked for by `version=`."),
    redacted: z
      .int()
      .positive()
      .optional()
      .describe("Prices and rates of this version that were erased since, because a licence asked for it."),
    sorted_by: z.string().optional().describe("Column that a list is ordered by, `-` in front for descending."),
    ranked_by: z
      .enum(["usd_monthly", "ex_tax_usd_monthly"])
      .optional()
      .describe("US dollars that `tax` asks to order, choose and compare by; figures keep their meaning."),
    license: z.literal(LICENSE),
    attribution: z.string().describe("Name this wherever you show or pass on the data."),
    sources: z.array(SourceCredit).describe("The publications that this answer draws on."),
    documentation: z.url(),
  })
  .meta({ id: "Meta", description: "Which dataset this is, and how to credit it." });
export type Meta = z.infer<typeof Meta>;

export const Pagination = z
  .object({
    page: z.int().min(1),
    page_size: z.int().min(1),
    total_items: z.int().min(0),
    total_pages: z.int().min(0),
  })
  .meta({ id: "Pagination" });
export type Pagination = z.infer<typeof Pagination>;

export const Links = z
  .object({
    self: z.url(),
    first: z.url(),
    prev: z.url().nullable(),
    next: z.url().nullable(),
    last: z.url(),
  })
  .meta({
    id: "Links",
    description:
      "Absolute URLs. `self` is what was asked for; the others name the version that the page is of, and stand in the `Link` header too.",
  });
export type Links = z.infer<typeof Links>;

export function whole<T extends z.ZodType>(data: T) {
  return z.object({ data, meta: Meta });
}

export function page<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), pagination: Pagination, links: Links, meta: Meta });
}
