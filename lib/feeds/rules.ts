import type { PriceChange, WithdrawnChange } from "@/lib/catalogue/prices/changes-schema";
import { formatBilled, periodName, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { formatDay, formatPct } from "@/lib/text/format";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const xml = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

export type FeedFacts = {
  /** Public address of the site, without a trailing slash. */
  base: string;
  /** Instant of the last publish. */
  updated: string;
  attribution: string;
  licenceUrl: string;
};

/**
 * Atom feed (RFC 4287) of price changes, in the given order, and of those that corrections took back. Ids are tag URIs
 * (RFC 4151) and never change: the entry of a change that was corrected has another `updated`.
 */
export function writeFeed(
  changes: readonly PriceChange[],
  withdrawn: readonly WithdrawnChange[],
  { base, updated, attribution, licenceUrl }: FeedFacts,
): string {
  const entries = [
    ...changes.map((change) => writeEntry(change, base)),
    ...withdrawn.map((change) => writeWithdrawn(change, base)),
  ];
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">`,
    `<title>Price Atlas: price changes</title>`,
    `<subtitle>Changes of local subscription prices, as they were first seen.</subtitle>`,
    `<id>${xml(base)}/feed.xml</id>`,
    `<link rel="self" type="application/atom+xml" href="${xml(base)}/feed.xml"/>`,
    `<link rel="alternate" type="text/html" href="${xml(base)}/services?sort=changed"/>`,
    `<link rel="license" href="${xml(licenceUrl)}"/>`,
    `<updated>${updated}</updated>`,
    `<author><name>Price Atlas</name></author>`,
    `<rights>${xml(attribution)}, CC BY 4.0</rights>`,
    ...entries,
    `</feed>`,
    "",
  ].join("\n");
}

function writeEntry(change: PriceChange, base: string): string {
  const { product, country, platform, period, first_seen_on, was, is, pct, source_url } = change;
  const label = productLabel(change);
  const [before, after] = [formatBilled({ ...was, period }), formatBilled({ ...is, period })];
  const size = pct === null ? "currency changed" : formatPct(pct);
  const link = `${base}/services/${product}?history=${country}#history`;
  return [
    `<entry>`,
    `<title>${xml(`${label} in ${change.country_name}: ${after}, was ${before} (${size})`)}</title>`,
    `<id>${writeId(change, base)}</id>`,
    `<link rel="alternate" type="text/html" href="${xml(link)}"/>`,
    `<link rel="via" href="${xml(source_url)}"/>`,
    `<published>${first_seen_on}T00:00:00Z</published>`,
    `<updated>${change.corrected_at ?? `${first_seen_on}T00:00:00Z`}</updated>`,
    `<category term="${xml(country)}" label="${xml(change.country_name)}"/>`,
    `<summary>${xml(
      `First seen on ${formatDay(first_seen_on)}; the amount before was last seen on ${formatDay(was.last_seen_on)}. ${platformName(platform)}, ${periodName(period)}.${change.corrected_at === null ? "" : " Corrected since it was first published."}`,
    )}</summary>`,
    `</entry>`,
  ].join("\n");
}

/** Entry of a change that does not stand any more, without its figures. */
function writeWithdrawn(change: WithdrawnChange, base: string): string {
  const { country, country_name, first_seen_on, platform, period, withdrawn_at } = change;
  return [
    `<entry>`,
    `<title>${xml(`Withdrawn: ${productLabel(change)} in ${country_name}, change of ${formatDay(first_seen_on)}`)}</title>`,
    `<id>${writeId(change, base)}</id>`,
    `<link rel="alternate" type="text/html" href="${xml(`${base}/corrections`)}"/>`,
    `<published>${first_seen_on}T00:00:00Z</published>`,
    `<updated>${withdrawn_at}</updated>`,
    `<category term="${xml(country)}" label="${xml(country_name)}"/>`,
    `<summary>${xml(`This price did not change on that day: what said so was corrected. ${platformName(platform)}, ${periodName(period)}.`)}</summary>`,
    `</entry>`,
  ].join("\n");
}

function writeId({ product, country, platform, period, first_seen_on }: WithdrawnChange | PriceChange, base: string) {
  return `tag:${new URL(base).hostname},2026:${product}/${country}/${platform}/${period}/${first_seen_on}`;
}
