import "server-only";
import { findNamedVersion } from "@/lib/api/version";
import type { Subscription } from "@/lib/catalogue/mine/list-rules";
import type { MineChange } from "@/lib/catalogue/mine/schema";
import { Price } from "@/lib/catalogue/prices/schema";
import { findVersionChanges } from "@/lib/changes/data";
import type { Version } from "@/lib/versions/current";

const LISTED_CHANGES = 100;

/** Finds price changes of the plans of a list in a country since the version `seen`; null where the two cannot be compared. */
export async function loadChanges(
  version: Version,
  { subscriptions, home, seen }: { subscriptions: readonly Subscription[]; home: string; seen: string | null },
): Promise<MineChange[] | null> {
  if (seen === null || seen === version.version) return [];
  const since = await findNamedVersion(seen);
  if (since === null) return null;
  // A page of an old version shows a reader who has seen a newer one nothing new.
  if (since.id >= version.id) return [];
  const found = await findVersionChanges(version, {
    since: seen,
    product: subscriptions.map(({ product }) => product),
    country: [home],
    object: ["price"],
    fields: "all",
    page: 1,
    page_size: LISTED_CHANGES,
  });
  if ("kind" in found) return null;
  return found.data.parse().flatMap(({ id, kind, key, before, after }) => {
    const isOwn = "platform" in key && subscriptions.some((one) => isOfPlan(one, key));
    return isOwn ? [{ id, kind, product: key.product, before: toPrice(before), after: toPrice(after) }] : [];
  });
}

const isOfPlan = (
  { product, platform, period }: Subscription,
  price: { product: string; platform: string; period: string },
): boolean =>
  product === price.product &&
  (platform ?? price.platform) === price.platform &&
  (period ?? price.period) === price.period;

const toPrice = (record: unknown): Price | null => Price.safeParse(record).data ?? null;
