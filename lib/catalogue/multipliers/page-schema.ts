import { z } from "zod";
import { lensInputs } from "@/lib/catalogue/tax/lens-schema";
import { CategoryInput, CountryInput } from "@/lib/contract/inputs";
import { readPrintedAmount } from "@/lib/contract/printed-amount";

const DECIMALS = 4;

export const MultipliersQuery = z.object({
  base: CountryInput.default("US"),
  category: CategoryInput.optional(),
  price: z
    .string()
    .transform(readPrintedAmount)
    .pipe(z.string().regex(/^(?=.*[1-9])(0|[1-9]\d{0,8})(\.\d{1,4})?$/))
    .optional(),
  tax: lensInputs.tax,
  round: z.coerce.number().int().min(0).max(DECIMALS).default(2),
  sort: z.enum(["country", "factor", "subscriptions"]).default("factor"),
  order: z.enum(["ascending", "descending"]).default("ascending"),
});
export type MultipliersQuery = z.infer<typeof MultipliersQuery>;

export const toMultipliersParams = ({ base, category, price, tax, round, sort, order }: MultipliersQuery) => ({
  base: base === "US" ? undefined : base,
  category,
  price,
  tax,
  round: round === 2 ? undefined : round,
  sort: sort === "factor" ? undefined : sort,
  order: order === "ascending" ? undefined : order,
});
