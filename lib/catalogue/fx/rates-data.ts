import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { JsonText } from "@/lib/contract/json-text";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { RATE_SOURCE_ORDER } from "@/lib/dataset/rate-rules";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { listRates } from "./endpoints";
import type { ExchangeRate } from "./schema";

const CONVERTED = [...CURRENCY_CODES].filter((code) => code !== "USD");

/** One page of the rates of a day, the first source's of each currency, and the number of all. */
export async function findRates({ currency = CONVERTED, date, page, page_size }: ListQuery<typeof listRates>) {
  const codes = currency.filter((code) => code !== "USD");
  // One probe of the key per currency: there are rates of a quarter of a century.
  const row = await readRow<{ version: VersionColumn; total: number; data: string }>(Prisma.sql`
    WITH rates AS MATERIALIZED (
      SELECT rate.* FROM unnest(${codes}::text[]) AS code (currency),
        (SELECT coalesce(${date ?? null}::date, (SELECT fx_date FROM dataset_version ORDER BY id DESC LIMIT 1)) AS day) AS asked,
        LATERAL (
          SELECT r.currency, r.date, trim_scale(r.usd_per_unit) AS usd_per_unit, r.source_id AS source FROM fx_rate r
          WHERE r.currency = code.currency AND r.date BETWEEN asked.day - ${RATE_VALID_DAYS}::int AND asked.day
          ORDER BY r.date DESC, ${Prisma.raw(RATE_SOURCE_ORDER)} LIMIT 1
        ) AS rate
    )
    SELECT ${versionColumn} AS version, (SELECT count(*)::int FROM rates) AS total,
      (SELECT concat('[', string_agg(row_to_json(listed)::text, ',' ORDER BY currency), ']') FROM (
        SELECT * FROM rates ORDER BY currency LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
      ) listed) AS data`);
  return { version: toVersion(row.version), total: row.total, data: new JsonText<ExchangeRate[]>(row.data) };
}
