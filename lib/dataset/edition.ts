import "server-only";
import { db } from "@/lib/db";
import { isCurrent } from "@/lib/prices/columns";
import { NoDataset } from "./data";
import { readOncePerVersion } from "./per-version";
import type { DayCount, Edition } from "./schema";

/** What is published: version, days, counts, sources. Throws NoDataset. */
export const findEdition = readOncePerVersion("edition", async (): Promise<Edition> => {
  const rows = await db().$queryRaw<{ edition: Edition }[]>`
    SELECT json_build_object(
      'version', v.version,
      'published_at', to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data_date', v.data_date, 'fx_date', v.fx_date,
      'prices', v.prices, 'products', v.products, 'countries', v.countries,
      'sources', (
        SELECT coalesce(json_agg(json_build_object(
          'id', s.id, 'name', s.name, 'publisher', s.publisher, 'url', s.url, 'license', s.license,
          'prices', coalesce(read.prices, 0), 'rates', s.id IN (SELECT source_id FROM fx_rate)
        ) ORDER BY s.id), '[]') FROM source s LEFT JOIN (
          SELECT p.source_id, count(*)::int AS prices FROM price p WHERE ${isCurrent} GROUP BY p.source_id
        ) read ON read.source_id = s.id
      )
    ) AS edition
    FROM dataset_version v ORDER BY v.id DESC LIMIT 1`;
  const [row] = rows;
  if (row === undefined) throw new NoDataset();
  return row.edition;
});

/** Current prices counted by the day of their last verification, oldest first. */
export const findFreshness = readOncePerVersion("freshness", async (): Promise<DayCount[]> => {
  const [row] = await db().$queryRaw<[{ days: DayCount[] }]>`
    SELECT coalesce(json_agg(json_build_object('day', day, 'count', count) ORDER BY day), '[]') AS days
    FROM (SELECT p.verified_on AS day, count(*)::int AS count FROM price p WHERE ${isCurrent} GROUP BY p.verified_on) counted`;
  return row.days;
});
