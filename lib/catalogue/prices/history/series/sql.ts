import { isRedenominatedSql } from "@/lib/catalogue/fx/redenomination-rules";
import { instantSql } from "@/lib/contract/instant-sql";
import { perMonthSql } from "@/lib/contract/period-rules";
import { priceRateSql } from "@/lib/dataset/rate-rules";
import { MOST_RUNS } from "./schema";

/**
 * Runs of one series by day. Another amount or currency, or a delisting (a run without an amount), ends a run;
 * `next_seen_on` is null after the last reading. `id` is SQL.
 */
const runsOfSeries = (id: string) => `
  SELECT amount, currency, first_seen_on, last_seen_on, next_seen_on, source_url, source_id, read_at, quote, method, plan FROM (
    SELECT amount, currency, is_first, observed_on AS first_seen_on,
      CASE WHEN is_last THEN observed_on ELSE lead(observed_on) OVER days END AS last_seen_on,
      lead(observed_on, CASE WHEN is_last THEN 1 ELSE 2 END) OVER days AS next_seen_on,
      CASE WHEN is_last THEN source_url ELSE lead(source_url) OVER days END AS source_url,
      CASE WHEN is_last THEN source_id ELSE lead(source_id) OVER days END AS source_id,
      CASE WHEN is_last THEN read_at ELSE lead(read_at) OVER days END AS read_at,
      CASE WHEN is_last THEN quote ELSE lead(quote) OVER days END AS quote,
      CASE WHEN is_last THEN method ELSE lead(method) OVER days END AS method,
      CASE WHEN is_last THEN plan ELSE lead(plan) OVER days END AS plan
    FROM (
      SELECT *, (amount, currency) IS DISTINCT FROM (lag(amount) OVER days, lag(currency) OVER days) OR lag(series_id) OVER days IS NULL AS is_first,
        (amount, currency) IS DISTINCT FROM (lead(amount) OVER days, lead(currency) OVER days) OR lead(series_id) OVER days IS NULL AS is_last
      FROM observation WHERE series_id = ${id} WINDOW days AS (ORDER BY observed_on)
    ) AS day
    WHERE is_first OR is_last WINDOW days AS (ORDER BY observed_on)
  ) AS end_of_run WHERE is_first`;

/**
 * Priced ones among `runs`, with US dollars at the rate of the first day, or the nearest earlier one within ten days, else
 * null; from the rate day on at the newest before it. Those without a `currency` to be rated, an SQL expression, have none.
 */
const ratedRuns = (versionId: number, runs: string, currency = "run.currency") => `
  SELECT run.*, fx.rate AS fx_rate, fx.date AS fx_date, fx.source_id AS fx_source, round_usd(run.amount * fx.rate) AS usd
  FROM (${runs}) AS run
  LEFT JOIN LATERAL (${priceRateSql(versionId, currency, "run.first_seen_on")}) AS fx ON true
  WHERE run.amount IS NOT NULL`;

const WINDOWS = {
  all_time: "'-infinity'",
  months_12: "data_date - interval '12 months'",
  months_3: "data_date - interval '3 months'",
};

/** Ties go to the run that was read last. */
const extremesOf = (direction: "ASC" | "DESC") => {
  const members = Object.entries(WINDOWS).map(
    ([name, since]) =>
      `'${name}', (array_agg(extreme ORDER BY amount ${direction}, first_seen_on DESC)
        FILTER (WHERE currency = last_currency AND last_seen_on >= ${since}))[1]`,
  );
  return `json_build_object(${members.join(", ")})`;
};

const NO_RATE = "no exchange rate of that day or the ten days before";

/** Places count within the span, newest first. */
const RUNS = `
  SELECT run.*, is_in_span, row_number() OVER (PARTITION BY is_in_span ORDER BY first_seen_on DESC) <= ${MOST_RUNS} AND is_in_span AS is_shown,
    first_value(currency) OVER (ORDER BY first_seen_on DESC) AS last_currency, min(first_seen_on) OVER () AS series_from,
    json_build_object('amount', trim_scale(amount), 'currency', currency, 'first_seen_on', first_seen_on, 'last_seen_on', last_seen_on) AS extreme
  FROM (${runsOfSeries("p.id")}) AS run, LATERAL (
    SELECT first_seen_on <= coalesce(asked_to, 'infinity') AND coalesce(next_seen_on > asked_from, true) AS is_in_span
  ) AS of_span
  WHERE amount IS NOT NULL`;

const USD = `
  'usd', trim_scale(usd), 'usd_monthly', trim_scale(round_usd(${perMonthSql("amount * fx_rate", "p.period")})),
  'fx_rate', trim_scale(fx_rate), 'fx_date', fx_date, 'fx_source', fx_source,
  'usd_reason', CASE WHEN fx_rate IS NULL THEN '${NO_RATE}' END,`;

