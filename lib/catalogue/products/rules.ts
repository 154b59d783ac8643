import type { Product, ProductRow } from "./schema";

/** `Netflix Standard`, `Elevate Premium`: product and plan as one name, without repeated words. */
export function productLabel({ name, plan }: { name: string; plan: string }): string {
  const [n, p] = [name.toLowerCase(), plan.toLowerCase()];
  if (p === "" || n === p || n.endsWith(` ${p}`)) return name;
  if (p.startsWith(n)) return plan;
  return `${name} ${plan}`;
}

const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  ai: "AI tools",
  education: "Education",
  "photo-video": "Photo and video",
  productivity: "Productivity",
  social: "Social and dating",
  streaming: "Streaming",
};

/** `Photo and video` of `photo-video`; an unknown category becomes readable words. */
export const categoryName = (category: string): string =>
  CATEGORY_NAMES[category] ?? category.charAt(0).toUpperCase() + category.slice(1).replaceAll("-", " ");

/** Product as a flat row, as in files. */
export const toProductRow = ({ cheapest, ...product }: Product): ProductRow => ({
  ...product,
  cheapest_country: cheapest?.country ?? null,
  cheapest_usd_monthly: cheapest?.usd_monthly ?? null,
});
