import { z } from "zod";
import { lensInputs } from "@/lib/catalogue/tax/lens/schema";
import { AmountInput, CategoryInput, CountryInput } from "@/lib/contract/inputs";
import { readPrinted } from "@/lib/printed/amount-rules";

const DECIMALS = 4;

/** Text that is no one amount stays as it is, so that the check refuses it. */
function toPlainAmount(text: string): string {
  const printed = readPrinted(text);
  return printed.kind === "amount" ? printed.amount : text;
}

export const MultipliersQuery = z.object({
  base: CountryInput.default("US"),
  category: CategoryInput.optional(),
  price: z.string().transform(toPlainAmount).pipe(AmountInput).optional(),
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
