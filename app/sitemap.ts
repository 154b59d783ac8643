import type { MetadataRoute } from "next";
import { readCountries } from "@/lib/catalogue/countries/data";
import { findBrowseChoices } from "@/lib/catalogue/products/browse-data";
import { findProductDays } from "@/lib/catalogue/products/data";
import { findDatasetSummary } from "@/lib/dataset/summary-data";
import { publicUrl } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

const FIXED = [
  "/",
  "/services",
  "/countries",
  "/multipliers",
  "/compare",
  "/docs",
  "/docs/errors",
  "/docs/methodology",
  "/docs/data",
  "/docs/time",
  "/versions",
  "/corrections",
  "/about",
];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [summary, countries, { categories }, products] = await Promise.all([
    findDatasetSummary(),
    readCountries("shown"),
    findBrowseChoices(),
    findProductDays(),
  ]);
  const base = publicUrl();
  const entry = (path: string, lastModified: string) => ({ url: base + path, lastModified });
  return [
    ...FIXED.map((path) => entry(path, summary.published_at)),
    ...categories.map(({ category }) => entry(`/services?category=${category}`, summary.published_at)),
    ...products.map(({ slug, verified_on }) => entry(`/services/${slug}`, verified_on ?? summary.data_date)),
    ...countries.map(({ code }) => entry(`/countries/${code}`, summary.data_date)),
  ];
}
