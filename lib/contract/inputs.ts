import { z } from "zod";
import { currentDay } from "@/lib/platform/clock";
import { COUNTRY_CODES, PERIODS, PLATFORMS, REGIONS } from "./codes";
import { CURRENCY_CODES } from "./currencies";
import { RATE_VALID_DAYS } from "./days";
import { StorableText } from "./text";

/** Marks parameters whose values must exist; `lib/api/query.ts` looks them up. */
export const lookups = z.registry<{
  in: "products" | "categories" | "vendors" | "countries" | "versions" | "currencies";
  also?: string;
}>();

/** Words for the range of a number where its smallest and largest value do not say all. */
export const ranges = z.registry<{ words: string }>();

/** Marks parameters that accept more than their schema, which the document describes by a pattern. */
export const spellings = z.registry<{ pattern: string }>();

export const REQUIRED = { code: "required" } as const;
export const OUT_OF_RANGE = { code: "out_of_range" } as const;

/**
 * Runs a check once the parameters that it reads are valid (zod's `when`), so that one fault does not cause another.
 */
export const reads =
  (...names: string[]) =>
  ({ issues }: { issues: { path?: PropertyKey[] | undefined }[] }): boolean =>
    issues.every(({ path = [] }) => !names.includes(String(path[0])));

const known = new Set(COUNTRY_CODES);

export const CountryInput = z
  .string()
  .regex(/^[A-Za-z]{2}$/, "is no ISO 3166-1 alpha-2 code (two letters)")
  .toUpperCase()
  .refine((code) => known.has(code), "is no ISO 3166-1 country")
  .meta({ description: "ISO 3166-1 alpha-2 code, in either case.", examples: ["TR"] })
  .register(lookups, { in: "countries" });

/** Every country with a price. */
export const ALL = "ALL";

export const CountryOrAll = z
  .string()
  .regex(/^(?:[A-Za-z]{2}|all)$/i, "is no ISO 3166-1 alpha-2 code (two letters)")
  .toUpperCase()
  .refine((code) => code === ALL || known.has(code), "is no ISO 3166-1 country")
  .register(lookups, { in: "countries" });

export const ProductInput = z
  .string()
  .regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, "is no product slug (letters, digits and single hyphens)")
  .max(100, "is longer than any product slug")
  .toLowerCase()
  .meta({ description: "Slug of a product, as listed by `/api/services`.", examples: ["netflix"] })
  .register(lookups, { in: "products" });

export const CategoryInput = z
  .string()
  .regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, "is no category")
  .max(100, "is longer than any category")
  .toLowerCase()
  .meta({ description: "Category of a product.", examples: ["streaming"] })
  .register(lookups, { in: "categories" });

export const IsoCurrencyInput = z
  .string()
  .regex(/^[A-Za-z]{3}$/, "is no ISO 4217 code (three letters)")
  .toUpperCase()
  .refine((code) => CURRENCY_CODES.has(code), "is no ISO 4217 currency")
  .meta({ description: "ISO 4217 code, in either case; withdrawn ones too.", examples: ["EUR"] });

export const currencyInputs = {
  currency: IsoCurrencyInput.meta({ examples: ["EUR"] })
    .register(lookups, { in: "currencies" })
    .optional()
    .meta({
      description:
        "ISO 4217 code, in either case. Whatever has US dollars then has them in this currency too, as `converted`: at the rate of the dataset’s rate day; where a call has `date=`, that of the day; in histories that of each run’s first day. `/api/rates` lists the currencies.",
    }),
};

/** Digits of an amount of money: from 0.0001 to 999,999,999.9999. */
export const AmountInput = z
  .string()
  .regex(/^(?=.*[1-9])(0|[1-9]\d{0,8})(\.\d{1,4})?$/, "is no amount above 0 in digits, such as 9.99");

export const VersionInput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}\.[1-9]\d{0,8}$/, "is no dataset version, such as 2026-09-29.1")
  .meta({ description: "Dataset version, as listed by `/api/versions`.", examples: ["2026-09-29.1"] })
  .register(lookups, { in: "versions" });

export const VersionsInput = z
  .string()
  .regex(/^(?:all|\d{4}-\d{2}-\d{2}\.[1-9]\d{0,8})$/, "is neither a dataset version, such as 2026-09-29.1, nor all")
  .register(lookups, { in: "versions", also: "all" });

export const versionInputs = {
  version: VersionInput.optional().meta({
    description: "Answers as this dataset version did when it was the newest; by default the newest.",
  }),
};

export const SKIP = "skip";

/** For saved lists, of which a product may be gone. */
export const missingInputs = {
  missing: z.enum(["refuse", SKIP]).default("refuse").meta({
    description:
      "What becomes of products that this dataset does not have: `refuse` answers 400 and names them; `skip` leaves them out and names them in `skipped`, as long as one is left.",
  }),
};

