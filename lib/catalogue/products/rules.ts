/** `Netflix Standard`, `Elevate Premium`: product and plan as one name, without saying a word twice. */
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

/** `Photo and video` of `photo-video`; a category that has no name of ours is its own, readable. */
export const categoryName = (category: string): string =>
  CATEGORY_NAMES[category] ?? category.charAt(0).toUpperCase() + category.slice(1).replaceAll("-", " ");
