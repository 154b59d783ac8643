import "server-only";
import type { ClientBase } from "pg";
import type { UsualPrice } from "@/lib/catalogue/prices/usual/levels";
import { CURRENCY_USES } from "@/lib/contract/country-currencies";
import { minorDecimals, PAID_CODES } from "@/lib/contract/currencies";
import { isComparable } from "@/lib/dataset/rate-rules";
import { UNEXPECTED_FACTOR } from "@/lib/dataset/rules";
import { ExpectedPrices } from "./expected-rules";

type Priced = UsualPrice & { seriesId: number; isWritten: boolean };
type Unexpected = { series_id: number; expected: number; size: number };

const PRICES = `
  SELECT series_id AS "seriesId", product, country, platform::text, period::text, usd_monthly AS "usdMonthly",
    series_id IN (SELECT series_id FROM observation WHERE recorded_in = $1) AS "isWritten"
  FROM price p WHERE version_id = $1 AND ${isComparable("p")} AND usd_monthly > 0`;

/**
 * Creates `found_unexpected`: prices that the version writes, beyond a factor of 5 of what all others let expect of them, in
 * US dollars a month. Runs after the version is published.
 */
export async function findUnexpected(client: ClientBase, versionId: number): Promise<void> {
  const { rows } = await client.query<Priced>(PRICES, [versionId]);
  const expected = new ExpectedPrices(rows);
  const found = rows.flatMap((price): Unexpected[] => {
    const usual = price.isWritten ? expected.of(price) : null;
    if (usual === null) return [];
    const size = Math.max(price.usdMonthly / usual, usual / price.usdMonthly);
    return size > UNEXPECTED_FACTOR ? [{ series_id: price.seriesId, expected: usual, size }] : [];
  });
  await client.query(
    `CREATE TEMPORARY TABLE found_unexpected ON COMMIT DROP AS
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS one(series_id int, expected float8, size float8)`,
    [JSON.stringify(found)],
  );
  await client.query(
    `CREATE TEMPORARY TABLE currency_use ON COMMIT DROP AS
     SELECT country, code AS currency, coalesce(nullif("from", '')::date, '-infinity') AS used_from,
       coalesce(nullif("to", '')::date, 'infinity') AS used_to
     FROM jsonb_to_recordset($1::jsonb) AS one(country text, code text, "from" text, "to" text)`,
    [JSON.stringify(CURRENCY_USES)],
  );
  await client.query(
    `CREATE TEMPORARY TABLE currency_decimals ON COMMIT DROP AS
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS one(currency text, decimals int)`,
    [JSON.stringify(PAID_CODES.map((currency) => ({ currency, decimals: minorDecimals(currency) })))],
  );
}

const named = (row: string) => `${row}.product, ${row}.country, ${row}.platform, ${row}.period`;

/** Lines of series that had no price before the version. */
export const newUnexpectedSql = (id: number) => `
  SELECT format('%s %s %s %s: %s %s is $%s a month, the others let expect $%s', ${named("p")}, trim_scale(p.amount), p.currency,
      round(p.usd_monthly::numeric, 2), round(u.expected::numeric, 2)) AS line,
    row_number() OVER (ORDER BY u.size DESC, ${named("p")}) AS place
  FROM found_unexpected u JOIN price p ON p.version_id = ${id} AND p.series_id = u.series_id
  WHERE NOT EXISTS (SELECT FROM observation b WHERE b.series_id = u.series_id AND b.recorded_in < ${id} AND b.amount IS NOT NULL)`;

/**
 * Lines of prices in a currency that their series had not, that their country did not use on their day, and that no other
 * price there had on that platform: in the version before, or in this one where that knew none there. Nothing is of elsewhere
 * in a place without a currency of its own, such as Antarctica.
 */
export const otherCurrencySql = (id: number) => `
  SELECT format('%s %s %s %s: %s %s, a currency of elsewhere: %s', ${named("p")}, trim_scale(p.amount), p.currency,
      CASE WHEN b.series_id IS NULL THEN format('%s pays in %s', p.country, own.codes)
        ELSE format('it was %s %s', trim_scale(b.amount), b.currency) END) AS line,
    row_number() OVER (ORDER BY ${named("p")}) AS place
  FROM price p LEFT JOIN price_before b ON b.series_id = p.series_id
  CROSS JOIN LATERAL (
    SELECT string_agg(u.currency, ' or ' ORDER BY u.currency) AS codes FROM currency_use u
    WHERE u.country = p.country AND p.verified_on BETWEEN used_from AND used_to
  ) AS own
  WHERE p.version_id = ${id} AND p.series_id IN (SELECT series_id FROM observation WHERE recorded_in = ${id})
    AND (own.codes IS NOT NULL OR b.series_id IS NOT NULL)
    AND NOT EXISTS (
      SELECT FROM observation o WHERE o.series_id = p.series_id AND o.recorded_in < ${id} AND o.currency = p.currency
    )
    AND NOT EXISTS (
      SELECT FROM currency_use u
      WHERE (u.country, u.currency) = (p.country, p.currency) AND p.verified_on BETWEEN used_from AND used_to
    )
    AND NOT EXISTS (
      SELECT FROM price_before o WHERE (o.country, o.platform, o.currency) = (p.country, p.platform, p.currency)
    )
    AND (
      EXISTS (SELECT FROM price_before o WHERE (o.country, o.platform) = (p.country, p.platform))
      OR NOT EXISTS (
        SELECT FROM price o WHERE o.version_id = ${id} AND o.series_id <> p.series_id
          AND (o.country, o.platform, o.currency) = (p.country, p.platform, p.currency)
      )
    )`;

/** Lines of prices that went back to an amount that their series had before the present one: it may be an old page. */
export const goesBackSql = (id: number) => `
  SELECT format('%s %s %s %s: %s %s again, as before %s; it was %s %s', ${named("s")}, trim_scale(c.amount), c.currency,
      c.previous_on, trim_scale(c.previous_amount), c.previous_currency) AS line,
    row_number() OVER (ORDER BY ${named("s")}, c.observed_on) AS place
  FROM found_change c JOIN series s ON s.id = c.series_id
  WHERE NOT c.is_new AND NOT c.is_correction
    AND EXISTS (SELECT FROM observation n WHERE (n.series_id, n.observed_on) = (c.series_id, c.observed_on) AND n.recorded_in = ${id})
    AND EXISTS (
      SELECT FROM observation o WHERE o.series_id = c.series_id AND o.superseded_in IS NULL AND o.recorded_in < ${id}
        AND o.observed_on < c.previous_on AND (o.amount, o.currency) = (c.amount, c.currency)
    )`;

/** Lines of readings with more decimals than their currency has. */
export const decimalsSql = (id: number) => `
  SELECT format('%s %s %s %s: %s %s (%s), a currency of %s', ${named("s")}, trim_scale(o.amount), o.currency, o.observed_on,
      CASE d.decimals WHEN 0 THEN 'no decimals' ELSE format('%s decimals', d.decimals) END) AS line,
    row_number() OVER (ORDER BY ${named("s")}, o.observed_on) AS place
  FROM observation o JOIN series s ON s.id = o.series_id JOIN currency_decimals d ON d.currency = o.currency
  WHERE o.recorded_in = ${id} AND o.superseded_in IS NULL AND scale(trim_scale(o.amount)) > d.decimals`;
