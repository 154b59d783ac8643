import { listCounted } from "@/lib/catalogue/compare/same-plan-rules";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { countryInSentence } from "@/lib/text/format";
import { capitalize, countWord, joinWords } from "@/lib/text/words";
import { NO_DIFFERENCE_USD } from "./saving-rules";
import { writeSavingTax } from "./tax-line-rules";

type Label = (slug: string) => string;

/** Products of a mix that are bought in the same country. */
export type MixPart = { country: string; products: readonly string[] };

const CLEARLY_MORE = 1.05;
const MOST_NAMED = 4;
const MOST_PARTS = 3;

/** The mix saves at least 5% more than the best single country, so that it is the answer. */
export function isMixAnswer({ savings: { best_mix: mix, best_single_country: single } }: Comparison): boolean {
  const saved = mix?.saving?.usd_monthly ?? 0;
  return saved >= NO_DIFFERENCE_USD && saved >= CLEARLY_MORE * (single?.saving?.usd_monthly ?? 0);
}

/** The mix by country, most products first; those that cost no less elsewhere stay in the baseline, which is last. */
export function divideMix({ matrix, savings: { baseline, best_mix: mix } }: Comparison): MixPart[] {
  const parts = new Map<string, string[]>();
  for (const { product, country } of mix?.picks ?? []) {
    const cells = matrix.find((row) => row.product === product)?.cells ?? [];
    const priceIn = (code: string | undefined) => cells.find((cell) => cell?.country === code)?.usd_monthly;
    const isEqual = priceIn(country) === priceIn(baseline?.country);
    const where = isEqual && baseline !== null ? baseline.country : country;
    parts.set(where, [...(parts.get(where) ?? []), product]);
  }
  const isBaseline = ({ country }: MixPart) => Number(country === baseline?.country);
  return [...parts]
    .map(([country, products]) => ({ country, products }))
    .sort((a, b) => isBaseline(a) - isBaseline(b) || b.products.length - a.products.length);
}

/** The service alone, where no other plan of it is compared. */
function nameShortly({ products }: Comparison, slug: string): string | undefined {
  const name = products.find(({ product }) => product === slug)?.name;
  return products.filter((other) => other.name === name).length === 1 ? name : undefined;
}

/**
 * `Netflix, YouTube and iCloud+ in India, the rest at home: R$50.06 less a month`. `home`: the reader's country, where it is
 * known. Asks for a comparison whose mix is the answer.
 */
export function writeMixHeadline(
  comparison: Comparison,
  label: Label,
  money: Money,
  { home = null, isTaxFree = false }: { home?: string | null; isTaxFree?: boolean } = {},
): string {
  const { baseline, best_mix: mix } = comparison.savings;
  const parts = divideMix(comparison);
  const base = baseline?.country ?? "";
  const elsewhere = parts.filter(({ country }) => country !== base);
  const rest = parts.find(({ country }) => country === base)?.products ?? [];
  const tax = writeSavingTax([base, ...elsewhere.map(({ country }) => country)], isTaxFree);
  const less = `${money.price(mix?.saving?.usd_monthly ?? 0)} less a month${tax}`;
  const isLong = elsewhere.length > MOST_PARTS || elsewhere.some(({ products }) => products.length > MOST_NAMED);
  if (isLong)
    return `${capitalize(countWord(listCounted(comparison).length))} subscriptions, each where it is cheapest of ${countWord(comparison.countries.length)} countries: ${less} than in ${countryInSentence(base)}`;
  const nameOf = (slug: string) => nameShortly(comparison, slug) ?? label(slug);
  const named = elsewhere.map(
    ({ country, products }) => `${joinWords(products.map(nameOf))} in ${countryInSentence(country)}`,
  );
  if (rest.length === 0) return `${named.join(", ")}: ${less} than in ${countryInSentence(base)}`;
  const [only] = rest.length === 1 ? rest : [];
  const stays = only === undefined ? "the rest" : nameOf(only);
  return `${[...named, `${stays} ${home === base ? "at home" : `in ${countryInSentence(base)}`}`].join(", ")}: ${less}`;
}
