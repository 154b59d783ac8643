import { formatBilled, platformName } from "@/lib/catalogue/prices/words";
import type { Period, Platform } from "@/lib/contract/codes";
import { currencyOf } from "@/lib/contract/currencies";
import { findOtherPeriod, type PrintedField, readPrintedField } from "@/lib/desk/verify/printed-field-rules";
import { readPrinted } from "@/lib/printed/amount-rules";
import { countryName, formatAge, formatDay, formatUsd } from "@/lib/text/format";

/** `changeSetId`: the undecided change set that it waits in; null for what is published. */
export type ListedProduct = { slug: string; label: string; changeSetId: number | null };

/** By its slug, or by its label in any case. A fault is a text to follow the label of the field. */
export function matchProduct(
  text: string,
  products: readonly ListedProduct[],
): { found: ListedProduct } | { fault: string; isUnknown: boolean } {
  const wanted = text.toLowerCase();
  const bySlug = products.find(({ slug }) => slug === wanted);
  if (bySlug) return { found: bySlug };
  const named = products.filter(({ label }) => label.toLowerCase() === wanted);
  const [found] = named;
  if (found === undefined)
    return { fault: "is not known: choose one of the list, or say below what it is", isUnknown: true };
  if (named.length === 1) return { found };
  return { isUnknown: false, fault: `is the name of several: write ${named.map(({ slug }) => slug).join(" or ")}` };
}

type KnownCurrencies = {
  given: string | undefined;
  printed: readonly string[] | null;
  /** Of the price on record. */
  onRecord: string | null;
  country: string;
};

/** What was typed; else what is printed, where a sign of several means that on record or that of the country. */
export function chooseReadCurrency(known: KnownCurrencies): { currency: string } | { fault: string } {
  const { given, printed, onRecord, country } = known;
  if (given !== undefined) return { currency: given };
  if (printed === null) {
    if (onRecord !== null) return { currency: onRecord };
    const usual = currencyOf(country);
    return { fault: `is needed: the amount names none${usual === null ? "" : `, and most pay in ${usual} there`}` };
  }
  const [only, ...others] = printed;
  if (only !== undefined && others.length === 0) return { currency: only };
  const meant = [onRecord, currencyOf(country)].find((code) => code !== null && printed.includes(code));
  return meant == null ? { fault: `is needed: the sign can be ${printed.join(", ")}` } : { currency: meant };
}

type Faults = { faults: Record<string, string> };

/** The chosen period, else the printed one. A fault follows the label of its field. */
export function readPeriod(text: string | undefined, chosen: Period | undefined): { period: Period } | Faults {
  const read = text === undefined ? null : readPrinted(text);
  if (read?.kind === "error") return { faults: { amount: read.text } };
  const printed = read?.period ?? null;
  const period = chosen ?? printed;
  if (period === null)
    return { faults: { period: "is needed: the amount does not say whether it is for a month or a year" } };
  const other = findOtherPeriod(printed, period);
  return other === null ? { period } : { faults: { amount: other } };
}

/** Each doubt is a fault of its field, which follows its label. */
export function readAmount(
  text: string,
  known: Omit<KnownCurrencies, "printed">,
): { printed: PrintedField; currency: string } | Faults {
  const read = readPrinted(text);
  const chosen = chooseReadCurrency({ ...known, printed: read.kind === "error" ? null : read.currencies });
  const printed = readPrintedField(text, "currency" in chosen ? chosen.currency : undefined);
  if (typeof printed === "string") return { faults: { amount: printed } };
  if ("fault" in chosen) return { faults: { currency: chosen.fault } };
  return { printed, currency: chosen.currency };
}

export type OnRecord = { amount: number; currency: string; period: Period; verifiedOn: string };

/** `TRY 199.99, read on 1 Oct 2026, 58 d ago`. */
export const writeOnRecord = (price: OnRecord, today: string): string =>
  `${formatBilled(price)}, read on ${formatDay(price.verifiedOn)}, ${formatAge(price.verifiedOn, today)} ago`;

type Asked = {
  label: string;
  country: string;
  store: Platform;
  period: Period;
  way: "amount" | "ended" | "replace" | "withdraw";
  day: string;
  now: { amount: number; currency: string } | null;
  onRecord: OnRecord | null;
  /** It is added with this price. */
  isNewProduct: boolean;
};
type ToUsd = (amount: number, currency: string) => number | null;

/** What is going to be saved, against what is on record: shown before anything is. */
export function writeQuestion(asked: Asked, toUsd: ToUsd, today: string): string {
  const { label, country, store, period, now, onRecord } = asked;
  const name = `${asked.isNewProduct ? "New product " : ""}${label}, ${countryName(country)}, ${platformName(store)}`;
  const record = onRecord === null ? null : writeOnRecord(onRecord, today);
  if (now === null) return `${name}: ${writeEnd(asked)}. On record: ${record}. Send it again to save it.`;
  const usd = toUsd(now.amount, now.currency);
  const before = onRecord && toUsd(onRecord.amount, onRecord.currency);
  const billed = formatBilled({ amount: now.amount, currency: now.currency, period });
  const dollars = usd === null ? "no exchange rate is known" : formatUsd(usd);
  const against =
    record === null
      ? "Nothing is on record for it: it is a new price."
      : `On record: ${record}${usd === null || before === null ? "" : `; that is ${writeDifference(usd - before)}`}.`;
  return `${name}: ${billed} (${dollars}). ${against} Send it again to save it.`;
}

const writeEnd = ({ way, day }: Asked) =>
  way === "ended" ? `no longer listed on ${formatDay(day)}` : "its reading on record is withdrawn";

function writeDifference(usd: number): string {
  if (Math.abs(usd) < 0.005) return "the same in dollars";
  return `${formatUsd(Math.abs(usd))} ${usd > 0 ? "more" : "less"}`;
}
