import "server-only";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { db } from "@/lib/platform/db";
import type { Country } from "./schema";

/** Every country with a current price, with its index in the newest dataset version. */
export async function findCountries() {
  const rows = await db().$queryRaw<[{ version: VersionColumn; data: Country[] }]>`
    SELECT
      ${versionColumn} AS version,
      (SELECT coalesce(json_agg(json_build_object(
        'code', c.code, 'name', c.name, 'currency', c.currency, 'region', c.region,
        'products', i.products, 'prices', i.prices,
        'index', CASE WHEN i.status = 'published' THEN json_build_object(
          'value', trim_scale(100 + i.pct_vs_us::numeric),
          'pct_vs_us', i.pct_vs_us, 'p10_pct', i.p10_pct, 'p25_pct', i.p25_pct, 'p75_pct', i.p75_pct, 'p90_pct', i.p90_pct,
          'cheaper_share', i.cheaper_share, 'basket_size', i.basket_size, 'rank', i.rank, 'usd_billed', i.usd_billed,
          'model', CASE WHEN i.model_status = 'published'
            THEN json_build_object('value', i.model_value, 'low', i.model_low, 'high', i.model_high, 'se', i.model_se,
              'se_classical', i.model_se_classical, 'rank_low', i.model_rank_low, 'rank_high', i.model_rank_high) END,
          'median_low', i.median_low, 'median_high', i.median_high, 'share_equal_us', i.share_equal_us,
          'share_mode', i.share_mode, 'mode_pct', i.mode_pct,
          'common_basket', CASE WHEN i.common_products IS NOT NULL THEN json_build_object(
            'value', trim_scale(100 + i.common_pct::numeric), 'pct_vs_us', i.common_pct, 'products', i.common_products) END,
          'change', CASE WHEN i.change_products IS NOT NULL THEN json_build_object(
            'previous_version', i.previous_version, 'products', i.change_products, 'from_pct', i.change_from_pct,
            'to_pct', i.change_to_pct, 'points', trim_scale(i.change_to_pct::numeric - i.change_from_pct::numeric)) END
        ) END,
        'index_status', i.status,
        'index_fx_date', v.fx_date
      ) ORDER BY c.code), '[]')
      FROM dataset_version v
      JOIN country_index i ON i.version_id = v.id
      JOIN country c ON c.code = i.country
      WHERE v.id = (SELECT max(id) FROM dataset_version) AND i.prices > 0) AS data`;
  const [{ version, data }] = rows;
  return { version: toVersion(version), data };
}
