import { z } from "zod";
import { lensInputs } from "@/lib/catalogue/tax/lens-schema";
import { CountryInput } from "@/lib/contract/inputs";
import { BasisInput, DECIMALS, PriceInput } from "./schema";

/** Parameters of the page of multipliers, as its form sends them. */
export const MultipliersQuery = z.object({
  base: CountryInput.default("US"),
  basis: BasisInput,
  price: PriceInput.optional(),
  tax: lensInputs.tax,
  round: z.coerce.number().int().min(0).max(DECIMALS).default(2),
});
export type MultipliersQuery = z.infer<typeof MultipliersQuery>;
