import "server-only";
import type { z } from "zod";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { db } from "@/lib/platform/db";
import { exTaxJson, incomeJson, indexJson, indexStatus, purchasingPowerJson } from "./columns-sql";
import type { listCountries } from "./endpoints";
import type { Country } from "./schema";

/** All countries with a current price, with their index and lenses in the newest dataset version. */
export async function findCountries({ tax }: z.infer<typeof listCountries.query> = { tax: "shown" }) {
  const rows = await db().$queryRaw<[{ version: VersionColumn; data: Country[] }]>`
    SELECT
      ${versionColumn} AS version,
      (SELECT coalesce(json_agg(json_build_object(
        'code', c.code, 'name', c.name, 'currency', c.currency, 'region', c.region,
        'products', i.products, 'prices', i.prices,
        'index', ${indexJson[tax]}, 'index_status', ${indexStatus[tax]}, 'index_fx_date', v.fx_date,
        'ex_tax', ${exTaxJson}, 'income', ${incomeJson}, 'purchasing_power', ${purchasingPowerJson}
      ) ORDER BY c.code), '[]')
      FROM dataset_version v
      JOIN country_index i ON i.version_id = v.id
      JOIN country_lens l ON l.version_id = v.id AND l.country = i.country
      JOIN country c ON c.code = i.country
      WHERE v.id = (SELECT max(id) FROM dataset_version) AND i.prices > 0) AS data`;
  const [{ version, data }] = rows;
  return { version: toVersion(version), data };
}
