import { z } from "zod";
import { CountryCode, Day } from "@/lib/contract/codes";

export const TREATMENTS = ["included", "excluded", "unknown"] as const;

export const TAX_VIEWS = ["shown", "excluded"] as const;
export type TaxView = (typeof TAX_VIEWS)[number];

export const TaxInput = z.enum(TAX_VIEWS).default("shown").meta({
  description:
    "`excluded`: lists are ordered, chosen (`best`) and compared without tax, as `meta.sorted_by` and `meta.ranked_by` say. Prices and products have the same fields of the same meaning in either view: `usd`, `usd_monthly`, `min` and such are of list prices, what is without tax begins with `ex_tax_`, and is null with its reason where it is not known. Comparisons, indexes and countries then have figures without tax.",
});

/** Only `no such tax` means that nothing is levied. */
export const TAX_REASONS = [
  "no such tax",
  "several rates by state",
  "several rates by province",
  "several rates",
  "several taxes",
  "levies on top",
  "rules in transition",
  "sources differ",
  "one source only",
  "not known",
] as const;

const usd = z.number().nonnegative().nullable();
const treatment = z.enum(TREATMENTS).describe("Whether the price holds the tax.");
const ratePct = z
  .number()
  .positive()
  .nullable()
  .describe("Standard rate of the country on electronic services, per cent of the amount without tax.");
const exTaxAmount = z
  .number()
  .nonnegative()
  .nullable()
  .describe(
    "`amount` without the country's standard rate, in `currency`: an estimate, no proof that the vendor charges it.",
  );
const reason = z.string().nullable().describe("Why `rate_pct` or `ex_tax_amount` is null; unknown is never 0.");

export const PriceTax = z
  .object({
    treatment,
    rate_pct: ratePct,
    reason,
    ex_tax_amount: exTaxAmount,
    ex_tax_usd: usd.describe("`ex_tax_amount` in US dollars."),
    ex_tax_usd_monthly: usd.describe("`ex_tax_amount` in US dollars a month."),
    source: z.string().nullable().describe("Source of the rate."),
    reviewed_on: Day.nullable().describe("Newest day on which a source that agrees was reviewed."),
  })
  .meta({
    id: "PriceTax",
    description: "A price without tax, as far as its treatment and the rate of its country are known.",
  });

export const TaxColumns = {
  tax_treatment: treatment,
  tax_rate_pct: ratePct,
  tax_reason: reason,
  ex_tax_amount: exTaxAmount,
  ex_tax_usd_monthly: PriceTax.shape.ex_tax_usd_monthly,
};

/** Null rates come with a reason. */
export const TaxSpan = z.object({
  country: CountryCode,
  from: Day.nullable().describe("First day; null where no source says one."),
  is_first_day_known: z.boolean().describe("False: the first day on which a source showed the rate."),
  until: Day.nullable().describe("Last day; null while in force."),
  rate_pct: z.number().positive().nullable(),
  reason: z.string().nullable(),
});
export type TaxSpan = z.infer<typeof TaxSpan>;
