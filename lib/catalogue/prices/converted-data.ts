import "server-only";
import type { Reply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import { findRatesOn } from "@/lib/catalogue/fx/data";
import type { DisplayCurrency } from "@/lib/catalogue/fx/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { JsonText } from "@/lib/contract/json-text";
import { readInOneVersion } from "@/lib/dataset/data";
import { addConverted, listRunDays } from "./converted-rules";

type Asked = { currency?: string | undefined; date?: string | undefined; tax?: TaxView | undefined };

/** Handler whose answers have `converted` beside their US dollars where the call names a currency. */
export const inCurrency =
  <Q extends Asked, T>(find: (query: Q) => Promise<Reply<T> | Problem>) =>
  async (query: Q): Promise<Reply<T> | Problem> => {
    const { currency, date, tax = "shown" } = query;
    if (currency === undefined) return find(query);
    return readInOneVersion(async () => {
      const reply = await find(query);
      if ("kind" in reply) return reply;
      const data = reply.data instanceof JsonText ? reply.data.parse() : structuredClone(reply.data);
      const { version, rateOn } = await findRatesOn(currency, [...(date ? [date] : []), ...listRunDays(data)]);
      if (version.id !== reply.version.id) return null;
      addConverted(data, { currency, tax, rateOn: (day = date) => rateOn(day) });
      return { ...reply, data };
    });
  };

/** Value of a page in the reader's currency: prices in it have what the calls that the page names answer. */
export function toDisplayed<T>(value: T, currency: DisplayCurrency, tax: TaxView = "shown"): T {
  if (currency.code === "USD") return value;
  const displayed = structuredClone(value);
  addConverted(displayed, { currency: currency.code, tax, rateOn: () => currency });
  return displayed;
}
