import type { ProductPage } from "./model";

/**
 * schema.org Product with one offer range in US dollars a month over the ranked prices; null without one, and where the product
 * is last seen, because programs read offers that stand.
 */
export function toProductData({ product, label, ranked, context }: ProductPage, description: string) {
  const { min: usd_monthly_min, max: usd_monthly_max } = product;
  if (usd_monthly_min === null || usd_monthly_max === null || product.ranking === "last_seen") return null;
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
      offerCount: product.n_ranked,
      areaServed: ranked.map(({ country }) => country),
      ...(product.website && { url: product.website }),
    },
  };
}
