import type { MetadataRoute } from "next";
import { findCountries } from "@/lib/countries/data";
import { findEdition } from "@/lib/dataset/edition";
import { publicUrl } from "@/lib/env";
import { findBrowseChoices } from "@/lib/products/browse";
import { findProductDays } from "@/lib/products/days";

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
