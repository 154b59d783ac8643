import "server-only";
import { z } from "zod";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { db } from "@/lib/db";

/** Products of which a change could be seen in the twelve months before the newest reading, and their vendors. */
export const ReadTwice = z.object({
  products: z.int().nonnegative(),
  vendors: z.array(z.string()).describe("In order; the product's name where the source names no vendor."),
});
export type ReadTwice = z.infer<typeof ReadTwice>;

/**
 * Counts products with a current price that was read in those months and on an earlier day, too: of all others nothing
 * can be said. Of each product one such price is enough, so that most are found at once by the index.
 */
export const findReadTwice = readOncePerVersion("read-twice", async (): Promise<ReadTwice> => {
  const [row] = await db().$queryRaw<[ReadTwice]>`
    SELECT count(*)::int AS products,
      coalesce(json_agg(DISTINCT coalesce(pr.vendor, pr.name) ORDER BY coalesce(pr.vendor, pr.name)), '[]') AS vendors
    FROM product pr
    WHERE EXISTS (
      SELECT FROM price p
      WHERE p.product = pr.slug AND p.amount IS NOT NULL
        AND p.verified_on > (SELECT data_date - interval '12 months' FROM dataset_version ORDER BY id DESC LIMIT 1)
        AND EXISTS (SELECT FROM price_observation o WHERE o.price_id = p.id AND o.observed_on < p.verified_on)
    )`;
  return row;
});
