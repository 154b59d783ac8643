import "server-only";
import type { ClientBase } from "pg";
import { UsualLevels, type UsualPrice } from "@/lib/catalogue/prices/usual/levels";
import { perMonthSql } from "@/lib/contract/period-rules";

type Priced = UsualPrice & { seriesId: number };

/** Comparable prices of `state`, as they will be published. */
const PRICES = `
  SELECT * FROM (
    SELECT series_id AS "seriesId", product, country, platform, period,
      round_usd(${perMonthSql("p.amount * r.usd_per_unit", "p.period")})::float8 AS "usdMonthly"
    FROM state p JOIN version_rate r ON r.currency = p.currency AND NOT r.is_stale WHERE p.amount IS NOT NULL
  ) AS priced WHERE "usdMonthly" > 0`;

/** Creates `usual`, each price as a multiple of what is expected of it. Needs `state` and `version_rate`. */
export async function stageUsualRatios(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Priced>(PRICES);
  const levels = UsualLevels.fit(rows);
  const known = rows.flatMap((price) => {
    const ratio = levels.ratioOf(price);
    return ratio === null ? [] : [{ seriesId: price.seriesId, ratio }];
  });
  await client.query("CREATE TEMPORARY TABLE usual (series_id int PRIMARY KEY, ratio numeric NOT NULL) ON COMMIT DROP");
  await client.query("INSERT INTO usual SELECT * FROM unnest($1::int[], $2::numeric[])", [
    known.map(({ seriesId }) => seriesId),
    known.map(({ ratio }) => ratio),
  ]);
  await client.query("ANALYZE usual");
}
