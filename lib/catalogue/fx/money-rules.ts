import { formatAmount, formatDay, formatPrice } from "@/lib/text/format";
import { type DisplayCurrency, fromUsd } from "./rules";

type Convertible = { usd_monthly: number | null; converted?: { monthly?: number | null | undefined } | undefined };

/** US dollars a month, or a price. */
type Payment = number | Convertible;

export type Money = {
  code: string;
  params: { currency: string | undefined };
  /** `$15.89`, `€14.02` */
  price: (payment: Payment) => string;
  /** `15.89`: for columns whose head names the currency. */
  amount: (payment: Payment) => string;
  value: (payment: Payment) => number;
  /** `$ a month`, `EUR a month`. */
  monthly: string;
  /** `$`, `EUR `, `a month`. */
  around: { before: string; after: string };
  /** `US dollars a month`, `EUR a month, converted at the rates of 29 Sep 2026` */
  unit: string;
};

export const nameTaxFree = (money: Money): Money => ({
  ...money,
  monthly: `${money.monthly}, without tax`,
  unit: `${money.unit}, without tax`,
});

export function makeMoney(display: DisplayCurrency): Money {
  const { code, date } = display;
  const value = (payment: Payment) => {
    if (typeof payment === "number") return fromUsd(payment, display);
    const converted = code === "USD" ? null : payment.converted?.monthly;
    return converted ?? fromUsd(payment.usd_monthly ?? 0, display);
  };
  return {
    code,
    params: { currency: code === "USD" ? undefined : code },
    price: (payment) => formatPrice(value(payment), code),
    amount: (payment) => formatAmount(value(payment), code),
    value,
    monthly: code === "USD" ? "$ a month" : `${code} a month`,
    around: { before: code === "USD" ? "$" : `${code}\u00a0`, after: " a month" },
    unit:
      date === null ? "US dollars a month" : `${code} a month, converted at the exchange rates of ${formatDay(date)}`,
  };
}
