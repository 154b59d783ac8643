import { PERIODS, type Period, PLATFORMS, type Platform, Slug } from "@/lib/contract/codes";
import { CURRENCY_CODES } from "@/lib/contract/currencies";

/** Holds the reader's list and the dataset version in which its changes were last looked at. */
export const MINE_COOKIE = "mine";

/** `platform` and `period` narrow the prices it is compared by; `paid` is a payment for `period`, else for a month. */
export type Subscription = {
  product: string;
  platform?: Platform;
  period?: Period;
  paid?: Payment;
};
export type Payment = { amount: number; currency: string };

export type KeptList = { subscriptions: readonly Subscription[]; seen: string | null };

export const MAX_SUBSCRIPTIONS = 150;
/** Browsers keep cookies of up to 4,096 bytes, name and attributes included. */
const MAX_COOKIE_CHARS = 3_900;

const ITEM = /^([a-z0-9-]+)(?::(?:([a-z]+)\.([a-z]+))?(?::(\d{1,9}(?:\.\d{1,4})?)([A-Z]{3}))?)?$/;
const KEPT = /^(\d{4}-\d{2}-\d{2}\.[1-9]\d{0,8})?!([a-zA-Z0-9:.|-]*)$/;

const isWritten = (text: string) => text.trim() !== "";

/**
 * Reads `netflix,spotify:ios.monthly,icloud:ios.monthly:2.99EUR,strava::7.99EUR`. `refused`: what is no such item, and
 * what comes after the last one that a list holds. Of one product the last item stands.
 */
export function readList(text: string): { subscriptions: Subscription[]; refused: string[] } {
  const found = new Map<string, Subscription>();
  const refused: string[] = [];
  for (const item of text.split(",").filter(isWritten)) {
    const subscription = readItem(item.trim());
    const isFull = found.size >= MAX_SUBSCRIPTIONS && !found.has(subscription?.product ?? "");
    if (subscription === null || isFull) refused.push(item.trim());
    else found.set(subscription.product, subscription);
  }
  return { subscriptions: [...found.values()], refused };
}

function readItem(text: string): Subscription | null {
  const [, product, store, billed, amount, currency] = ITEM.exec(text) ?? [];
  if (product === undefined || !Slug.safeParse(product).success) return null;
  const platform = PLATFORMS.find((one) => one === store);
  const period = PERIODS.find((one) => one === billed);
  if (store !== undefined && (platform === undefined || period === undefined)) return null;
  const isPaid = amount !== undefined && currency !== undefined;
  if (isPaid && (!CURRENCY_CODES.has(currency) || Number(amount) === 0)) return null;
  return {
    product,
    ...(platform && period && { platform, period }),
    ...(isPaid && { paid: { amount: Number(amount), currency } }),
  };
}

export const writeList = (subscriptions: readonly Subscription[]): string => subscriptions.map(writeItem).join(",");

function writeItem({ product, platform, period, paid }: Subscription): string {
  const plan = platform && period ? `${platform}.${period}` : "";
  if (paid !== undefined) return `${product}:${plan}:${paid.amount}${paid.currency}`;
  return plan === "" ? product : `${product}:${plan}`;
}

/** What the cookie holds; null for a list that is empty or longer than a cookie. A comma cannot stand in one. */
export function writeKept({ subscriptions, seen }: KeptList): string | null {
  if (subscriptions.length === 0) return null;
  const text = `${seen ?? ""}!${writeList(subscriptions).replaceAll(",", "|")}`;
  return text.length > MAX_COOKIE_CHARS ? null : text;
}

/** Null for a cookie that holds no list. */
export function readKept(text: string): KeptList | null {
  const [, seen = null, list = ""] = (text.length > MAX_COOKIE_CHARS ? null : KEPT.exec(text)) ?? [];
  const { subscriptions } = readList(list.replaceAll("|", ","));
  return subscriptions.length === 0 ? null : { subscriptions, seen };
}
