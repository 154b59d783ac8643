import "server-only";
import type { ClientBase } from "pg";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { HIGHEST_USD, RATE_SOURCE_ORDER } from "@/lib/dataset/rate-rules";
import type { FaultList } from "@/lib/import/read/faults";
import { describeSnapshot } from "@/lib/import/read/formats/opentherank";
import { pairPriceCorrections } from "./check-corrections";
import { collectFaults, stagedPlaceOf, stageSources } from "./check-references";

const SERIES = "product, country, platform, period";

/**
 * Creates `read_price` with series, and `price_correction`. Faults: amounts above the limit, and two amounts for a
 * series on one day.
 */
export async function checkPrices(client: ClientBase, faults: FaultList): Promise<void> {
  await fillSources(client, faults);
  await client.query(
    `INSERT INTO series (${SERIES}) SELECT ${SERIES} FROM stage_price UNION SELECT ${SERIES} FROM stage_price_correction
     EXCEPT SELECT ${SERIES} FROM series ORDER BY ${SERIES}`,
  );
  await client.query("ANALYZE series");
  await client.query(
    `CREATE TEMPORARY TABLE read_price ON COMMIT DROP AS
     SELECT file, line, id AS series_id, observed_on, amount, currency, source_id, source_url, read_at, quote, method, plan
     FROM stage_price JOIN series USING (${SERIES})`,
  );
  await pairPriceCorrections(client, faults);
  // More US dollars, at the highest rate, than the columns can hold.
  await collectFaults(
    client,
    faults,
    `WITH highest AS (
       SELECT currency, max(usd_per_unit) AS usd_per_unit FROM (
         SELECT currency, usd_per_unit FROM rate_after UNION ALL SELECT 'USD', 1
       ) AS known GROUP BY currency
     )
     SELECT file, line, 'amount' AS "column",
       format('%s %s is more than %s US dollars', trim_scale(amount), currency, ${HIGHEST_USD}) AS text
     FROM read_price JOIN highest USING (currency) WHERE amount * usd_per_unit > ${HIGHEST_USD}`,
  );
  await collectFaults(client, faults, CONTRADICTIONS);
}

/** A download of ours without its sources is read from the source that last gave its page. */
async function fillSources(client: ClientBase, faults: FaultList): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM stage_price WHERE source_id IS NULL LIMIT 1");
  if (rowCount === 0) return;
  await client.query(
    `UPDATE stage_price p SET source_id = known.source_id
     FROM (
       SELECT DISTINCT ON (source_url) source_url, source_id FROM observation WHERE superseded_in IS NULL
       ORDER BY source_url, observed_on DESC, source_id
     ) AS known
     WHERE p.source_id IS NULL AND known.source_url = p.source_url`,
  );
  await collectFaults(
    client,
    faults,
    `SELECT file, line, 'source' AS "column", 'is not given, and no stored price is of this page: add a column source' AS text
     FROM stage_price WHERE source_id IS NULL`,
  );
}

const CORRECTION_ROW = `concat_ws(',', ${SERIES}, observed_on, 'replace', coalesce(trim_scale(amount)::text, ''),
  coalesce(currency, ''), 'REASON', '', source_id, CASE WHEN source_url ~ '[,"]' THEN '"' || replace(source_url, '"', '""') || '"' ELSE source_url END)`;

/** The stored row first, then the lower source, so that the order of files does not matter. */
const CONTRADICTIONS = `
  SELECT file, line, 'amount' AS "column",
    format('%s on %s, but %s for the same series and day%s', coalesce(trim_scale(amount) || ' ' || currency, 'no price'), observed_on,
      CASE WHEN other_file IS NULL THEN format('%s is stored', other) ELSE format('%s says %s', ${stagedPlaceOf("other_file", "other_line")}, other) END,
      CASE WHEN other_file IS NULL THEN '; to correct what is stored, import this row as docs/corrections.md says: ' || ${CORRECTION_ROW} END) AS text,
    other_file AS "otherFile", other_line AS "otherLine"
  FROM (
    SELECT *, lag(file) OVER w AS other_file, lag(line) OVER w AS other_line, row_number() OVER w > 1
        AND (amount, currency) IS DISTINCT FROM (lag(amount) OVER w, lag(currency) OVER w) AS is_other,
      coalesce(trim_scale(lag(amount) OVER w) || ' ' || lag(currency) OVER w, 'no price') AS other
    FROM (
      SELECT file, line, series_id, observed_on, amount, currency, source_id, source_url FROM read_price
      UNION ALL
      SELECT NULL, NULL, series_id, observed_on, amount, currency, source_id, source_url FROM observation
      WHERE superseded_in IS NULL AND (series_id, observed_on) IN (SELECT series_id, observed_on FROM read_price)
        AND id NOT IN (SELECT stored_id FROM price_correction WHERE stands)
    ) AS row
    WINDOW w AS (PARTITION BY series_id, observed_on ORDER BY (file IS NOT NULL), source_id, source_url, file, line)
  ) AS ordered JOIN series ON series.id = series_id WHERE is_other`;

