import { z } from "zod";
import { lensInputs } from "@/lib/catalogue/tax/lens-schema";
import { CountryInput } from "@/lib/contract/inputs";
import { BasisInput, DECIMALS, PriceInput } from "./schema";

export const MultipliersQuery = z.object({
  base: CountryInput.default("US"),
  basis: BasisInput,
  price: PriceInput.optional(),
  tax: lensInputs.tax,
  round: z.coerce.number().int().min(0).max(DECIMALS).default(2),
  sort: z.enum(["country", "factor", "subscriptions"]).default("factor"),
  order: z.enum(["ascending", "descending"]).default("ascending"),
});
export type MultipliersQuery = z.infer<typeof MultipliersQuery>;

export const toMultipliersParams = ({ base, basis, price, tax, round, sort, order }: MultipliersQuery) => ({
  base: base === "US" ? undefined : base,
  basis: basis === "median" ? undefined : basis,
  price,
  tax: tax === "excluded" ? tax : undefined,
  round: round === 2 ? undefined : round,
  sort: sort === "factor" ? undefined : sort,
  order: order === "ascending" ? undefined : order,
});
