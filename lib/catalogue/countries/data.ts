import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { db } from "@/lib/platform/db";
import { countryPairs, pricedCountries } from "./columns-sql";
import type { listCountries } from "./endpoints";
import type { Country } from "./schema";

/** All countries with a current price, with their index and lenses in the newest dataset version. */
export async function findCountries({ tax }: ListQuery<typeof listCountries> = { tax: "shown" }) {
  const rows = await db().$queryRaw<[{ version: VersionColumn; data: Country[] }]>`
    SELECT
      ${versionColumn} AS version,
      (SELECT coalesce(json_agg(json_build_object(${countryPairs(tax)}) ORDER BY c.code), '[]')
      FROM ${pricedCountries}) AS data`;
  const [{ version, data }] = rows;
  return { version: toVersion(version), data };
}
