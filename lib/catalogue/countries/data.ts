import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readOncePerVersion } from "@/lib/dataset/per-version";
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

const readers: Record<TaxView, () => Promise<readonly Country[]>> = {
  shown: readOncePerVersion("countries", async () => (await findCountries({ tax: "shown" })).data),
  excluded: readOncePerVersion("countries-without-tax", async () => (await findCountries({ tax: "excluded" })).data),
};

/** The same, read once a version, for pages: most of them show some of it. */
export const readCountries = (tax: TaxView = "shown"): Promise<readonly Country[]> => readers[tax]();
