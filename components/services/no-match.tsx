import { EmptyState, type WayOut } from "@/components/ui/empty-state";
import { countryInSentence } from "@/lib/format";
import { toHref } from "@/lib/pages/query";
import { periodName, platformName } from "@/lib/prices/words";
import type { BrowseQuery } from "@/lib/products/browse-schema";
import { categoryName } from "@/lib/products/rules";
import { findNearProducts, type Named } from "@/lib/search/rules";
import { BROWSE_PATH, type HrefWith } from "./browse-href";

/** The filters in force, in words. */
function describeFilters({ q, category, country, platform, period }: BrowseQuery): string[] {
  return [
    ...(q ? [`“${q}”`] : []),
    ...(category ? [categoryName(category).toLowerCase()] : []),
    ...(country ? [`in ${countryInSentence(country)}`] : []),
    ...(platform ? [`on ${platform === "ios" ? "the " : ""}${platformName(platform)}`] : []),
    ...(period ? [`billed ${periodName(period)}`] : []),
  ];
}

/** Categories that may be meant by a name that no product has. */
const findCategories = (text: string | undefined, categories: readonly string[]): WayOut[] =>
  categories
    .filter((category) => text && categoryName(category).toLowerCase().includes(text.trim().toLowerCase()))
    .map((category) => ({
      href: toHref(BROWSE_PATH, { category }),
      text: categoryName(category),
      note: "is a category",
    }));

type Props = {
  categories: readonly string[];
  query: BrowseQuery;
  hrefWith: HrefWith;
  products: readonly Named[];
};

/** Nothing found: near names first, then each filter to take off. */
export function NoMatch({ query, hrefWith, products, categories }: Props) {
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
        isNameAlone ? `No product is called “${query.q}”` : `No price matches ${describeFilters(query).join(", ")}`
      }
      level={2}
      waysOut={[...findCategories(query.q, categories), ...near, ...(off.length > 1 ? off : []), all]}
    >
      {isNameAlone
        ? "Names of products, plans and vendors are searched. Countries and categories have pages of their own."
        : "Every product has prices somewhere; these filters together leave none."}
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
