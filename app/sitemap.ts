import type { MetadataRoute } from "next";
import { findCountries } from "@/lib/countries/data";
import { findEdition } from "@/lib/dataset/edition";
import { publicUrl } from "@/lib/env";
import { findBrowseChoices } from "@/lib/products/browse";
import { findProducts } from "@/lib/products/data";

export const dynamic = "force-dynamic";

const PAGE_SIZE = 200;
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
    readProducts(),
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

/** All products, page after page. */
async function readProducts() {
  const first = await findProducts({ page: 1, page_size: PAGE_SIZE });
  const pages = Array.from({ length: Math.ceil(first.total / PAGE_SIZE) - 1 }, (_, i) => i + 2);
  const others = await Promise.all(pages.map((page) => findProducts({ page, page_size: PAGE_SIZE })));
  return [first, ...others].flatMap(({ data }) => data.parse());
}
