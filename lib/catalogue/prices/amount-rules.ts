import Big from "big.js";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import type { Period } from "@/lib/contract/codes";

/** Amount per month; quotients to 20 decimals: weekly x 52/12, quarterly / 3, semiannual / 6, yearly / 12. */
export function perMonth(amount: Big, period: Period): Big {
  if (period === "monthly") return amount;
  if (period === "weekly") return amount.times(52).div(12);
  return amount.div({ quarterly: 3, semiannual: 6, yearly: 12 }[period]);
}

type TaxedAmount = { amount: number; tax: { treatment: string; rate_pct: number | null } };

/** Local amount, unrounded; for `excluded`, that of a price whose amount without tax is known. */
export function toExactAmount({ amount, tax: { treatment, rate_pct } }: TaxedAmount, tax: TaxView): Big {
  const isIncluded = tax === "excluded" && treatment === "included" && rate_pct !== null;
  return isIncluded ? new Big(amount).times(100).div(new Big(rate_pct).plus(100)) : new Big(amount);
}
