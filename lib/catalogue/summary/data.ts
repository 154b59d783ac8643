import "server-only";
import { countryPairs, pricedCountries } from "@/lib/catalogue/countries/columns-sql";
import { withIndex } from "@/lib/catalogue/countries/rules";
import type { Country } from "@/lib/catalogue/countries/schema";
import type { LargestChange } from "@/lib/catalogue/prices/changes-schema";
import { differencePct } from "@/lib/catalogue/prices/rules";
import { type ProductAgainstUs, productAgainstUs } from "@/lib/catalogue/products/against-us-data";
import { KNOWN_SERVICES } from "@/lib/catalogue/products/known-rules";
import { toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { writeLead, writeLeadMeasure } from "@/lib/findings/ranking-rules";
import { divideByStanding } from "@/lib/findings/standing-rules";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { Summary } from "./schema";

type Row = {
  version: VersionColumn;
  counts: Pick<Summary, "prices" | "products" | "countries" | "data_date" | "fx_date">;
  indexed: Country[];
  services: ProductAgainstUs[];
  moves: { since: string; moves: LargestChange[] };
  read_twice: { products: number };
  freshness: Summary["freshness"];
};

const figure = (name: string) => Prisma.sql`(SELECT figures FROM page_figure WHERE name = ${name})`;

/** Summary of one dataset version, in the words of the home page. */
export async function findSummary(): Promise<{ version: ReturnType<typeof toVersion>; data: Summary }> {
  const slugs: readonly string[] = KNOWN_SERVICES;
  const row = await readRow<Row>(Prisma.sql`
    SELECT ${versionColumn} AS version,
      (SELECT json_build_object('prices', prices, 'products', products, 'countries', countries, 'data_date', data_date,
        'fx_date', fx_date) FROM dataset_version ORDER BY id DESC LIMIT 1) AS counts,
      (SELECT coalesce(json_agg(json_build_object(${countryPairs("shown")})), '[]')
        FROM ${pricedCountries} WHERE i.status = 'published') AS indexed,
      (SELECT coalesce(json_agg(${productAgainstUs} ORDER BY array_position(${slugs}, pr.slug)), '[]')
        FROM product pr WHERE pr.slug = ANY (${slugs})) AS services,
      ${figure("moves")} AS moves, ${figure("read_twice")} AS read_twice, ${figure("freshness")} AS freshness`);
  const version = toVersion(row.version);
  const countries = withIndex(row.indexed);
  const { cheaper, dearer, unclear } = divideByStanding(countries);
  const codes = (some: readonly { code: string }[]) => some.map(({ code }) => code);
  return {
    version,
    data: {
      headline: writeLead(countries).join(""),
      explanation: writeLeadMeasure(countries),
      ...row.counts,
      index: { countries: countries.length, cheaper: codes(cheaper), dearer: codes(dearer), unclear: codes(unclear) },
      services: row.services.map((service) => ({
        ...service,
        pct_vs_us: differencePct(service.cheapest?.usd_monthly ?? null, service.us?.usd_monthly),
      })),
      largest_changes: { since: row.moves.since, products: row.read_twice.products, changes: row.moves.moves },
      freshness: row.freshness,
    },
  };
}
