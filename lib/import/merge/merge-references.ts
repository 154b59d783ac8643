import "server-only";
import { continents, countries } from "countries-list";
import type { ClientBase } from "pg";
import { COUNTRY_NAMES } from "@/lib/contract/country-names";
import type { ChangeCount } from "@/lib/import/report/result";
import { NEXT_VERSION } from "./next-version";

const COUNT_BY_FILE =
  "SELECT file, kind, count(*)::int AS count FROM compared WHERE kind IS NOT NULL GROUP BY file, kind";

/** Writes all countries of the package countries-list, so that any code in a file finds its row. */
export async function mergeCountries(client: ClientBase): Promise<void> {
  const rows = Object.entries(countries);
  await client.query(
    `INSERT INTO country (code, name, region, currency)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, region = excluded.region, currency = excluded.currency
     WHERE (country.name, country.region, country.currency) IS DISTINCT FROM (excluded.name, excluded.region, excluded.currency)`,
    [
      rows.map(([code]) => code),
      rows.map(([code]) => COUNTRY_NAMES.get(code)),
      rows.map(([, country]) => continents[country.continent]),
      rows.map(([, country]) => country.currency[0] ?? null),
    ],
  );
}

export async function mergeSources(client: ClientBase): Promise<ChangeCount[]> {
  const { rows } = await client.query<ChangeCount>(
    `WITH staged AS (SELECT DISTINCT ON (id) * FROM stage_source ORDER BY id, file, line),
     compared AS (
       SELECT g.*, CASE WHEN s.id IS NULL THEN 'added'
         WHEN (s.name, s.publisher, s.url, s.license, s.attribution) IS DISTINCT FROM (g.name, g.publisher, g.url, g.license, g.attribution)
         THEN 'changed' END AS kind
       FROM staged g LEFT JOIN source s USING (id)
     ), written AS (
       INSERT INTO source SELECT id, name, publisher, url, license, attribution FROM compared WHERE kind IS NOT NULL
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, publisher = excluded.publisher, url = excluded.url,
         license = excluded.license, attribution = excluded.attribution
     ) ${COUNT_BY_FILE}`,
  );
  return rows;
}

export async function mergeProducts(client: ClientBase): Promise<ChangeCount[]> {
  const { rows } = await client.query<ChangeCount>(
    `WITH staged AS (
       SELECT DISTINCT ON (slug) * FROM stage_product ORDER BY slug, file, line
     ), compared AS (
       SELECT g.*, CASE WHEN p.slug IS NULL THEN 'added'
         WHEN (p.name, p.vendor, p.category, p.plan, p.website, p.in_basket) IS DISTINCT FROM (g.name, g.vendor, g.category, g.plan, g.website, g.in_basket)
         THEN 'changed' END AS kind
       FROM staged g LEFT JOIN product p USING (slug)
     ), written AS (
       INSERT INTO product (slug, name, vendor, category, plan, website, in_basket)
       SELECT slug, name, vendor, category, plan, website, in_basket FROM compared WHERE kind IS NOT NULL
       ON CONFLICT (slug) DO UPDATE SET name = excluded.name, vendor = excluded.vendor, category = excluded.category,
         plan = excluded.plan, website = excluded.website, in_basket = excluded.in_basket
     ) ${COUNT_BY_FILE}`,
  );
  return rows;
}

/**
 * Writes rates. Of rates that differ only by rounding the lowest is stored, whatever the order of arrival. Those that are
 * corrected count as such.
 */
export async function mergeRates(client: ClientBase): Promise<ChangeCount[]> {
  const { rows } = await client.query<ChangeCount>(
    `WITH staged AS (
       SELECT DISTINCT ON (currency, date, source_id) * FROM staged_rates ORDER BY currency, date, source_id, usd_per_unit, file, line
     ), compared AS (
       SELECT g.*, CASE WHEN r.currency IS NULL THEN 'added' WHEN g.usd_per_unit < r.usd_per_unit THEN 'changed' END AS kind,
         (currency, date, source_id) IN (SELECT currency, date, source_id FROM rate_correction) AS is_corrected
       FROM staged g LEFT JOIN fx_rate r USING (currency, date, source_id)
     ), written AS (
       INSERT INTO fx_rate (currency, date, source_id, usd_per_unit, recorded_in)
       SELECT currency, date, source_id, usd_per_unit, ${NEXT_VERSION} FROM compared WHERE kind IS NOT NULL
       ON CONFLICT (currency, date, source_id) DO UPDATE SET usd_per_unit = excluded.usd_per_unit, recorded_in = excluded.recorded_in
     )
     SELECT file, kind, count(*)::int AS count FROM compared WHERE kind IS NOT NULL AND NOT is_corrected GROUP BY file, kind`,
  );
  return rows;
}
