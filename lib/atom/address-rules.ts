import { toHref } from "@/lib/pages/query";
import type { FeedQuery } from "./schema";

export const FEED_PATH = "/feed.xml";

export type FeedLink = { type: string; url: string; title: string };

export const toFeedHref = (query: FeedQuery): string =>
  toHref(FEED_PATH, Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value && String(value)])));

export const toFeedLink = (filter: Parameters<typeof toHref>[1], subject: string): FeedLink => ({
  type: "application/atom+xml",
  url: toHref(FEED_PATH, filter),
  title: `Price changes: ${subject}`,
});

/** Page of what a feed follows. */
export function toFollowedPage({ product = [], country = [] }: FeedQuery): string {
  const slug = product.length === 1 ? product[0] : undefined;
  const code = country.length === 1 ? country[0] : undefined;
  return toHref("/changes", { product: slug, country: code });
}
