import type { Money } from "@/lib/catalogue/fx/money-rules";
import { platformName } from "@/lib/catalogue/prices/words";
import type { BrowsedProduct, BrowseQuery } from "@/lib/catalogue/products/browse/schema";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { inMonths } from "@/lib/findings/age-rules";
import { categoryInSentence, writeMissing } from "@/lib/findings/country-rules";
import { isBeforeSalesTax, nameBase, writeBeforeTax } from "@/lib/findings/tax-line-rules";
import { writeTimesAsMuch } from "@/lib/findings/times-rules";
import { baseName, countryInSentence, formatCount, formatShare } from "@/lib/text/format";

/** `priced`: subscriptions with a price, for the whole list. */
export function writeBrowseTitle({ q, category, country, platform }: BrowseQuery, priced?: number): string {
  if (priced !== undefined && !q && !category && !country && !platform)
    return `${formatCount(priced)} subscriptions: the price in your country, and the lowest`;
  const what = category ? categoryName(category) : q ? "Subscriptions" : "All subscriptions";
  return [
    what,
    ...(q ? [`named “${q}”`] : []),
    ...(country ? [`in ${countryInSentence(country)}`] : []),
    ...(platform ? [`on ${platform === "ios" ? "the " : ""}${platformName(platform)}`] : []),
  ].join(" ");
}

/** The first row serves as an example of the order. */
export function writeBrowseFinding(
  query: BrowseQuery,
  { total, belowUs, compared }: { total: number; belowUs: number; compared: number },
  data: readonly BrowsedProduct[],
  money: Money,
  base = "US",
): string {
  const count = total === 1 ? "One subscription" : `${formatCount(total)} subscriptions`;
  const [first] = data;
  if (first === undefined || query.page > 1) return `${count} match`;
  const { cheapest, most_expensive: dearest, spread, changed_on } = first;
  const label = productLabel(first);
  if (query.sort === "cheapest" && cheapest?.usd_monthly != null)
    return `${count}; ${label} ${first.ranking === "certain" ? "costs least" : "comes first"}, ${money.price(cheapest)} a month in ${countryInSentence(cheapest.country)}${writeBeforeTax(cheapest.country, base)}${first.ranking === "last_seen" ? `, last seen ${inMonths([cheapest])}` : first.ranking === "uncertain" ? ", which is uncertain" : ""}`;
  if (query.sort === "spread" && first.ranking === "certain" && spread !== null && cheapest && dearest && spread > 1)
    return `${count}; ${label} costs ${writeTimesAsMuch(spread)} in ${placeOf(dearest, cheapest)} as in ${placeOf(cheapest, dearest)}`;
  if (query.sort === "changed" && changed_on !== null) return `${count}; ${label} changed most recently`;
  if (query.country === base) return `${count} ${total === 1 ? "has" : "have"} a price in ${countryInSentence(base)}`;
  const where = query.country
    ? `in ${countryInSentence(query.country)}${writeBeforeTax(query.country, base)}`
    : "somewhere else";
  const than = query.country
    ? nameBase(base, [query.country])
    : `${baseName(base)}${isBeforeSalesTax(base) ? " before sales tax" : ""}`;
  if (total === 1)
    return belowUs === 1 ? `One subscription, which costs less ${where} than in ${than}` : "One subscription";
  if (compared === 0) return count;
  if (compared < total)
    return `${formatShare(belowUs / compared)} of the subscriptions whose prices are certain cost less ${where} than in ${than}`;
  return `${formatCount(belowUs)} of ${count} cost${belowUs === 1 ? "s" : ""} less ${where} than in ${than}`;
}

const placeOf = ({ country }: { country: string }, other: { country: string }) =>
  `${countryInSentence(country)}${writeBeforeTax(country, other.country)}`;

/** `8 of 23 streaming subscriptions have a price in Poland; Spotify, Disney+ and 13 more are missing`. */
export function writeMissingThere(
  { country, category }: Pick<BrowseQuery, "country" | "category">,
  { found, all, names }: { found: number; all: number; names: readonly string[] },
): string {
  if (country === undefined || found >= all) return "";
  const what = category ? `${categoryInSentence(category)} ` : "";
  const have = found === 1 ? "has" : "have";
  return `${found === 0 ? "None" : formatCount(found)} of ${formatCount(all)} ${what}subscriptions ${have} a price in ${countryInSentence(country)}. Missing: ${writeMissing(names, all - found)}.`;
}
