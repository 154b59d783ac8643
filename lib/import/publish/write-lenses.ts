import "server-only";
import type { ClientBase } from "pg";
import { lensesOf, PRICE_LENS_COLUMNS } from "@/lib/catalogue/tax/lens-sql";
import { isComparable } from "@/lib/dataset/rate-rules";
import type { DerivedFor } from "./derived-tables";

/** Current prices, each with the US price of the same product, platform and period. */
const PRICES = `(
  SELECT price.*, us.amount AS us_amount, us.fx_rate AS us_fx_rate FROM price
  LEFT JOIN price us ON us.product = price.product AND us.country = 'US' AND us.platform = price.platform
    AND us.period = price.period AND ${isComparable("us")}
  WHERE price.amount IS NOT NULL
)`;

/**
 * Rebuilds `price_lens`: the lenses of each current price, at the tax rate of the version's exchange-rate day. Runs
 * inside the caller's transaction.
 */
export async function writeLenses(client: ClientBase, { versionId }: DerivedFor): Promise<void> {
  const { rows } = await client.query<{ day: string }>(
    "SELECT coalesce(fx_date, data_date)::text AS day FROM dataset_version WHERE id = $1",
    [versionId],
  );
  await client.query("DELETE FROM price_lens");
  await client.query(`INSERT INTO price_lens (${PRICE_LENS_COLUMNS}) ${lensesOf(PRICES, "$1::date")}`, [rows[0]?.day]);
}
