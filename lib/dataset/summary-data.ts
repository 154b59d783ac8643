import "server-only";
import { db } from "@/lib/platform/db";
import { NoDataset } from "./data";
import { readFigures } from "./page-figures-data";
import { readOncePerVersion } from "./per-version";
import type { DatasetSummary, DayCount } from "./schema";

/** Published dataset: version, days, counts, sources. Throws NoDataset. */
export const findDatasetSummary = readOncePerVersion("summary", async (): Promise<DatasetSummary> => {
  const rows = await db().$queryRaw<{ summary: DatasetSummary }[]>`
    SELECT json_build_object(
      'version', v.version,
      'published_at', to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data_date', v.data_date, 'fx_date', v.fx_date,
      'prices', v.prices, 'products', v.products, 'countries', v.countries,
      'sources', (
        SELECT coalesce(json_agg(json_build_object(
          'id', s.id, 'name', s.name, 'publisher', s.publisher, 'url', s.url, 'license', s.license,
          'prices', coalesce((read.prices ->> s.id)::int, 0),
          'rates', s.id = ANY (ARRAY(SELECT json_array_elements_text(figures) FROM page_figure WHERE name = 'rate_sources'))
        ) ORDER BY s.id), '[]')
        FROM source s LEFT JOIN (SELECT figures AS prices FROM page_figure WHERE name = 'source_prices') read ON true
      )
    ) AS summary
    FROM dataset_version v ORDER BY v.id DESC LIMIT 1`;
  const [row] = rows;
  if (row === undefined) throw new NoDataset();
  return row.summary;
});

/** Current prices counted by the day of their last verification, oldest first. */
export const findFreshness = readOncePerVersion("freshness", () => readFigures<DayCount[]>("freshness"));
