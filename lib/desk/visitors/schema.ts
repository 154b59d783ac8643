import { z } from "zod";
import { MAX_PLAN_CHARS, MAX_QUOTE_CHARS } from "@/lib/catalogue/prices/provenance-schema";
import { CountryCode, PERIODS, type Period, PLACE_CODES, PLATFORMS, type Platform, Slug } from "@/lib/contract/codes";
import { PAID_CODES } from "@/lib/contract/currencies";
import { MS_PER_DAY } from "@/lib/contract/days";
import { ONE_LINE, StorableText } from "@/lib/contract/text";
import { optionalField, RowId, readTicks } from "@/lib/desk/forms/fields-schema";
import { SeenAt } from "@/lib/desk/reports/schema";
import { currentDay } from "@/lib/platform/clock";
import { READINGS_PAGE_SIZE } from "./rules";

const OLDEST_DAYS = 365;

const places = new Set(PLACE_CODES);
const upTo = (most: number) => StorableText.trim().max(most, `Write at most ${most} characters.`);

const isRecent = (day: string) => Date.parse(currentDay()) - Date.parse(day) <= OLDEST_DAYS * MS_PER_DAY;

/** The amount is read afterwards: in which currency depends on the country and on what is on record. */
export const VisitorForm = z.object({
  country: z.string("Choose a country.").refine((code) => places.has(code), "Choose a country."),
  store: z.enum(PLATFORMS, "Choose where it is sold."),
  /** Marks of direction are printed beside amounts in Arabic and Hebrew. */
  amount: upTo(MAX_QUOTE_CHARS).min(1, "Write the amount as the page prints it.").regex(ONE_LINE, "Write one line."),
  period: optionalField(z.enum(PERIODS, "Choose a period.")),
  currency: optionalField(z.enum([...PAID_CODES], "Choose a currency.")),
  day: z.iso
    .date("Choose the day on which you saw it.")
    .refine((day) => day <= currentDay(), "Choose a day that is not to come.")
    .refine(isRecent, "Choose a day of the last twelve months."),
  plan: optionalField(
    upTo(MAX_PLAN_CHARS).regex(/^[^\p{C}\u2028\u2029]*$/u, "Write one line, without characters that cannot be seen."),
  ),
  source_url: SeenAt,
  license: z.literal("CC-BY-4.0", "Tick it, so that we may publish what you tell."),
});
export type VisitorForm = z.output<typeof VisitorForm>;

/** Of the page with the form. */
export const ReadingQuery = z.object({
  product: Slug.optional(),
  country: CountryCode.optional(),
  sent: z.enum(["yes"]).optional(),
});

export const ReadingSubject = z.object({ product: Slug });

/** A reading of a visitor whose amount is read. */
export type NewReading = {
  product: string;
  country: string;
  platform: Platform;
  period: Period;
  /** Decimal text. */
  amount: string;
  currency: string;
  quote: string | null;
  plan: string | null;
  observedOn: string;
  sourceUrl: string;
};

export type VisitorReading = NewReading & {
  id: number;
  name: string;
  /** Of the product, as the catalogue names it. */
  productPlan: string;
  at: Date;
  /** Other addresses that told the same within 30 days. */
  agreeing: number;
  /** On record; null without a price. */
  nowAmount: number | null;
  nowCurrency: string | null;
  verifiedOn: string | null;
};

export const TakeForm = z.object({ id: RowId });

/** Ticked ones are fields `reading-<id>`. */
export const DeclineForm = z
  .looseObject({})
  .transform((fields) => readTicks(fields, "reading"))
  .refine((ids) => ids.length <= READINGS_PAGE_SIZE, `At most ${READINGS_PAGE_SIZE} at once.`);

export const ReadingsQuery = z.object({
  tick: z.enum(["all"]).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
