import type { Country } from "@/lib/countries/schema";
import { countryInSentence, formatCount, formatLessOrMore, formatShare } from "@/lib/format";
import type { Money } from "@/lib/fx/money";
import { categoryName } from "@/lib/products/rules";
import { capitalize, countNoun } from "@/lib/words";
import { type CountryRow, relativesOf } from "./model";

/** Differences of up to half a per cent come from exchange rates. */
const SAME_PCT = 0.5;

const isSame = (pct: number) => Math.abs(pct) < SAME_PCT;

/** The title of a country's page. */
export function writeTitle({ code, index }: Country, rows: readonly CountryRow[], money: Money): string {
  const place = countryInSentence(code);
  if (code === "US") return "The United States is the measure: what others pay is told against it";
  if (index)
    return isSame(index.pct_vs_us)
      ? `${capitalize(place)} pays the same as the US for the same apps`
      : `${capitalize(place)} pays ${formatLessOrMore(index.pct_vs_us)} than the US for the same apps`;
  const example = rows.find(({ is_relative, price }) => is_relative && price.usd_monthly !== null) ?? rows[0];
  if (!example || example.price.usd_monthly === null) return `${capitalize(place)} has no current price in US dollars`;
  const price = `${example.label} costs ${money.price(example.price.usd_monthly)} a month in ${place}`;
  if (example.pct === null) return price;
  return isSame(example.pct)
    ? `${price}, the same as in the US`
    : `${price}, ${formatLessOrMore(example.pct)} than in the US`;
}

/** The sentence below the title. */
export function writeDeck({ code, index, products }: Country, rows: readonly CountryRow[]): string {
  if (code === "US") return `${formatCount(products)} products have a price here. US prices leave out sales tax.`;
  if (!index)
    return `${capitalize(countNoun(products, "product has", "products have"))} a price here. An index needs 30 in common with the US, so there is none.`;
  const relatives = relativesOf(rows);
  const cheaper = relatives.filter(({ pct }) => pct < 0).length;
  const billed = index.usd_billed ? " Most of its prices are set in US dollars." : "";
  return `Of ${formatCount(relatives.length)} subscriptions sold in both countries, ${formatCount(cheaper)} cost less here (${formatShare(cheaper / relatives.length)}).${billed}`;
}

/** The title of the category table. */
export function writeCategoryFinding(medians: readonly { category: string; pct: number }[]): string {
  const [lowest, highest] = [medians[0], medians.at(-1)];
  if (!lowest || !highest) return "";
  const name = ({ category }: { category: string }) => categoryName(category);
  if (lowest === highest) return `${name(lowest)}: ${formatLessOrMore(lowest.pct)}`;
  const say = ({ pct }: { pct: number }) => (isSame(pct) ? "the same" : formatLessOrMore(pct));
  return `${name(lowest)} costs ${say(lowest)}, ${name(highest).toLowerCase().replace(/^ai /, "AI ")} ${say(highest)}`;
}

/** The title of the lists of cheapest and dearest products. */
export function writeExtremesFinding(relatives: readonly (CountryRow & { pct: number })[]): string {
  const [lowest, highest] = [relatives[0], relatives.at(-1)];
  if (!lowest || !highest) return "";
  const say = ({ label, pct }: { label: string; pct: number }) =>
    `${label} costs ${isSame(pct) ? "the same as in the US" : `${formatLessOrMore(pct)} than in the US`}`;
  return lowest === highest ? say(lowest) : `${say(lowest)}, ${say(highest).replace(" than in the US", "")}`;
}
