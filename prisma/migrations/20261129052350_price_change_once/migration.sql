-- A change of a price stands once, from the version that recorded it until before the one that superseded it, in place of
-- once in every version. What each version read, those whose rows were removed included, is worked out again from the ledger,
-- version by version, by the rules of this day: successive readings of a series, without new units of a currency.
-- Publishes wait meanwhile; readers do from the end of it on.
LOCK TABLE price_change IN SHARE ROW EXCLUSIVE MODE;
CREATE TEMPORARY TABLE redenomination (old_code text, new_code text, first_day date, factor numeric) ON COMMIT DROP;
INSERT INTO redenomination VALUES
  ('ATS', 'EUR', date '1999-01-01', 13.7603), ('BEF', 'EUR', date '1999-01-01', 40.3399), ('DEM', 'EUR', date '1999-01-01', 1.95583),
  ('ESP', 'EUR', date '1999-01-01', 166.386), ('FIM', 'EUR', date '1999-01-01', 5.94573), ('FRF', 'EUR', date '1999-01-01', 6.55957),
  ('IEP', 'EUR', date '1999-01-01', 0.787564), ('ITL', 'EUR', date '1999-01-01', 1936.27), ('LUF', 'EUR', date '1999-01-01', 40.3399),
  ('NLG', 'EUR', date '1999-01-01', 2.20371), ('PTE', 'EUR', date '1999-01-01', 200.482), ('GRD', 'EUR', date '2001-01-01', 340.75),
  ('SIT', 'EUR', date '2007-01-01', 239.64), ('CYP', 'EUR', date '2008-01-01', 0.585274), ('MTL', 'EUR', date '2008-01-01', 0.4293),
  ('SKK', 'EUR', date '2009-01-01', 30.126), ('EEK', 'EUR', date '2011-01-01', 15.6466), ('LVL', 'EUR', date '2014-01-01', 0.702804),
  ('LTL', 'EUR', date '2015-01-01', 3.4528), ('HRK', 'EUR', date '2023-01-01', 7.5345), ('BGN', 'EUR', date '2026-01-01', 1.95583),
  ('BGL', 'BGN', date '1999-07-05', 1000), ('TRL', 'TRY', date '2005-01-01', 1000000), ('ROL', 'RON', date '2005-07-01', 10000),
  ('AZM', 'AZN', date '2006-01-01', 5000), ('MZM', 'MZN', date '2006-07-01', 1000), ('GHC', 'GHS', date '2007-07-01', 10000),
  ('VEB', 'VEF', date '2008-01-01', 1000), ('TMM', 'TMT', date '2009-01-01', 5000), ('ZMK', 'ZMW', date '2013-01-01', 1000),
  ('BYR', 'BYN', date '2016-07-01', 10000), ('MRO', 'MRU', date '2018-01-01', 10), ('STD', 'STN', date '2018-01-01', 1000),
  ('VEF', 'VES', date '2018-08-20', 100000), ('VES', 'VED', date '2021-10-01', 1000000), ('SLL', 'SLE', date '2022-07-01', 1000),
  ('ANG', 'XCG', date '2025-03-31', 1);
CREATE TEMPORARY TABLE touched (series_id integer) ON COMMIT DROP;
CREATE TEMPORARY TABLE standing_change ON COMMIT DROP AS
  SELECT series_id, first_seen_on, product, country, platform, period, amount, currency, source_url,
    was_amount, was_currency, was_last_seen_on, pct, factor, corrected_at FROM price_change WITH NO DATA;
CREATE TEMPORARY TABLE once ON COMMIT DROP AS
  SELECT s.*, 0 AS recorded_in, 0 AS superseded_in FROM standing_change s WITH NO DATA;
CREATE INDEX ON once (series_id, first_seen_on) WHERE superseded_in IS NULL;

DO $$
DECLARE
  of_version integer;
