import { createHash, randomBytes } from "node:crypto";
import type { Followed } from "@/lib/mails/schema";
import { toHref } from "@/lib/pages/query";
import { countryInSentence } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";

export const FOLLOW_PATH = "/follow";
export const CONFIRM_PATH = "/follow/confirm";
export const STOP_PATH = "/follow/stop";
/** Answer posts of any site: what they carry is their right. */
export const CONFIRM_NOW_PATH = "/follow/confirm/now";
export const ONE_CLICK_PATH = "/follow/stop/now";

/** Questions of a client address an hour, of all an hour, and to one e-mail address a day. */
export const FOLLOW_BOUNDS = { ofAddress: 5, ofAll: 300, toAddress: 5 };

/** A follow that nobody confirmed is erased after these days; who asked for it after a day. */
export const UNCONFIRMED_DAYS = 30;

const NAMED = 3;
const either = new Intl.ListFormat("en", { type: "disjunction" });

/** The page with the form, for one product or a list; `sent` after it. */
export function toFollowHref({ products, country }: Followed, sent?: "yes"): string {
  const [only] = products;
  const which = products.length === 1 ? { product: only } : { list: products.join(",") };
  return toHref(FOLLOW_PATH, { ...which, country: country ?? undefined, sent });
}

/** `Netflix Standard in Germany`, `Netflix Standard or Spotify Individual in any country`, `one of 12 subscriptions in Germany`. */
export function nameFollowed(labels: readonly string[], country: string | null): string {
  const what =
    labels.length <= NAMED
      ? either.format(labels).replace(/, or /, " or ")
      : `one of ${countNoun(labels.length, "subscription", "subscriptions")}`;
  return `${what} ${country === null ? "in any country" : `in ${countryInSentence(country)}`}`;
}

/** The secret of a mail's links and what is stored of it. */
export function makeMailToken(): { token: string; hash: string } {
  const token = randomBytes(24).toString("base64url");
  return { token, hash: hashMailToken(token) };
}

export const hashMailToken = (token: string): string => createHash("sha256").update(token).digest("hex");
