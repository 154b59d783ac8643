import { EmptyState, type WayOut } from "@/components/ui/empty-state";
import { periodName, platformName } from "@/lib/catalogue/prices/words";
import type { BrowseQuery } from "@/lib/catalogue/products/browse/schema";
import { categoryName } from "@/lib/catalogue/products/rules";
import { findCountryCode } from "@/lib/catalogue/search/country-name-rules";
import type { Names } from "@/lib/catalogue/search/find-page-rules";
import { findNearProducts } from "@/lib/catalogue/search/rules";
import { toHref } from "@/lib/pages/query";
import { countryInSentence } from "@/lib/text/format";
import { BROWSE_PATH, type HrefWith } from "./browse-href";

function describeFilters({ q, category, country, platform, period }: BrowseQuery): string[] {
  return [
    ...(q ? [`“${q}”`] : []),
    ...(category ? [categoryName(category).toLowerCase()] : []),
    ...(country ? [`in ${countryInSentence(country)}`] : []),
    ...(platform ? [`on ${platform === "ios" ? "the " : ""}${platformName(platform)}`] : []),
    ...(period ? [`billed ${periodName(period)}`] : []),
  ];
}

const findCategories = (text: string | undefined, categories: readonly string[]): WayOut[] =>
  categories
    .filter((category) => text && categoryName(category).toLowerCase().includes(text.trim().toLowerCase()))
    .map((category) => ({
      href: toHref(BROWSE_PATH, { category }),
      text: categoryName(category),
      note: "is a category",
    }));

type Props = {
  query: BrowseQuery;
  hrefWith: HrefWith;
  names: Names;
};

export function NoMatch({ query, hrefWith, names }: Props) {
  const { products, countries, categories } = names;
  const code = findCountryCode(query.q ?? "");
  const unpriced =
    code !== null && countries.every((country) => country.code !== code) ? countryInSentence(code) : null;
  const near = findNearProducts(query.q ?? "", products).map(
    ({ slug, label }): WayOut => ({ href: `/services/${slug}`, text: label, note: "has a similar name" }),
  );
  const off = (["q", "category", "country", "platform", "period"] as const)
    .filter((name) => query[name] !== undefined)
    .map(
      (name): WayOut => ({
        href: hrefWith({ [name]: undefined, page: undefined }),
        text: TAKEN_OFF[name],
        note: "with the other filters kept",
      }),
    );
  const all = { href: BROWSE_PATH, text: "All products" };
  const isNameAlone = query.q !== undefined && off.length === 1;
  return (
    <EmptyState
      title={
        isNameAlone
          ? unpriced === null
            ? `No subscription, vendor or country is called “${query.q}”`
            : `No price has been collected in ${unpriced}`
          : `No price matches ${describeFilters(query).join(", ")}`
      }
      level={2}
      waysOut={[
        ...findCategories(
          query.q,
          categories.map(({ category }) => category),
        ),
        ...near,
        ...(off.length > 1 ? off : []),
        all,
      ]}
    >
      {isNameAlone
        ? "Subscriptions, plans and vendors are searched by name, countries by their names in many languages."
        : "These filters together leave none."}
    </EmptyState>
  );
}

const TAKEN_OFF = {
  q: "Any name",
  category: "All categories",
  country: "All countries",
  platform: "All platforms",
  period: "All billing periods",
} as const;
