import { formatAmount, formatDay, formatPrice } from "@/lib/text/format";
import { type DisplayCurrency, fromUsd } from "./rules";

/** Writes amounts in US dollars in the display currency. */
export type Money = {
  code: string;
  /** `$15.89`, `€14.02` */
  price: (usd: number) => string;
  /** `15.89`: for columns whose head names the currency. */
  amount: (usd: number) => string;
  /** Number, for charts. */
  value: (usd: number) => number;
  /** `$ a month`, `EUR a month`: the head of a column of amounts. */
  monthly: string;
  /** `$`, `EUR `, `a month`: what stands around an amount that has no head. */
  around: { before: string; after: string };
  /** `US dollars a month`, `EUR a month, converted at the rates of 29 Sep 2026` */
  unit: string;
};

/** Money without tax: heads and units say so. */
export const nameTaxFree = (money: Money): Money => ({
  ...money,
  monthly: `${money.monthly}, without tax`,
  unit: `${money.unit}, without tax`,
});

/** Functions that write money in one display currency. */
export function makeMoney(display: DisplayCurrency): Money {
  const { code, date } = display;
  return {
    code,
    price: (usd) => formatPrice(fromUsd(usd, display), code),
    amount: (usd) => formatAmount(fromUsd(usd, display), code),
    value: (usd) => fromUsd(usd, display),
    monthly: code === "USD" ? "$ a month" : `${code} a month`,
    around: { before: code === "USD" ? "$" : `${code}\u00a0`, after: " a month" },
    unit:
      date === null
        ? "US dollars a month"
        : `${code} a month, converted from US dollars at the rate of ${formatDay(date)}`,
  };
}
