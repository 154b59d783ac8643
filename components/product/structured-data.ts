import { isCompared } from "@/lib/catalogue/prices/rules";
import type { ProductPage } from "./model";

/** schema.org Product with one offer range in US dollars a month; null without a price in dollars. */
export function toProductData({ product, label, lowest, context }: ProductPage, description: string) {
  const { min: usd_monthly_min, max: usd_monthly_max } = product;
  if (usd_monthly_min === null || usd_monthly_max === null) return null;
  return {
    "@type": "Product",
    name: label,
    description,
    category: product.category,
    url: `${context.base}/services/${product.product}`,
    ...(product.vendor && { brand: { "@type": "Brand", name: product.vendor } }),
    offers: {
      "@type": "AggregateOffer",
      priceCurrency: "USD",
      lowPrice: usd_monthly_min,
      highPrice: usd_monthly_max,
      offerCount: product.prices.filter(isCompared).length,
      areaServed: lowest.map(({ country }) => country),
      ...(product.website && { url: product.website }),
    },
  };
}