export const PlatformInput = z.enum(PLATFORMS).meta({ description: "Where the price applies." });
export const PeriodInput = z.enum(PERIODS).meta({ description: "What one payment covers." });

/** Up to today (UTC), or to the newest day of the data where the clock runs before it. */
export const PastDayInput = z.iso
  .date("is no calendar day (YYYY-MM-DD)")
  .refine((day) => day >= "0001-01-01", "is no calendar day (YYYY-MM-DD)")
  .refine((day) => day <= currentDay(), { message: "is in the future", params: OUT_OF_RANGE });

/** Today is the answer without a day. */
export const dateInputs = {
  date: PastDayInput.optional()
    .overwrite((day) => (day === currentDay() ? undefined : day))
    .meta({
      description: `Prices that were listed on this day, as far as it is known now: a calendar day up to today (UTC), which is the answer without it. Each record then has \`status\` and \`last_seen_on\`. US dollars are at the rates of that day or at most ${RATE_VALID_DAYS} days before, else null and counted in \`meta.without_rate\`, with the days for which each currency lacks a rate in \`meta.missing_rates\`; after the dataset’s rate day at those of the rate day. \`changed_on\` and \`source_kind\` are left out: they are of the current price. For what was published earlier, and may have been corrected since, see \`version\`.`,
      examples: ["2025-06-01"],
    }),
};

export const FromInput = PastDayInput.meta({ description: "First day of the span.", examples: ["2025-01-01"] });
export const ToInput = PastDayInput.meta({ description: "Last day of the span.", examples: ["2025-12-31"] });

const MAX_LISTED = 50;

/** Accepts `a,b` or repeated parameters, in any order. */
export const anyOf = <T extends z.ZodType<string, string>>(item: T, description: string) =>
  z
    .array(item)
    .overwrite((items) => [...new Set(items)].sort())
    .min(1)
    .max(MAX_LISTED, `takes at most ${MAX_LISTED} values`)
    .optional()
    .meta({
      description: `${description} Up to ${MAX_LISTED}, as \`a,b\` or repeated.`,
      param: { style: "form", explode: false },
    });

const VendorInput = z
  .string()
  .toLowerCase()
  .max(100, "is longer than any vendor")
  .meta({ description: "Vendor of a product, as `/api/services` writes it, in either case.", examples: ["netflix"] })
  .register(lookups, { in: "vendors" });

export const productInputs = {
  category: CategoryInput.optional(),
  vendor: VendorInput.optional(),
  q: StorableText.min(1)
    .max(100)
    .optional()
    .meta({
      description:
        "Words of the name, plan or vendor, each from its beginning; where nothing begins so, letters inside of a word; then typing mistakes of longer words are forgiven, which `meta.q_is_guess` says.",
      examples: ["netflix"],
    }),
};

const RegionInput = z.enum(REGIONS).meta({ description: "Continent of the country." });

export const priceInputs = {
  product: anyOf(ProductInput, "Slugs of products, as listed by `/api/services`."),
  country: anyOf(CountryInput, "ISO 3166-1 alpha-2 codes, in either case."),
  platform: anyOf(PlatformInput, "Where the price applies."),
  period: anyOf(PeriodInput, "What one payment covers."),
  ...productInputs,
  region: RegionInput.optional(),
};

/** The columns of an answer, in the order in which they are asked for; all of them without. */
export const columnsInput = (names: readonly string[], description: string) =>
  z
    // The document lists columns once, beside the rows.
    .array(z.enum(names).register(spellings, { pattern: "^[a-z0-9_]+$" }))
    .overwrite((columns) => [...new Set(columns)])
    .min(1)
    .optional()
    .meta({ description, param: { style: "form", explode: false } });

export const JSON_PAGE_SIZE = 200;
export const MAX_PAGE_SIZE = 10_000;
/** Limits paging, because each row before the first one of a page takes time. */
export const MAX_LISTED_ROWS = 100_000;

/** Said of a page size that is too small and of one that is too large alike. */
export const PAGE_SIZE_RANGE = `from 1 to ${JSON_PAGE_SIZE}; up to ${MAX_PAGE_SIZE} with format=csv or ndjson`;

/** `page` counts from 1; a page past the end is empty. */
export const pageInputs = {
  page: z
    .int()
    .min(1)
    .max(MAX_LISTED_ROWS)
    .default(1)
    .meta({
      description: `Page number, from 1: those with the first ${MAX_LISTED_ROWS} rows. \`/api/export\` has whole datasets.`,
    }),
  page_size: z
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .register(ranges, { words: PAGE_SIZE_RANGE })
    .default(50)
    .meta({ description: `Records a page: at most ${JSON_PAGE_SIZE} in JSON, ${MAX_PAGE_SIZE} in CSV and NDJSON.` }),
};
