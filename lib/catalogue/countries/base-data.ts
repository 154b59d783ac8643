import "server-only";
import type { CategoryMedians } from "@/lib/catalogue/categories/schema";
import { BASE_COUNTRY, PERIOD_PREFERENCE, PLATFORM_PREFERENCE } from "@/lib/catalogue/price-index/rules";
import { withoutTax } from "@/lib/catalogue/tax/lens-sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { once } from "@/lib/versions/once";
import { Prisma } from "@/prisma/client/client";
import { indexAgainst, type LevelPair, listCategoryMedians, type RelativeRow } from "./base-rules";
import { readCountries } from "./data";
import type { Country } from "./schema";

/** The country that figures are compared with: `home` where it has an index, else the United States. */
export async function chooseBase(version: Version, home: string | null): Promise<string> {
  const countries = await readCountries(version, "shown");
  return countries.find(({ code }) => code === home)?.index ? (home ?? BASE_COUNTRY) : BASE_COUNTRY;
}

/**
 * Countries with the index against `base`: the median over the subscriptions that both sell, computed directly and never
 * chained. The names of its figures are those of the index against the United States, which is read as published.
 */
export const readCountriesAgainst = (version: Version, tax: TaxView, base: string): Promise<readonly Country[]> =>
  base === BASE_COUNTRY
    ? readCountries(version, tax)
    : once(version, `countries-${tax}-against-${base}`, async () => {
        const [countries, rows, pairs] = await Promise.all([
          readCountries(version, tax),
          readRelatives(version, tax, base),
          tax === "shown" ? readLevelPairs(version, base) : [],
        ]);
        return indexAgainst(base, countries, rows, pairs);
      });

/** Medians of categories against `base`, lowest first. */
export const findCategoriesAgainst = async (version: Version, tax: TaxView, base: string): Promise<CategoryMedians[]> =>
  listCategoryMedians(await readCountries(version, tax), await readRelatives(version, tax, base));

const readRelatives = (version: Version, tax: TaxView, base: string) =>
  once(version, `relatives-${tax}-to-${base}`, () =>
    publishedDb().$queryRaw<RelativeRow[]>(relativesTo(version, tax, base)),
  );

const listed = (values: readonly string[]) => Prisma.raw(`ARRAY[${values.map((value) => `'${value}'`).join(", ")}]`);

/** Ratios less one by country and category: of each product the first platform and period that both countries have. */
const relativesTo = ({ id }: Version, tax: TaxView, base: string) => Prisma.sql`
  WITH known AS (
    SELECT product, country, platform, period, currency, tax_treatment AS treatment, tax_rate_pct AS rate_pct, tax_reason AS reason,
      amount * fx_rate AS exact
    FROM price WHERE version_id = ${id} AND fx_rate IS NOT NULL AND NOT fx_stale
  ), rated AS (
    SELECT product, country, platform, period, currency,
      (${Prisma.raw(tax === "shown" ? "exact" : withoutTax("exact"))})::float8 AS usd
    FROM known
  ), pair AS (
    SELECT DISTINCT ON (p.product, p.country) p.country, t.category, p.currency, p.usd / b.usd - 1 AS relative
    FROM rated p JOIN rated b ON b.country = ${base} AND (b.product, b.platform, b.period) = (p.product, p.platform, p.period)
    JOIN product t ON t.version_id = ${id} AND t.slug = p.product AND t.in_basket
    WHERE p.usd IS NOT NULL AND b.usd IS NOT NULL
    ORDER BY p.product, p.country, array_position(${listed(PLATFORM_PREFERENCE)}, p.platform::text),
      array_position(${listed(PERIOD_PREFERENCE)}, p.period::text)
  )
  SELECT country, category, array_agg(relative) AS relatives, (count(*) FILTER (WHERE currency = 'USD'))::int AS "inUsd"
  FROM pair GROUP BY country, category`;

async function readLevelPairs({ id: versionId }: Version, base: string): Promise<LevelPair[]> {
  const rows = await publishedDb().levelDifference.findMany({
    where: { versionId, OR: [{ countryCode: base }, { otherCode: base }] },
  });
  return rows.map(({ countryCode, otherCode, pct, lowPct: low, highPct: high, standardError: se }) =>
    otherCode === base
      ? { country: countryCode, ...{ pct, low, high, se } }
      : { country: otherCode, ...{ pct: inverse(pct), low: inverse(high), high: inverse(low), se } },
  );
}

const inverse = (pct: number) => 100 / (1 + pct / 100) - 100;
