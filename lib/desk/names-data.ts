import "server-only";
import { db } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";

export type NameAndPlan = { name: string; plan: string };

export async function readNames(version: Version, slugs: readonly string[]): Promise<(slug: string) => NameAndPlan> {
  const rows = await db().product.findMany({
    where: { versionId: version.id, slug: { in: [...new Set(slugs)] } },
    select: { slug: true, name: true, plan: true },
  });
  const bySlug = new Map(rows.map(({ slug, name, plan }) => [slug, { name, plan }]));
  return (slug) => bySlug.get(slug) ?? { name: slug, plan: "" };
}
