import type { FilteredProduct } from "@/lib/catalogue/filters/rules";
import { periodName, platformName } from "@/lib/catalogue/prices/words";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { countryName } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";
import type { FeedQuery } from "./schema";

const NAMED = 5;

/** Such as `Price Atlas: price changes · Netflix Standard · Turkey`. */
export function writeFeedTitle(query: FeedQuery, products: readonly FilteredProduct[]): string {
  const { category, vendor, q, region } = query;
  const parts = [
    listNames(query.product, (slug) => {
      const product = products.find((one) => one.slug === slug);
      return product ? productLabel(product) : slug;
    }),
    category && categoryName(category),
    vendor && products.find((one) => one.vendor?.toLowerCase() === vendor)?.vendor,
    q && `“${q}”`,
    listNames(query.country, countryName),
    region?.split("-").map(capitalize).join(" "),
    listNames(query.platform, platformName),
    listNames(query.period, periodName),
    listNames(query.kind, (kind) => kind),
  ];
  return ["Price Atlas: price changes", ...parts.filter(Boolean)].join(" · ");
}

function listNames<T extends string>(values: readonly T[] | undefined, nameOf: (value: T) => string): string {
  const names = values?.slice(0, NAMED).map(nameOf) ?? [];
  const rest = (values?.length ?? 0) - names.length;
  return [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}
