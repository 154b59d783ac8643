import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { groupBy } from "@/lib/contract/group-by";
import { baseName, compareNames, countryInSentence, formatAmount } from "@/lib/text/format";
import { capitalize, countNoun, countWord, currencyPlural, joinWords } from "@/lib/text/words";
import { isAcrossTaxLine, isBeforeSalesTax, nameBase, writeBeforeTax } from "./tax-line-rules";
import { divideByVerdict, findCheapestGroup, findHighestGroup, findLowestGroup, type TaxFree } from "./verdict-rules";

// `countries` have an index against `base`, lowest median first.

const places = (countries: readonly IndexedCountry[]) =>
  joinWords(countries.map(({ country: code }) => countryInSentence(code)));

function noneOf(countries: readonly IndexedCountry[], base: string): string {
  const others = countries.filter(({ country: code }) => code !== base).length;
  return `${others < 2 ? "No other country" : `None of the ${countWord(others)} other countries`} with an index`;
}

/** Claims only what intervals support. The middle of three parts is highlighted. */
export function writeLead(
  countries: readonly IndexedCountry[],
  base = "US",
  taxFree?: TaxFree,
): readonly [string, string, string] {
  const group = findCheapestGroup(countries, base, taxFree);
  const than = baseName(base);
  const scope = writeTaxScope(countries, base, taxFree);
  if (group) {
    const codes = group.countries.map(({ country }) => country);
    const where = joinWords(codes.map((code) => `${countryInSentence(code)}${writeBeforeTax(code, base)}`));
    return ["Subscriptions cost ", group.fraction, ` in ${where} as in ${nameBase(base, codes)}`];
  }
  const { cheaper } = divideByVerdict(countries, base, taxFree);
  if (cheaper.length === 0)
    return [`${noneOf(countries, base)} is `, "clearly cheaper", ` than ${than} for the same subscriptions${scope}`];
  return [
    "Subscriptions are ",
    "clearly cheaper",
    ` than in ${than} in ${countNoun(cheaper.length, "country", "countries")}${scope}`,
  ];
}

/** Says which prices a count of countries takes without tax: those of one side of the tax line, where both are compared. */
function writeTaxScope(countries: readonly IndexedCountry[], base: string, taxFree: TaxFree | undefined): string {
  if (taxFree === undefined || !countries.some(({ country }) => isAcrossTaxLine(country, base))) return "";
  return isBeforeSalesTax(base) ? ", counted without tax" : ", the US and Canada counted without tax";
}

const MOST_NAMED = 3;

/** `44 cents in Egypt, 51 in Türkiye`, `$1.25 in Denmark`; of another base without a unit. Equal costs are one. */
function writeCosts(countries: readonly IndexedCountry[], base: string, taxFree: TaxFree | undefined): string {
  const levels = groupBy(countries.slice(0, MOST_NAMED), ({ index }) => String(Math.round(index.value)));
  const costs = [...levels].map(([level, group], i) => {
    const cents = `${level}${i === 0 && base === "US" ? " cents" : ""}`;
    const amount = base === "US" && Number(level) >= 100 ? `$${formatAmount(Number(level) / 100)}` : cents;
    return `${amount} in ${places(group)}${writeTaxFree(group, base, taxFree)}`;
  });
  return joinWords(costs);
}

/** ` (without tax $1.00)`: beside list prices that are compared across the line of tax. */
function writeTaxFree(group: readonly IndexedCountry[], base: string, taxFree: TaxFree | undefined): string {
  const levels = group.flatMap(({ country }) => {
    const value = isAcrossTaxLine(country, base) ? taxFree?.get(country)?.value : undefined;
    return value === undefined ? [] : [Math.round(value)];
  });
  if (levels.length < group.length) return "";
  const amounts = [...new Set(levels)].map((level) =>
    base === "US" && level >= 100 ? `$${formatAmount(level / 100)}` : String(level),
  );
  return ` (without tax ${joinWords(amounts)})`;
}

/** Values a unit of money of the base elsewhere: the lowest and the highest medians that are told from its own. */
export function writeLeadMeasure(countries: readonly IndexedCountry[], base = "US", taxFree?: TaxFree): string {
  const currency = countries.find(({ country: code }) => code === base)?.currency ?? null;
  const lowest = findLowestGroup(countries, base, taxFree);
  const highest = findHighestGroup(countries, base, taxFree);
  if (lowest.length === 0 && highest.length === 0)
    return `Typical prices lie close to those of ${baseName(base)}, or vary too much to tell.`;
  const paid =
    base === "US"
      ? "For every dollar Americans pay before sales tax"
      : `For every 100 ${currency === null ? "" : `${currencyPlural(currency)} `}paid in ${countryInSentence(base)}`;
  const tie = (group: readonly IndexedCountry[], what: string) =>
    group.length > 1 ? `; which is ${what} is too close to call` : "";
  const [first, ...others] = [
    ...(lowest.length === 0 ? [] : [`${writeCosts(lowest, base, taxFree)}${tie(lowest, "lowest")}`]),
    ...(highest.length === 0 ? [] : [`${writeCosts(highest, base, taxFree)}${tie(highest, "highest")}`]),
  ];
  return [
    `${paid}, the same subscription typically costs ${first}.`,
    ...others.map((other) => `At the other end: ${other}.`),
  ].join(" ");
}

export function writeRankingTitle(countries: readonly IndexedCountry[], base = "US", taxFree?: TaxFree): string {
  const { cheaper, dearer } = divideByVerdict(countries, base, taxFree);
  const first = capitalize(countNoun(cheaper.length, "country is", "countries are"));
  const scope = writeTaxScope(countries, base, taxFree);
  return `${first} clearly cheaper than ${baseName(base)}, ${dearer.length === 0 ? "none" : countWord(dearer.length)} clearly more expensive${scope}`;
}

export function writeRankingDeck(countries: readonly IndexedCountry[], base = "US", taxFree?: TaxFree): string {
  const { unclear } = divideByVerdict(countries, base, taxFree);
  const tax = base === "US" ? " US prices leave sales tax out, most others include VAT." : "";
  if (unclear.length === 0) return `Prices compare the same plans in the same store.${tax}`;
  return `Too close to call: ${places([...unclear].sort((a, b) => compareNames(a.name, b.name)))}.${tax}`;
}

export function writeDearerFinding(countries: readonly IndexedCountry[], base = "US", taxFree?: TaxFree): string {
  const { dearer } = divideByVerdict(countries, base, taxFree);
  const than = baseName(base);
  if (dearer.length === 0) return `${noneOf(countries, base)} is clearly more expensive than ${than}`;
  const who = dearer.length <= 3 ? `only ${places(dearer)}` : `${countWord(dearer.length)} countries`;
  const are = dearer.length === 1 ? "is" : "are";
  if (base !== "US") return `${capitalize(who)} ${are} clearly more expensive than ${than}`;
  return taxFree === undefined
    ? `With tax, ${who} ${are} clearly more expensive than the US, whose prices leave it out`
    : `Without tax, ${who} ${are} clearly more expensive than the US`;
}
