import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Instant, Periods, Platforms, Slug } from "@/lib/contract/codes";

export const CORRECTION_ACTIONS = ["replace", "withdraw"] as const;

/** `licence` also erases the figure from the ledger. */
export const CORRECTION_REASONS = [
  "typing_error",
  "source_error",
  "wrong_series",
  "duplicate",
  "source_withdrew",
  "taken_back",
  "licence",
] as const;
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

const amount = z.number().positive().nullable();
const rate = z.number().positive().nullable();

export const CorrectionRow = z
  .object({
    dataset_version: z.string().describe("First dataset with the correction."),
    published_at: Instant,
    object: z.enum(["price", "rate"]).describe("What was corrected: a price on a day, or an exchange rate."),
    product: Slug.nullable(),
    country: CountryCode.nullable(),
    platform: Platforms.nullable(),
    period: Periods.nullable(),
    currency: CurrencyCode.nullable().describe("Currency of a rate; empty for a price."),
    date: Day.describe("Day on which the price was read, or day of the rate."),
    source: z.string().describe("Source of the row that was corrected."),
    action: z.enum(CORRECTION_ACTIONS).describe("`withdraw` takes the row back; it does not say that a price ended."),
    reason: z
      .enum(CORRECTION_REASONS)
      .describe(
        "Why the row was wrong; `taken_back`: the whole publish that wrote it was; `licence`: its source may not be shown any more.",
      ),
    note: z.string().nullable().describe("Explanation by those who made the correction."),
    erased: z.boolean().describe("A figure was erased from all versions, because of the licence of its source."),
    before_amount: amount.describe("Price before; empty beside `before_source_url`: no longer listed."),
    before_currency: CurrencyCode.nullable(),
    before_usd_per_unit: rate.describe("Rate before."),
    before_source_url: z.url().nullable().describe("Where the figure before was read."),
    after_amount: amount.describe("Price instead; empty beside `after_source`: no longer listed."),
    after_currency: CurrencyCode.nullable(),
    after_usd_per_unit: rate.describe("Rate instead."),
    after_source: z.string().nullable().describe("Source of the row that replaces it; empty for a withdrawal."),
    after_source_url: z.url().nullable().describe("Where the figure that replaces it was read."),
  })
  .meta({ id: "CorrectionRow", description: "A row of the export `corrections`: a price or rate that was put right." });
export type CorrectionRow = z.infer<typeof CorrectionRow>;

export const ListedCorrection = CorrectionRow.extend({
  id: z.int(),
  name: z.string().nullable(),
  plan: z.string().nullable(),
  country_name: z.string().nullable(),
});
export type ListedCorrection = z.infer<typeof ListedCorrection>;

export const CorrectionsQuery = z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) });
