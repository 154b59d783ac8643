import { COVERAGE_WORDS } from "@/lib/catalogue/coverage/rules";
import type { CoverageStatus } from "@/lib/catalogue/coverage/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, listMarks, storeName } from "@/lib/catalogue/prices/words";
import { categoryName } from "@/lib/catalogue/products/rules";
import { commonNamesOf } from "@/lib/catalogue/search/country-name-rules";
import { type FoundPage, toFoundPath } from "@/lib/catalogue/search/find-page-rules";
import { writePlanWord } from "@/lib/catalogue/search/plan-word-rules";
import { isPlanOf } from "@/lib/catalogue/search/rules";
import type { Searchable, SearchedProduct, Suggested } from "@/lib/catalogue/search/suggest-rules";
import { inMonths } from "@/lib/findings/age-rules";
import { toHref } from "@/lib/pages/query";
import { countryInSentence, countryName, formatCount, formatPct } from "@/lib/text/format";
import { joinWords } from "@/lib/text/words";

export type Suggestion = { href: string; name: string; detail: string; value: string };
export type SuggestionGroup = { title: string; suggestions: Suggestion[] };

/** Lowest price of the product and country in the text, or why there is none. */
export type StraightPrice = Price | CoverageStatus;

const countOf = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

export const isGuessed = (page: FoundPage | null): boolean =>
  page !== null && "isGuess" in page && page.isGuess === true;

/** `$2.89 to $27.48`, `$20.00`: prices of a product over all countries. */
function writeRange({ low, high }: SearchedProduct, money: Money): string {
  if (low === null || high === null) return "";
  return low === high ? money.price(low) : `${money.price(low)} to ${money.price(high)}`;
}

const toProduct = (product: SearchedProduct, money: Money): Suggestion => ({
  href: `/services/${product.slug}`,
  name: product.label,
  detail:
    product.countries === 0
      ? "no price"
      : `${categoryName(product.category)}, ${countOf(product.ranked || product.countries, "country", "countries")}${writeReading(product)}`,
  value: writeRange(product, money),
});

/** `, read in September 2026`, `, last seen in April 2026`: how old a range is, and that it is uncertain where it is. */
function writeReading({ ranking, read }: SearchedProduct): string {
  if (ranking === "none" || read === null) return "";
  const months = inMonths([{ verified_on: read.from }, { verified_on: read.to }]);
  if (ranking === "last_seen") return `, last seen ${months}`;
  return `${ranking === "uncertain" ? ", uncertain" : ""}, read ${months}`;
}

/** The local amount with its store and month, and with what keeps it from being plain. */
const writeStraightPrice = (price: Exclude<StraightPrice, CoverageStatus>): string =>
  [
    formatBilled(price),
    storeName(price.platform, null),
    `${price.outdated === true ? "last seen" : "read"} ${inMonths([price])}`,
    ...listMarks(price),
  ].join(", ");

const toCountry = ({ code, place }: Suggested["countries"][number]): Suggestion => {
  const [other] = commonNamesOf(code);
  return {
    href: place === null ? toHref("/search", { q: countryName(code) }) : `/countries/${code}`,
    name: countryName(code),
    detail:
      place === null
        ? "no price collected"
        : `${other ? `also ${other}, ` : ""}${countOf(place.prices, "price", "prices")}`,
    value: place?.pct == null ? "" : code === "US" ? "base of the index" : `${formatPct(place.pct)} against the US`,
  };
};

const toCategory = ({ category, name }: { category: string; name: string }): Suggestion => ({
  href: toHref("/services", { category }),
  name,
  detail: "category",
  value: "",
});

function toStraight(page: FoundPage, names: Searchable, money: Money, price: StraightPrice): Suggestion[] {
  if ("topic" in page) return [{ ...page.topic, value: "" }];
  if ("notTracked" in page)
    return [
      {
        href: toFoundPath(page),
        name: `We do not track ${page.notTracked} yet`,
        detail: "no price of it is collected",
        value: "",
      },
    ];
  if ("products" in page)
    return [
      {
        href: toFoundPath(page),
        name: `Compare ${joinWords([...page.products.map(({ name }) => name), ...page.countries.map(countryInSentence)])}`,
        detail: "prices beside each other, and what is saved",
        value: "",
      },
    ];
  if ("currency" in page)
    return [
      {
        href: toFoundPath(page),
        name: `Prices in ${page.currency}`,
        detail: "all subscriptions, in that currency",
        value: "",
      },
    ];
  if ("category" in page) {
    const category = toCategory({ category: page.category, name: categoryName(page.category) });
    return page.country
      ? [{ ...category, href: toFoundPath(page), name: `${category.name} in ${countryName(page.country)}` }]
      : [category];
  }
  if (!("product" in page)) {
    const place = names.countries.find(({ code }) => code === page.country) ?? null;
    return [toCountry({ code: page.country, place })];
  }
  const product = names.products.find(({ slug }) => slug === page.product.slug);
  if (!product) return [];
  const plan = page.planWord && writePlanWord(page.planWord, product.name, listPlans(product.name, names));
  if (page.country === null) {
    const suggestion = toProduct(product, money);
    return [{ ...suggestion, href: toFoundPath(page), ...(plan && { detail: plan }) }];
  }
  return [
    {
      href: toFoundPath(page),
      name: `${product.name} in ${countryName(page.country)}`,
      detail:
        plan ??
        (typeof price === "string"
          ? `no price there: ${COVERAGE_WORDS[price]}`
          : `${product.label}, ${writeStraightPrice(price)}`),
      value: typeof price === "string" || price.usd_monthly === null ? "" : `${money.price(price.usd_monthly)} a month`,
    },
  ];
}

/** Plans of a service with a price. */
export const listPlans = (name: string, { products }: Searchable): string[] =>
  products.filter((one) => isPlanOf(one, name) && one.countries > 0).map(({ label }) => label);

export function toSuggestionGroups(
  { straight, isGuess, products, vendors, countries, categories }: Suggested,
  names: Searchable,
  money: Money,
  price: StraightPrice,
): SuggestionGroup[] {
  return [
    {
      title: isGuessed(straight) ? "Did you mean" : "Straight to",
      suggestions: straight === null ? [] : toStraight(straight, names, money, price),
    },
    {
      title: isGuess ? "Subscriptions with a similar name" : "Subscriptions",
      suggestions: products.map((product) => toProduct(product, money)),
    },
    {
      title: "Vendors",
      suggestions: vendors.map(({ vendor, products }) => ({
        href: toHref("/services", { q: vendor }),
        name: vendor,
        detail: countOf(products, "subscription", "subscriptions"),
        value: "",
      })),
    },
    { title: isGuess ? "Countries with a similar name" : "Countries", suggestions: countries.map(toCountry) },
    { title: "Categories", suggestions: categories.map(toCategory) },
  ].filter(({ suggestions }) => suggestions.length > 0);
}
