import { z } from "zod";
import { lensInputs } from "@/lib/catalogue/tax/lens/schema";
import { PastDayInput } from "@/lib/contract/inputs";

const text = z.string().max(2_000).optional();

/** `order` and `empty` arrange the columns. */
export const CompareQuery = z.object({
  products: text,
  countries: text,
  baseline: text,
  order: z.enum(["listed", "total"]).optional(),
  empty: z.enum(["shown", "hidden"]).optional(),
  currency: z.string().max(10).optional(),
  date: PastDayInput.optional(),
  ...lensInputs,
});
export type CompareQuery = z.infer<typeof CompareQuery>;
