-- Carries a database of release 1 over: its tables lie in the schema "release_1", those of this release are empty.
-- Published rows are not carried: every version is published again from the working tables.

INSERT INTO dataset_version (id, version, published_at, data_date, fx_date, prices, products, countries, ended_series, in_ledger,
  added, changed, ended, corrected, redacted)
SELECT id, version, published_at, data_date, fx_date, prices, products, countries, ended_series, in_ledger,
  added, changed, ended, corrected, coalesce(redacted, 0)
FROM release_1.dataset_version;

INSERT INTO series (id, product, country, platform, period)
SELECT id, product, country, platform::text::platform, period::text::period FROM release_1.price;

INSERT INTO observation (series_id, observed_on, amount, currency, source_id, source_url, recorded_in)
SELECT price_id, observed_on, amount, currency, source_id, source_url, recorded_in FROM release_1.price_observation
ORDER BY price_id, observed_on;
INSERT INTO observation (series_id, observed_on, amount, currency, source_id, source_url, recorded_in, superseded_in, is_redacted)
SELECT price_id, observed_on, amount, currency, source_id, source_url, recorded_in, superseded_in, is_redacted
FROM release_1.superseded_observation ORDER BY price_id, observed_on, superseded_in;

INSERT INTO rate (currency, date, source_id, usd_per_unit, recorded_in)
SELECT currency, date, source_id, usd_per_unit, recorded_in FROM release_1.fx_rate ORDER BY currency, date, source_id;
INSERT INTO rate (currency, date, source_id, usd_per_unit, recorded_in, superseded_in, is_redacted)
SELECT currency, date, source_id, usd_per_unit, recorded_in, superseded_in, is_redacted
FROM release_1.superseded_rate ORDER BY currency, date, source_id, superseded_in;

INSERT INTO correction (id, version_id, action, reason, note, corrected_by, series_id, currency, day, source_id)
SELECT id, version_id, action, reason, note, corrected_by, price_id, currency, day, source_id FROM release_1.correction;

-- Records of the small tables: of every version, and those that no version has published yet.
CREATE TEMPORARY TABLE reference ON COMMIT DROP AS
SELECT table_name, key, record, recorded_in, superseded_in FROM release_1.reference_record
UNION ALL
SELECT stored.*, (SELECT coalesce(max(id), 0) + 1 FROM dataset_version), NULL FROM (
  SELECT 'country', ROW(code)::text, to_jsonb(t) FROM release_1.country t
  UNION ALL SELECT 'source', ROW(id)::text, to_jsonb(t) FROM release_1.source t
  UNION ALL SELECT 'product', ROW(slug)::text, to_jsonb(t) FROM release_1.product t
  UNION ALL SELECT 'tax_rate', ROW(country, coalesce(valid_from, known_from, '-infinity'))::text, to_jsonb(t) FROM release_1.tax_rate t
  UNION ALL SELECT 'tax_treatment', ROW(scope, platform, country)::text, to_jsonb(t) FROM release_1.tax_treatment t
  UNION ALL SELECT 'income', ROW(country)::text, to_jsonb(t) FROM release_1.income t
  UNION ALL SELECT 'purchasing_power', ROW(country)::text, to_jsonb(t) FROM release_1.purchasing_power t
) AS stored (table_name, key, record)
WHERE NOT EXISTS (
  SELECT FROM release_1.reference_record r
  WHERE r.table_name = stored.table_name AND r.key = stored.key AND r.superseded_in IS NULL
);

INSERT INTO country_entry (code, name, region, currency, recorded_in, superseded_in)
SELECT t.code, t.name, t.region, t.currency, r.recorded_in, r.superseded_in
FROM reference r, jsonb_populate_record(NULL::country_entry, record) t WHERE table_name = 'country' ORDER BY 1, 5;
INSERT INTO source_entry (id, name, publisher, url, license, attribution, recorded_in, superseded_in)
SELECT t.id, t.name, t.publisher, t.url, t.license, t.attribution, r.recorded_in, r.superseded_in
FROM reference r, jsonb_populate_record(NULL::source_entry, record) t WHERE table_name = 'source' ORDER BY 1, 7;
-- Release 1 had no services: its bundled products have theirs, others are a service each.
INSERT INTO product_entry (slug, name, vendor, service, category, plan, website, in_basket, recorded_in, superseded_in)
SELECT t.slug, t.name, t.vendor, CASE WHEN t.vendor = 'Netflix' THEN 'Netflix' WHEN t.slug = 'youtube' THEN 'YouTube Premium'
  WHEN t.slug IN ('copilot', 'microsoft-excel', 'microsoft-onedrive', 'microsoft-powerpoint', 'microsoft-word') THEN 'Microsoft 365'
  ELSE t.name END, t.category, t.plan, t.website, t.in_basket, r.recorded_in, r.superseded_in
