import type { PriceChange, WithdrawnChange } from "@/lib/catalogue/prices/moves/schema";
import { formatBilled, periodName, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { formatDay, formatPct } from "@/lib/text/format";
import type { ENTRY_KINDS } from "./schema";

export type FeedEntry = {
  /** Tag URI (RFC 4151) that never changes; a correction changes only `updated`. */
  id: string;
  kind: (typeof ENTRY_KINDS)[number];
  title: string;
  url: string;
  source: string | null;
  /** RFC 3339. */
  published: string;
  updated: string;
  country: string;
  countryName: string;
  text: string;
};

/** `base`: public address without a trailing slash. */
export function toChangeEntry(change: PriceChange, base: string): FeedEntry {
  const { product, country, platform, period, first_seen_on, was, is, pct, source_url, corrected_at } = change;
  const before = formatBilled({ ...was, period });
  const after = formatBilled({ ...is, period });
  const size = pct === null ? "currency changed" : formatPct(pct);
  const note = corrected_at === null ? "" : " Corrected since it was first published.";
  return {
    ...startEntry(change, base),
    kind: corrected_at === null ? "changed" : "corrected",
    title: `${productLabel(change)} in ${change.country_name}: ${after}, was ${before} (${size})`,
    url: `${base}/services/${product}?history=${country}#history`,
    source: source_url,
    updated: corrected_at ?? startOf(first_seen_on),
    text: `First seen on ${formatDay(first_seen_on)}; the amount before was last seen on ${formatDay(was.last_seen_on)}. ${platformName(platform)}, ${periodName(period)}.${note}`,
  };
}

export function toWithdrawnEntry(change: WithdrawnChange, base: string): FeedEntry {
  const { country_name, first_seen_on, platform, period, withdrawn_at } = change;
  return {
    ...startEntry(change, base),
    kind: "withdrawn",
    title: `Withdrawn: ${productLabel(change)} in ${country_name}, change of ${formatDay(first_seen_on)}`,
    url: `${base}/corrections`,
    source: null,
    updated: withdrawn_at,
    text: `This price did not change on that day: what said so was corrected. ${platformName(platform)}, ${periodName(period)}.`,
  };
}

function startEntry(change: PriceChange | WithdrawnChange, base: string) {
  const { product, country, country_name, platform, period, first_seen_on } = change;
  return {
    id: `tag:${new URL(base).hostname},2026:${product}/${country}/${platform}/${period}/${first_seen_on}`,
    published: startOf(first_seen_on),
    country,
    countryName: country_name,
  };
}

const startOf = (day: string) => `${day}T00:00:00Z`;
