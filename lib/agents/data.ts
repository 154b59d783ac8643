import "server-only";
import { publishedDb } from "@/lib/platform/db";
import { findVersion } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import type { Plans } from "./short-records";

/** Names of the plans of a version's products. */
export async function findPlans(versionName: string): Promise<Plans> {
  const version = await findVersion(versionName);
  return version === null ? new Map() : readPlans(version);
}

const readPlans = oncePerVersion("plans", async (version): Promise<Plans> => {
  const products = await publishedDb().product.findMany({
    where: { versionId: version.id },
    select: { slug: true, plan: true },
  });
  return new Map(products.map(({ slug, plan }) => [slug, plan]));
});
