import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";

/** Slug of the basket product with prices in most countries; null when nothing is priced. */
export const findWidestProduct = readOncePerVersion("widest-product", async (): Promise<string | null> => {
  const [product] = await db().$queryRaw<{ slug: string }[]>`
    SELECT slug FROM product WHERE countries > 0 ORDER BY countries DESC, in_basket DESC, slug LIMIT 1`;
  return product?.slug ?? null;
});
