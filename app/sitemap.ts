import type { MetadataRoute } from "next";
import { findCountries } from "@/lib/catalogue/countries/data";
import { findBrowseChoices } from "@/lib/catalogue/products/browse";
import { findProductDays } from "@/lib/catalogue/products/days";
import { findEdition } from "@/lib/dataset/summary";
import { publicUrl } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

const FIXED = [
  "/",
  "/services",
  "/countries",
  "/compare",
  "/docs",
  "/docs/errors",
  "/docs/methodology",
  "/docs/data",
  "/about",
];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [edition, { data: countries }, { categories }, products] = await Promise.all([
    findEdition(),
    findCountries(),
    findBrowseChoices(),
    findProductDays(),
  ]);
  const base = publicUrl();
  const entry = (path: string, lastModified: string) => ({ url: base + path, lastModified });
  return [
    ...FIXED.map((path) => entry(path, edition.published_at)),
    ...categories.map(({ category }) => entry(`/services?category=${category}`, edition.published_at)),
    ...products.map(({ slug, verified_on }) => entry(`/services/${slug}`, verified_on ?? edition.data_date)),
    ...countries.map(({ code }) => entry(`/countries/${code}`, edition.data_date)),
  ];
}
