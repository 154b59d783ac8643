import "server-only";
import { z } from "zod";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { PriceColumns, RankName } from "./columns-rules";

const Names = z.object({
  products: z.array(z.string()),
  kinds: z.array(z.object({ country: z.string(), platform: z.string(), period: z.string() })),
});
type Row = Record<"names" | "starts" | "ids" | "kinds" | "compared" | RankName, Buffer> & { version_id: number };

const column = (name: string) =>
  Prisma.sql`(SELECT cells FROM price_column WHERE name = ${name}) AS ${Prisma.raw(name)}`;

/** Columns of all current prices, with the dataset version that they are of, read once a version. */
export const readPriceColumns = readOncePerVersion(
  "price-columns",
  async (): Promise<PriceColumns & { versionId: number }> => {
    const row = await readRow<Row>(Prisma.sql`
      SELECT (SELECT max(id) FROM dataset_version) AS version_id, ${column("names")}, ${column("starts")}, ${column("ids")},
        ${column("kinds")}, ${column("compared")}, ${column("usd_monthly")}, ${column("ex_tax_usd_monthly")},
        ${column("verified_on")}, ${column("changed_on")}`);
    return {
      ...Names.parse(JSON.parse(row.names.toString("utf8"))),
      versionId: row.version_id,
      starts: toIntegers(row.starts),
      ids: toIntegers(row.ids),
      kindOf: toIntegers(row.kinds),
      compared: Uint8Array.from(row.compared),
      ranks: {
        usd_monthly: toIntegers(row.usd_monthly),
        ex_tax_usd_monthly: toIntegers(row.ex_tax_usd_monthly),
        verified_on: toIntegers(row.verified_on),
        changed_on: toIntegers(row.changed_on),
      },
    };
  },
);

/** Integers of four bytes, the lowest byte first. */
function toIntegers(bytes: Buffer): Int32Array {
  const integers = new Int32Array(bytes.length / 4);
  for (let at = 0; at < integers.length; at++) integers[at] = bytes.readInt32LE(4 * at);
  return integers;
}
