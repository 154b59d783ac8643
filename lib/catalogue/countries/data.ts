import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { readOncePerTaxView } from "@/lib/catalogue/tax/view-data";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { db } from "@/lib/platform/db";
import { countryPairs, pricedCountries } from "./columns-sql";
import type { listCountries } from "./endpoints";
import type { Country } from "./schema";

/** All countries with a current price, with their index and lenses in the newest dataset version. */
export async function findCountries({ tax }: ListQuery<typeof listCountries>) {
  const rows = await db().$queryRaw<[{ version: VersionColumn; data: Country[] }]>`
    SELECT
      ${versionColumn} AS version,
      (SELECT coalesce(json_agg(json_build_object(${countryPairs(tax)}) ORDER BY c.code), '[]')
      FROM ${pricedCountries}) AS data`;
  const [{ version, data }] = rows;
  return { version: toVersion(version), data };
}

/**
 * Reads the same for pages, once a version: nearly every page shows some of it, and 245 countries with their lenses are
 * 130 kB to read and parse.
 */
export const readCountries = readOncePerTaxView(
  "countries",
  async (tax): Promise<readonly Country[]> => (await findCountries({ tax })).data,
);
