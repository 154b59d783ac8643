import Big from "big.js";
import { z } from "zod";
import { type DisplayCurrency, fromUsd } from "@/lib/catalogue/fx/rules";
import { PriceTax, type TaxView } from "@/lib/catalogue/tax/schema";
import { type Period, Periods } from "@/lib/contract/codes";
import { perMonth } from "@/lib/contract/period-rules";
import { toExactAmount } from "./amount-rules";
import type { Converted } from "./schema";

const NAMES = {
  usd: "amount",
  usd_monthly: "monthly",
  usd_yearly: "yearly",
  us_usd_monthly: "us_monthly",
  min: "min",
  median: "median",
  max: "max",
  partial_usd_monthly: "partial_monthly",
} as const;

const Paid = z.object({
  amount: z.number(),
  fx_rate: z.number(),
  usd: z.number(),
  tax: PriceTax.pick({ treatment: true, rate_pct: true, ex_tax_amount: true }).optional(),
});
/** A run has the rate of its first day. */
const Dated = z.union([
  z.object({ usd: z.unknown(), first_seen_on: z.string() }).transform(({ first_seen_on }) => first_seen_on),
  z.object({ usd_monthly: z.unknown(), day: z.string() }).transform(({ day }) => day),
]);

export type Conversion = {
  currency: string;
  tax: TaxView;
  /** The call's rate without a day; null where there is none. */
  rateOn: (day?: string) => DisplayCurrency | null;
};

/**
 * Adds `converted` to every object with US dollars: prices from the unrounded amount, others from US dollars, rounded
 * once to 4 decimals, half to even.
 */
export function addConverted(value: unknown, conversion: Conversion, period?: Period): void {
  if (typeof value !== "object" || value === null) return;
  const members = new Map<string, unknown>(Object.entries(value));
  const own = Periods.safeParse(members.get("period")).data ?? period;
  for (const member of members.values()) addConverted(member, conversion, own);
  const rate = conversion.rateOn(Dated.safeParse(value).data);
  const amounts = convertMembers(members, rate);
  if (Object.keys(amounts).length === 0) return;
  const paid = Paid.safeParse(value).data;
  const converted: Converted = {
    ...amounts,
    ...(paid && own && convertPrice(paid, rate, conversion.tax, own)),
    currency: conversion.currency,
    fx_rate: rate?.usdPerUnit ?? null,
    fx_date: rate?.date ?? null,
  };
  Object.assign(value, { converted });
}

export function listRunDays(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const day = Dated.safeParse(value).data;
  return [...(day === undefined ? [] : [day]), ...Object.values(value).flatMap(listRunDays)];
}

function convertMembers(members: ReadonlyMap<string, unknown>, rate: DisplayCurrency | null) {
  const amounts: Partial<Record<(typeof NAMES)[keyof typeof NAMES], number | null>> = {};
  for (const [name, to] of Object.entries(NAMES)) {
    const usd = members.get(name);
    if (usd === null) amounts[to] = null;
    if (typeof usd === "number") amounts[to] = rate && fromUsd(usd, rate);
  }
  return amounts;
}

function convertPrice(paid: z.infer<typeof Paid>, rate: DisplayCurrency | null, view: TaxView, period: Period) {
  const { treatment = "unknown", rate_pct = null, ex_tax_amount: known = null } = paid.tax ?? {};
  const price = { amount: paid.amount, tax: { treatment, rate_pct } };
  const convert = (local: Big) => {
    if (rate === null) return { amount: null, monthly: null };
    const amount = local.times(paid.fx_rate).div(rate.usdPerUnit);
    return { amount: toFigure(amount), monthly: toFigure(perMonth(amount, period)) };
  };
  const shown = convert(toExactAmount(price, view));
  if (paid.tax === undefined) return shown;
  const withoutTax = known === null ? null : convert(toExactAmount(price, "excluded"));
  return {
    ...shown,
    ex_tax_amount: withoutTax?.amount ?? null,
    ex_tax_monthly: withoutTax?.monthly ?? null,
  };
}

const toFigure = (amount: Big) => amount.round(4, Big.roundHalfEven).toNumber();

export const toConvertedColumns = (converted: Converted | undefined) => ({
  converted_amount: converted?.amount,
  converted_monthly: converted?.monthly,
  converted_us_monthly: converted?.us_monthly,
  converted_ex_tax_amount: converted?.ex_tax_amount,
  converted_ex_tax_monthly: converted?.ex_tax_monthly,
  converted_min: converted?.min,
  converted_median: converted?.median,
  converted_max: converted?.max,
  converted_currency: converted?.currency,
  converted_fx_rate: converted?.fx_rate,
  converted_fx_date: converted?.fx_date,
});
