import "server-only";
import { db } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";

export type NameAndPlan = { name: string; plan: string };

/** `others` have those of products that no version has yet. */
export async function readNames(
  version: Version,
  slugs: readonly string[],
  others: readonly (NameAndPlan & { slug: string })[] = [],
): Promise<(slug: string) => NameAndPlan> {
  const rows = await db().product.findMany({
    where: { versionId: version.id, slug: { in: [...new Set(slugs)] } },
    select: { slug: true, name: true, plan: true },
  });
  const bySlug = new Map([...others, ...rows].map(({ slug, name, plan }) => [slug, { name, plan }]));
  return (slug) => bySlug.get(slug) ?? { name: slug, plan: "" };
}