const READ = `,
  'source', source_id, 'source_url', source_url, 'read_at', ${instantSql("read_at")}, 'quote', quote, 'method', method, 'plan', plan`;

const runJson = (usd: string, read: string) => `json_build_object(
  'amount', trim_scale(amount), 'currency', currency,${usd}
  'first_seen_on', first_seen_on, 'last_seen_on', last_seen_on, 'next_seen_on', next_seen_on${read})`;

const LAST_CHANGE = `
  SELECT max(observed_on) FROM (
    SELECT *, lag(observed_on) OVER days AS was_on, lag(amount) OVER days AS was_amount, lag(currency) OVER days AS was_currency
    FROM observation WHERE series_id = p.id WINDOW days AS (ORDER BY observed_on)
  ) AS day
  WHERE was_on IS NOT NULL AND (amount, currency) IS DISTINCT FROM (was_amount, was_currency)
    AND NOT ${isRedenominatedSql("was_", "", "observed_on")}`;

const FACTS = `
  'is_current', h.is_current, 'first_seen_on', h.first_seen_on, 'last_seen_on', h.last_seen_on,
  'changed_on', (${LAST_CHANGE}), 'lowest', h.lowest, 'highest', h.highest,
  'span', json_build_object('from', f.from_day, 'to', f.to_day, 'n_days', f.days, 'n_days_in_no_run', f.days - h.run_days),`;

/** Facts and runs as SQL: their members of the record, and where runs are read. */
type Parts = { facts: string; run: string; runs: string };

const seriesSql = ({ facts, run, runs }: Parts) => `
  SELECT place, json_build_object(
    'product', p.product, 'country', p.country, 'platform', p.platform, 'period', p.period,${facts}
    'n_runs', h.n_runs, 'runs', h.runs
  ) AS record
  FROM placed
  CROSS JOIN span
  JOIN series p USING (id)
  CROSS JOIN LATERAL (
    SELECT min(first_seen_on) AS first_seen_on, max(last_seen_on) AS last_seen_on,
      coalesce(bool_or(next_seen_on IS NULL), false) AS is_current,
      ${extremesOf("ASC")} AS lowest, ${extremesOf("DESC")} AS highest,
      coalesce(sum(greatest(0, least(last_seen_on, coalesce(asked_to, data_date))
        - greatest(first_seen_on, coalesce(asked_from, series_from)) + 1)), 0)::int AS run_days,
      count(*) FILTER (WHERE is_in_span)::int AS n_runs,
      coalesce(json_agg(${run} ORDER BY first_seen_on) FILTER (WHERE is_shown), '[]') AS runs
    FROM (${runs}) AS r
  ) h
  CROSS JOIN LATERAL (
    SELECT coalesce(asked_from, CASE WHEN h.first_seen_on <= coalesce(asked_to, 'infinity') THEN h.first_seen_on END) AS from_day, coalesce(asked_to, greatest(data_date, asked_from)) AS to_day,
      coalesce(greatest(0, coalesce(asked_to, greatest(data_date, asked_from)) - coalesce(asked_from, h.first_seen_on) + 1), 0) AS days
  ) f`;

/**
 * Returns `place, record` (SeriesHistory as JSON) for the series in `placed` (id, place). `span` has `asked_from`,
 * `asked_to` (nullable) and `data_date`.
 */
export const seriesHistories = (versionId: number) =>
  seriesSql({
    facts: FACTS,
    run: runJson(USD, READ),
    runs: ratedRuns(versionId, RUNS, "CASE WHEN is_shown THEN run.currency END"),
  });

/** The same with SeriesRuns, whose other members PostgreSQL then does not compute. */
export const seriesRuns = () => seriesSql({ facts: "", run: runJson("", ""), runs: RUNS });

/**
 * Query for every run of one amount of all series: `product, country, platform, period, amount, currency, usd, fx_rate, fx_date,
 * first_seen_on, last_seen_on, source_url, fx_source, source` and the provenance of the last reading, rows in that order. Reads the
 * ledger, which `validRows` hides behind their rows of a version. Rows come series by series from the index, so that a
 * cursor returns the first ones at once.
 */
export const historyRuns = (versionId: number) => `
  SELECT series.product, series.country, series.platform, series.period, run.amount, run.currency,
    run.usd, run.fx_rate, run.fx_date, run.first_seen_on, run.last_seen_on, run.source_url, run.fx_source,
    run.source_id AS source, run.read_at, run.quote, run.method, run.plan
  FROM series
  CROSS JOIN LATERAL (${ratedRuns(versionId, runsOfSeries("series.id"))}) AS run
  ORDER BY series.product, series.country, series.platform, series.period, run.first_seen_on`;
