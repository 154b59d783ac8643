import "server-only";
import { wasRead } from "@/lib/catalogue/prices/days/sql";
import type { SeriesChoice } from "@/lib/catalogue/prices/rows/filter-rules";
import { isChosen } from "@/lib/catalogue/prices/rows/sql";
import { readRow } from "@/lib/platform/read-row";
import type { Version } from "@/lib/versions/current";
import { validRows } from "@/lib/versions/valid-rows-sql";
import { Prisma } from "@/prisma/client/client";
import type { SeriesHistory, SeriesRuns } from "./schema";
import { seriesHistories, seriesRuns } from "./sql";

type Asked = {
  from?: string | null | undefined;
  to?: string | null | undefined;
  page: number;
  page_size: number;
};

const read = <T>(version: Version, choice: SeriesChoice, { from, to, page, page_size }: Asked, records: string) =>
  readRow<{ total: number; histories: T[] }>(Prisma.sql`
    WITH ${validRows(version)}, span AS MATERIALIZED (
      SELECT ${from ?? null}::date AS asked_from, ${to ?? null}::date AS asked_to, ${version.dataDate}::date AS data_date
    ), matching AS MATERIALIZED (
      SELECT id, product, country, platform, period FROM series s WHERE ${isChosen(choice, "s")} AND ${wasRead(version)}
    ), placed AS MATERIALIZED (
      SELECT id, row_number() OVER () AS place FROM (
        SELECT id FROM matching ORDER BY country, platform, period, product LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
      ) AS sorted
    )
    SELECT (SELECT count(*)::int FROM matching) AS total,
      (SELECT coalesce(json_agg(record ORDER BY place), '[]') FROM (${Prisma.raw(records)}) listed) AS histories`);

/** Series with their runs, by country, platform, period and product, and the number of all that the choice leaves. */
export const readSeries = (version: Version, choice: SeriesChoice, asked: Asked) =>
  read<SeriesHistory>(version, choice, asked, seriesHistories(version.id));

/** Reads the same series without dollars, extremes and sources, which charts do not draw and which cost most of the time. */
export const readSeriesRuns = (version: Version, choice: SeriesChoice, asked: Asked) =>
  read<SeriesRuns>(version, choice, asked, seriesRuns());
