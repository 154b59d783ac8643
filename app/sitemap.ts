import type { MetadataRoute } from "next";
import { readCountries } from "@/lib/catalogue/countries/data";
import { findBrowseChoices } from "@/lib/catalogue/products/browse/data";
import { findProductDays } from "@/lib/catalogue/products/data";
import { ENDPOINT_PAGES } from "@/lib/pages/endpoint-pages";
import { readPageVersion } from "@/lib/pages/page-version";
import { publicUrl } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

const FIXED = [
  "/",
  "/services",
  "/countries",
  "/multipliers",
  "/compare",
  "/mine",
  "/changes",
  "/docs",
  "/docs/errors",
  "/docs/methodology",
  "/docs/data",
  "/docs/time",
  "/docs/agents",
  "/docs/programs",
  "/docs/changelog",
  "/docs/keys",
  "/versions",
  "/corrections",
  "/coverage",
  "/about",
];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const version = await readPageVersion({});
  const [countries, { categories }, products] = await Promise.all([
    readCountries(version, "shown"),
    findBrowseChoices(version),
    findProductDays(version),
  ]);
  const publishedAt = version.publishedAt.toISOString();
  const base = publicUrl();
  const entry = (path: string, lastModified: string) => ({ url: base + path, lastModified });
  return [
    ...FIXED.map((path) => entry(path, publishedAt)),
    ...Object.keys(ENDPOINT_PAGES).map((name) => entry(`/docs/endpoints/${name}`, publishedAt)),
    ...categories.map(({ category }) => entry(`/services?category=${category}`, publishedAt)),
    ...products.map(({ slug, verified_on }) => entry(`/services/${slug}`, verified_on ?? version.dataDate)),
    ...countries.map(({ country: code }) => entry(`/countries/${code}`, version.dataDate)),
  ];
}