FROM reference r, jsonb_populate_record(NULL::product_entry, record) t WHERE table_name = 'product' ORDER BY 1, 9;
INSERT INTO tax_rate (country, valid_from, valid_to, known_from, rate_pct, reason, source_id, source_url, reviewed_on, confirmed_by,
  note, recorded_in, superseded_in)
SELECT t.country, t.valid_from, t.valid_to, t.known_from, t.rate_pct, t.reason, t.source_id, t.source_url, t.reviewed_on,
  t.confirmed_by, t.note, r.recorded_in, r.superseded_in
FROM reference r, jsonb_populate_record(NULL::tax_rate, record) t WHERE table_name = 'tax_rate' ORDER BY 1, 2, 4, 12;
INSERT INTO tax_treatment (scope, platform, country, treatment, source_id, source_url, note, recorded_in, superseded_in)
SELECT t.scope, t.platform, t.country, t.treatment, t.source_id, t.source_url, t.note, r.recorded_in, r.superseded_in
FROM reference r, jsonb_populate_record(NULL::tax_treatment, record) t WHERE table_name = 'tax_treatment' ORDER BY 1, 2, 3, 8;
INSERT INTO income (country, year, gni_per_capita_usd, source_id, source_url, reason, recorded_in, superseded_in)
SELECT t.country, t.year, t.gni_per_capita_usd, t.source_id, t.source_url, t.reason, r.recorded_in, r.superseded_in
FROM reference r, jsonb_populate_record(NULL::income, record) t WHERE table_name = 'income' ORDER BY 1, 7;
INSERT INTO purchasing_power (country, year, factor, official_rate, price_level, source_id, source_url, reason, recorded_in,
  superseded_in)
SELECT t.country, t.year, t.factor, t.official_rate, t.price_level, t.source_id, t.source_url, t.reason, r.recorded_in, r.superseded_in
FROM reference r, jsonb_populate_record(NULL::purchasing_power, record) t WHERE table_name = 'purchasing_power' ORDER BY 1, 9;

-- Files have other columns in this release: each is recorded again when it is made.
INSERT INTO import SELECT * FROM release_1.import;

-- Staff, keys, audit and desk. Columns by name, because those of release 1 stand in another order.
DO $$
DECLARE
  name text;
  columns text;
BEGIN
  DELETE FROM feed;
  FOREACH name IN ARRAY ARRAY['staff', 'staff_session', 'sign_in_failure', 'api_key', 'api_key_token', 'api_key_usage',
    'audit_event', 'change_set', 'change_set_changes', 'change_set_file', 'change_set_chunk', 'product_use', 'feed']
  LOOP
    SELECT string_agg(format('%I', column_name), ', ') INTO columns FROM information_schema.columns AS own
    WHERE table_schema = 'public' AND table_name = name AND EXISTS (
      SELECT FROM information_schema.columns AS old
      WHERE old.table_schema = 'release_1' AND old.table_name = name AND old.column_name = own.column_name
    );
    EXECUTE format('INSERT INTO public.%I (%s) SELECT %s FROM release_1.%I', name, columns,
      -- An enum of the other schema is another type.
      replace(columns, 'role,', 'role::text::role,'), name);
  END LOOP;
END
$$;
INSERT INTO desk_entry (id, series_id, kind, amount, currency, observed_on, source_url, reason, note, change_set_id, staff_id, at)
SELECT id, price_id, kind, amount, currency, observed_on, source_url, reason, note, change_set_id, staff_id, at
FROM release_1.desk_entry;
INSERT INTO price_report (id, series_id, kind, found_by, was_amount, was_currency, amount, currency, source_url, email, sender, at,
  change_set_id, answer, outcome, closed_at, changed_at)
SELECT id, price_id, kind, found_by, was_amount, was_currency, amount, currency, source_url, email, sender, at,
  change_set_id, answer, outcome, closed_at, changed_at
FROM release_1.price_report;

-- Numbers go on where they ended.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
    FROM information_schema.columns WHERE table_schema = 'public' AND column_default LIKE 'nextval(%'
  LOOP
    EXECUTE format('SELECT setval(%L, max(%I)) FROM %I HAVING max(%I) IS NOT NULL', one.sequence, one.column_name, one.table_name,
      one.column_name);
  END LOOP;
END
$$;
