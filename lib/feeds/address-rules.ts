import { toHref } from "@/lib/pages/query";
import type { FeedQuery } from "./schema";

export const FEED_PATHS = { atom: "/feed.xml", calendar: "/feed.ics", json: "/feed.json" } as const;

export type FeedLink = { name: string; type: string; url: string; title: string; use: string };

export const toFeedHref = (path: string, query: FeedQuery): string =>
  toHref(path, Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value && String(value)])));

export const toFeedLinks = (filter: Parameters<typeof toHref>[1], subject: string): FeedLink[] =>
  [
    {
      name: "RSS",
      type: "application/atom+xml",
      path: FEED_PATHS.atom,
      use: "for a feed reader; opens a readable page",
    },
    { name: "Calendar", type: "text/calendar", path: FEED_PATHS.calendar, use: "each change on its day" },
    { name: "JSON Feed", type: "application/feed+json", path: FEED_PATHS.json, use: "for programs" },
  ].map(({ path, ...format }) => ({ ...format, url: toHref(path, filter), title: `Price changes: ${subject}` }));

/** Page of what a feed follows. */
export function toFollowedPage({ product = [], country = [] }: FeedQuery): string {
  const slug = product.length === 1 ? product[0] : undefined;
  const code = country.length === 1 ? country[0] : undefined;
  return toHref("/changes", { product: slug, country: code });
}
