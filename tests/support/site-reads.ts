import { setTimeout as sleep } from "node:timers/promises";
import { newSender } from "./sender";

/**
 * Addresses that visitors and programs read, by name: every kind of page, feed, call and image, for `slug` in
 * `country`. Images are those that the pages at `base` name.
 */
export async function siteReads(base: string, slug: string, country = "DE"): Promise<Record<string, string>> {
  const reads = readsOf(slug, country, await findNewest(base));
  const images = { image: reads.home, product_image: reads.product, country_image: reads.country };
  const found = Object.entries(images).map(async ([name, page]) => [name, await findImage(base + page)] as const);
  return { ...reads, ...Object.fromEntries(await Promise.all(found)) };
}

/** Name of the newest dataset version. */
async function findNewest(base: string): Promise<string> {
  const text = await fetchText(`${base}/api/versions?page_size=1`);
  const version = /"dataset_version":"([^"]+)"/.exec(text)?.[1];
  if (version === undefined) throw new Error(`${base} names no version: ${text}`);
  return version;
}

async function findImage(url: string): Promise<string> {
  const text = await fetchText(url);
  const image = /property="og:image" content="https?:\/\/[^/"]+([^"]+)"/.exec(text)?.[1];
  if (image === undefined) throw new Error(`${url} names no image`);
  return image;
}

/** Body of an answer; asks again while the server cannot answer, as it does when its sessions were just ended. */
async function fetchText(url: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const reply = await fetch(url, { headers: { "x-forwarded-for": newSender() } });
    const text = await reply.text();
    if (reply.status !== 503 || tries === 10) return text;
    await sleep(300);
  }
}

/** Addresses of `siteReads` that need no page to be read first. */
export const readsOf = (slug: string, country: string, version = "2026-09-29.1") => ({
  home: "/",
  services: "/services",
  services_cheapest: "/services?sort=cheapest",
  services_changed: "/services?sort=changed",
  services_category: "/services?category=music&sort=spread",
  services_country: `/services?country=${country}`,
  services_platform: "/services?platform=web",
  services_period: "/services?platform=web&period=monthly&sort=spread",
  services_search: `/services?q=${slug.replaceAll("-", "+")}`,
  product: `/services/${slug}`,
  countries: "/countries",
  home_tax: "/?tax=excluded",
  product_tax: `/services/${slug}?tax=excluded`,
  country_tax: `/countries/${country}?tax=excluded`,
  country_income: `/countries/${country}?share=income`,
  multipliers: "/multipliers",
  country: `/countries/${country}`,
  country_sorted: `/countries/${country}?sort=usd&order=descending&page=2`,
  compare: `/compare?products=${slug}&countries=US,${country}`,
  compare_empty: "/compare",
  product_day: `/services/${slug}?date=2026-09-01`,
  country_day: `/countries/${country}?date=2026-09-01`,
  compare_day: `/compare?products=${slug}&countries=US,${country}&date=2026-09-01`,
  docs: "/docs",
  docs_data: "/docs/data",
  docs_time: "/docs/time",
  docs_methodology: "/docs/methodology",
  corrections: "/corrections",
  about: "/about",
  search: `/search?q=${slug}`,
  search_in_country: `/search/suggestions?q=${slug}+${country}`,
  not_found: `/services/no-${slug}`,
  feed: "/feed.xml",
  feed_product: `/feed.xml?product=${slug}`,
  feed_country: `/feed.json?country=${country}`,
  feed_category: "/feed.json?category=music",
  sitemap: "/sitemap.xml",
  llms: "/llms.txt",
  prices_csv: `/api/prices?product=${slug}&format=csv&page_size=10000`,
  picture: `/image/services/${slug}/points.svg`,
  table: `/table/services/${slug}/prices.csv`,
  embed: `/embed/services/${slug}`,
  embed_index: "/embed/index",
  api_services: "/api/services",
  api_service: `/api/services/${slug}`,
  api_countries: "/api/countries",
  api_countries_tax: "/api/countries?tax=excluded",
  api_services_tax: "/api/services?tax=excluded",
  api_country: `/api/countries/${country}`,
  api_country_tax: `/api/countries/${country}?tax=excluded`,
  api_offers: `/api/offers?country=${country}`,
  api_offers_search: `/api/offers?q=${slug.replaceAll("-", "+")}&sort=spread`,
  api_categories: "/api/categories",
  api_rates: "/api/rates",
  api_sources: "/api/sources",
  api_summary: "/api/summary",
  api_multipliers: "/api/multipliers",
  api_multipliers_product: `/api/multipliers?basis=product:${slug}`,
  api_prices: "/api/prices",
  api_prices_platform: "/api/prices?platform=web&period=monthly&page=2",
  api_prices_day: "/api/prices?date=2026-09-01",
  api_prices_day_filtered: "/api/prices?date=2026-09-01&platform=web&period=monthly&page=2",
  api_service_day: `/api/services/${slug}?date=2026-09-01`,
  api_compare_day: `/api/compare?products=${slug}&countries=US,${country}&date=2026-09-01`,
  api_history: `/api/history?product=${slug}`,
  api_history_platform: "/api/history?platform=web,any&page=2",
  api_compare: `/api/compare?products=${slug}&countries=US,${country}`,
  api_export_product: `/api/export?product=${slug}&format=csv`,
  api_export_file: "/api/export/differences.csv",
  versions: "/versions",
  api_versions: "/api/versions",
  api_changes: `/api/changes?since=${version}`,
  api_openapi: "/api/openapi.json",
});
