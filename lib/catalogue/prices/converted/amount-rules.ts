import Big from "big.js";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import type { Period } from "@/lib/contract/codes";
import { perMonth } from "@/lib/contract/period-rules";

type TaxedAmount = { amount: number; tax: { treatment: string; rate_pct: number | null } };

/** Unrounded. `excluded` requires a price whose amount without tax is known. */
export function toExactAmount({ amount, tax: { treatment, rate_pct } }: TaxedAmount, tax: TaxView): Big {
  const isIncluded = tax === "excluded" && treatment === "included" && rate_pct !== null;
  return isIncluded ? new Big(amount).times(100).div(new Big(rate_pct).plus(100)) : new Big(amount);
}

/** US dollars a month, unrounded; null without an exchange rate. `excluded` as above. */
export function toExactMonthly(
  { fx_rate, period, ...price }: TaxedAmount & { fx_rate: number | null; period: Period },
  tax: TaxView = "shown",
): Big | null {
  return fx_rate === null ? null : perMonth(toExactAmount(price, tax).times(fx_rate), period);
}
