import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/platform/db";

/** Slug of the basket product with prices in most countries; null when nothing is priced. */
export const findWidestProduct = readOncePerVersion("widest-product", async (): Promise<string | null> => {
  const product = await db().product.findFirst({
    where: { countries: { gt: 0 } },
    orderBy: [{ countries: "desc" }, { inBasket: "desc" }, { slug: "asc" }],
    select: { slug: true },
  });
  return product?.slug ?? null;
});
