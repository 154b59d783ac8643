import "server-only";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { findChanges, findWithdrawnChanges } from "@/lib/catalogue/prices/moves/data";
import { ATTRIBUTION, LICENSE_URL } from "@/lib/contract/envelope";
import { publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";
import { toFeedHref, toFollowedPage } from "./address-rules";
import { toChangeEntry, toWithdrawnEntry } from "./entry-rules";
import type { FeedContent } from "./format-rules";
import type { FeedQuery } from "./schema";
import { writeFeedTitle } from "./title-rules";

/** Newest changes first, then those that corrections withdrew. */
export async function readFeed(version: Version, query: FeedQuery): Promise<FeedContent> {
  const base = publicUrl();
  const [changes, withdrawn, { products }] = await Promise.all([
    findChanges(version, query),
    findWithdrawnChanges(version, query),
    readFacts(version),
  ]);
  const entries = [
    ...changes.map((change) => toChangeEntry(change, base)),
    ...withdrawn.map((change) => toWithdrawnEntry(change, base)),
  ];
  return {
    title: writeFeedTitle(query, products),
    url: base + toFeedHref(query),
    page: base + toFollowedPage(query),
    updated: version.publishedAt.toISOString(),
    attribution: ATTRIBUTION,
    licenseUrl: LICENSE_URL,
    entries: query.kind ? entries.filter(({ kind }) => query.kind?.includes(kind)) : entries,
  };
}
