import "server-only";
import type { Reply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import { findRatesOn } from "@/lib/catalogue/fx/data";
import { type DisplayCurrency, rateDayOf } from "@/lib/catalogue/fx/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { JsonText } from "@/lib/contract/json-text";
import type { Version } from "@/lib/versions/current";
import { addConverted, listRunDays } from "./rules";

type Asked = { currency?: string | undefined; date?: string | undefined; tax?: TaxView | undefined };

/** For what has US dollars of list prices in either tax view. */
export const LIST_PRICES = { figures: "shown" } as const;

/** Adds `converted` to answers of calls with a currency. `figures`: what their US dollars are of, by default as `tax` asks. */
export const inCurrency =
  <Q extends Asked, T>(
    find: (version: Version, query: Q) => Promise<Reply<T> | Problem>,
    { figures }: { figures?: TaxView } = {},
  ) =>
  async (version: Version, query: Q): Promise<Reply<T> | Problem> => {
    const { currency, date, tax = "shown" } = query;
    const reply = await find(version, query);
    if (currency === undefined || "kind" in reply) return reply;
    const data = reply.data instanceof JsonText ? reply.data.parse() : structuredClone(reply.data);
    const asked = date && rateDayOf(version.fxDate, date);
    const rateOn = await findRatesOn(version, currency, [...(asked ? [asked] : []), ...listRunDays(data)]);
    addConverted(data, { currency, tax: figures ?? tax, rateOn: (day = asked) => rateOn(day) });
    return { ...reply, data };
  };

export function toDisplayed<T>(value: T, currency: DisplayCurrency, tax: TaxView = "shown"): T {
  if (currency.code === "USD") return value;
  const displayed = structuredClone(value);
  addConverted(displayed, { currency: currency.code, tax, rateOn: () => currency });
  return displayed;
}