BEGIN
  FOR of_version IN SELECT id FROM dataset_version ORDER BY id LOOP
    TRUNCATE touched, standing_change;
    INSERT INTO touched
      SELECT series_id FROM observation WHERE recorded_in = of_version
      UNION SELECT series_id FROM observation WHERE superseded_in = of_version
      UNION SELECT series_id FROM correction WHERE version_id = of_version AND series_id IS NOT NULL;
    ANALYZE touched;
    INSERT INTO standing_change
      WITH day AS (
        SELECT series_id, observed_on, amount, currency, source_url, lag(amount) OVER days IS NULL AS is_after_gap
        FROM observation
        WHERE series_id IN (SELECT series_id FROM touched) AND NOT is_redacted
          AND recorded_in <= of_version AND (superseded_in IS NULL OR superseded_in > of_version)
        WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
      ), step AS (
        SELECT *, lag(amount) OVER days AS was_amount, lag(currency) OVER days AS was_currency, lag(observed_on) OVER days AS was_on
        FROM day WHERE amount IS NOT NULL WINDOW days AS (PARTITION BY series_id ORDER BY observed_on)
      ), change AS (
        SELECT step.*, CASE WHEN currency = was_currency THEN 1 ELSE r.factor END AS unit
        FROM step LEFT JOIN redenomination r ON r.old_code = was_currency AND r.new_code = currency AND r.first_day <= observed_on
        WHERE was_amount IS NOT NULL AND (amount, currency) IS DISTINCT FROM (was_amount, was_currency)
          AND NOT coalesce(abs(was_amount / r.factor - amount) <= 0.005, false)
      )
      SELECT c.series_id, c.observed_on, s.product, s.country, s.platform, s.period, c.amount, c.currency, c.source_url,
        c.was_amount, c.was_currency, c.was_on, round(100 * (c.amount * c.unit / c.was_amount - 1), 4),
        CASE WHEN c.currency = c.was_currency AND NOT c.is_after_gap
          THEN greatest(c.amount, c.was_amount)::float8 / least(c.amount, c.was_amount)::float8 END,
        (SELECT max(v.published_at) FROM correction k JOIN dataset_version v ON v.id = k.version_id
         WHERE k.version_id <= of_version AND k.series_id = c.series_id AND k.day BETWEEN c.was_on AND c.observed_on)
      FROM change c JOIN series s ON s.id = c.series_id;
    ANALYZE standing_change;
    UPDATE once c SET superseded_in = of_version FROM touched t
    WHERE c.series_id = t.series_id AND c.superseded_in IS NULL AND NOT EXISTS (
      SELECT FROM standing_change s WHERE s.series_id = c.series_id AND s.first_seen_on = c.first_seen_on
        AND (s.series_id, s.first_seen_on, s.product, s.country, s.platform, s.period, s.amount, s.currency,
          s.source_url, s.was_amount, s.was_currency, s.was_last_seen_on, s.pct, s.factor, s.corrected_at)
          IS NOT DISTINCT FROM
          (c.series_id, c.first_seen_on, c.product, c.country, c.platform, c.period, c.amount, c.currency,
          c.source_url, c.was_amount, c.was_currency, c.was_last_seen_on, c.pct, c.factor, c.corrected_at)
    );
    INSERT INTO once SELECT s.*, of_version FROM standing_change s WHERE NOT EXISTS (
      SELECT FROM once c WHERE c.series_id = s.series_id AND c.first_seen_on = s.first_seen_on AND c.superseded_in IS NULL
    );
    ANALYZE once;
  END LOOP;
END $$;

TRUNCATE price_change;

-- DropForeignKey
ALTER TABLE "price_change" DROP CONSTRAINT "price_change_version_id_fkey";

-- DropIndex
DROP INDEX "price_change_version_id_first_seen_on_idx";

-- DropIndex
DROP INDEX "price_change_version_id_product_first_seen_on_idx";

-- AlterTable
ALTER TABLE "price_change" DROP CONSTRAINT "price_change_pkey",
DROP COLUMN "version_id",
ADD COLUMN     "recorded_in" INTEGER NOT NULL,
ADD COLUMN     "superseded_in" INTEGER,
ADD CONSTRAINT "price_change_pkey" PRIMARY KEY ("series_id", "first_seen_on", "recorded_in");

INSERT INTO price_change (series_id, first_seen_on, product, country, platform, period, amount, currency, source_url,
  was_amount, was_currency, was_last_seen_on, pct, factor, corrected_at, recorded_in, superseded_in)
SELECT * FROM once;

-- CreateIndex
CREATE INDEX "price_change_first_seen_on_idx" ON "price_change"("first_seen_on");

-- CreateIndex
CREATE INDEX "price_change_product_first_seen_on_idx" ON "price_change"("product", "first_seen_on");

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "series"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_recorded_in_fkey" FOREIGN KEY ("recorded_in") REFERENCES "dataset_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_superseded_in_fkey" FOREIGN KEY ("superseded_in") REFERENCES "dataset_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma has no word for
CREATE UNIQUE INDEX "price_change_standing" ON "price_change"("series_id", "first_seen_on") WHERE "superseded_in" IS NULL;
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_versions_check" CHECK ("recorded_in" < "superseded_in");
ANALYZE price_change;
