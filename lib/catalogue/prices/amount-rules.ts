import Big from "big.js";
import type { TaxView } from "@/lib/catalogue/tax/schema";

type TaxedAmount = { amount: number; tax: { treatment: string; rate_pct: number | null } };

/** Unrounded. `excluded` requires a price whose amount without tax is known. */
export function toExactAmount({ amount, tax: { treatment, rate_pct } }: TaxedAmount, tax: TaxView): Big {
  const isIncluded = tax === "excluded" && treatment === "included" && rate_pct !== null;
  return isIncluded ? new Big(amount).times(100).div(new Big(rate_pct).plus(100)) : new Big(amount);
}
