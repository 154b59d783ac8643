import { toHref } from "@/lib/pages/query";
import type { FeedQuery } from "./schema";

export const FEED_PATHS = { atom: "/feed.xml", json: "/feed.json" } as const;

export type FeedLink = { name: string; type: string; url: string; title: string };

export const toFeedHref = (path: string, query: FeedQuery): string =>
  toHref(path, Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value && String(value)])));

export const toFeedLinks = (filter: Parameters<typeof toHref>[1], subject: string): FeedLink[] =>
  [
    { name: "Atom", type: "application/atom+xml", path: FEED_PATHS.atom },
    { name: "JSON Feed", type: "application/feed+json", path: FEED_PATHS.json },
  ].map(({ path, ...format }) => ({ ...format, url: toHref(path, filter), title: `Price changes: ${subject}` }));

export function toFollowedPage({ product = [], country = [], category }: FeedQuery): string {
  const [slug, code] = [product[0], country[0]];
  const isOneCountry = country.length === 1;
  if (product.length === 1)
    return toHref(`/services/${slug}`, { history: isOneCountry ? code : undefined }, isOneCountry ? "#history" : "");
  if (product.length === 0 && isOneCountry) return `/countries/${code}`;
  return toHref("/services", { category, sort: "changed" });
}
