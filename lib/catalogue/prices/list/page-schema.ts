import { z } from "zod";
import type { Period, Platform } from "@/lib/contract/codes";
import { CountryInput, ProductInput } from "@/lib/contract/inputs";

export const PRICE_CHANGES_PAGE_SIZE = 50;

export const PriceChangesQuery = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
  product: ProductInput.optional(),
  country: CountryInput.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export type PriceChangesQuery = z.infer<typeof PriceChangesQuery>;

/** `YYYY-MM`. */
export type Month = string;

export type MonthOfChanges = {
  month: Month;
  /** Prices, and the countries where they changed. */
  prices: number;
  countries: string[];
  vendors: string[];
  raised: number;
  lowered: number;
  /** First and last day on which a new amount was first seen. */
  from: string;
  to: string;
};

export type ListedChange = {
  product: string;
  country: string;
  platform: Platform;
  period: Period;
  firstSeenOn: string;
  was: { amount: number; currency: string };
  is: { amount: number; currency: string };
  /** By the vendor, per cent; null between currencies. */
  pct: number | null;
  /** Of the currency against the US dollar since the price before was first seen, per cent; null for US dollars and without a rate. */
  fxPct: number | null;
  since: string;
  /** Places by US dollars before and after, 1 is the cheapest; null without exchange rates. */
  ranks: { was: number; is: number; of: number } | null;
};