/** price_usd has two decimals, so amounts agree within 2% or half a cent. */
const agrees = (amount: string) =>
  `coalesce(abs(${amount} * usd_per_unit - price_usd) <= greatest(0.02 * price_usd, 0.005), false)`;

/**
 * Chooses the reading of a printed price that agrees with price_usd, at our rates of the snapshot day or the newest.
 * Stages rows with exactly one such reading, with new products and sources.
 */
export async function resolveOpentherank(client: ClientBase, faults: FaultList): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE resolved_price ON COMMIT DROP AS
     WITH rated AS (
       SELECT needed.*, CASE needed.currency WHEN 'USD' THEN 1 ELSE (
         SELECT usd_per_unit FROM rate_after WHERE rate_after.currency = needed.currency
         ORDER BY date BETWEEN snapshot_date - ${RATE_VALID_DAYS} AND snapshot_date DESC, date DESC, ${RATE_SOURCE_ORDER} LIMIT 1
       ) END AS usd_per_unit
       FROM (SELECT DISTINCT currency, snapshot_date FROM stage_opentherank) needed
     )
     SELECT s.*, usd_per_unit, ${agrees("amount")} AS amount_agrees, ${agrees("other_amount")} AS other_agrees
     FROM stage_opentherank s JOIN rated USING (currency, snapshot_date)`,
  );
  await collectFaults(
    client,
    faults,
    `SELECT file, line, CASE WHEN usd_per_unit IS NULL THEN 'currency' ELSE 'price_local' END AS "column",
       CASE WHEN usd_per_unit IS NULL THEN format('no exchange rate of %s is known to check the price with', currency)
         WHEN amount_agrees THEN format('%s and %s both agree with price_usd %s', trim_scale(amount), trim_scale(other_amount), price_usd)
         ELSE format('reads as %s %s = %s USD, but price_usd is %s', concat_ws(' or ', trim_scale(amount), trim_scale(other_amount)), currency,
           concat_ws(' or ', round(amount * usd_per_unit, 2), round(other_amount * usd_per_unit, 2)), price_usd)
       END AS text
     FROM resolved_price WHERE amount_agrees = other_agrees`,
  );
  await client.query(
    `INSERT INTO stage_price (file, line, ${SERIES}, amount, currency, observed_on, source_id, source_url)
     SELECT file, line, ${SERIES}, CASE WHEN amount_agrees THEN amount ELSE other_amount END,
       currency, observed_on, 'opentherank-' || snapshot_date, source_url
     FROM resolved_price WHERE amount_agrees <> other_agrees`,
  );
  await client.query(
    `INSERT INTO stage_product (slug, name, service, category, plan, in_basket)
     SELECT DISTINCT ON (product) product, name, name, category, plan, in_basket FROM resolved_price
     WHERE product NOT IN (SELECT slug FROM product_entry WHERE superseded_in IS NULL UNION SELECT slug FROM stage_product)
     ORDER BY product, snapshot_date DESC, name, category, plan, in_basket`,
  );
  await client.query(
    `INSERT INTO stage_evidence (file, line, ${SERIES}, observed_on, evidence, offers, note)
     SELECT file, line, ${SERIES}, observed_on, evidence, offers, note FROM resolved_price r
     WHERE evidence IS NOT NULL AND amount_agrees <> other_agrees AND NOT EXISTS (
       SELECT FROM (
         SELECT ${SERIES}, observed_on, evidence FROM evidence_entry WHERE superseded_in IS NULL
         UNION ALL SELECT ${SERIES}, observed_on, evidence FROM stage_evidence
       ) AS noted
       WHERE (noted.product, noted.country, noted.platform, noted.period, noted.observed_on)
         = (r.product, r.country, r.platform, r.period, r.observed_on) AND (r.note IS NOT NULL OR noted.evidence = r.evidence)
     )`,
  );
  const { rows } = await client.query<{ day: string }>(
    "SELECT DISTINCT snapshot_date::text AS day FROM resolved_price",
  );
  await stageSources(
    client,
    rows.map(({ day }) => describeSnapshot(day)),
  );
}
