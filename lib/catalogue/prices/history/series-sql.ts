import { isRedenominatedSql } from "@/lib/catalogue/fx/redenomination-rules";
import { instantSql } from "@/lib/contract/instant-sql";
import { perMonthSql } from "@/lib/contract/period-rules";
import { priceRateSql } from "@/lib/dataset/rate-rules";
import { runsOfSeries } from "./runs-sql";
import { MOST_RUNS } from "./schema";

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

const RUN_JSON = `json_build_object(
  'amount', trim_scale(amount), 'currency', currency,
  'usd', trim_scale(round_usd(amount * fx.rate)), 'usd_monthly', trim_scale(round_usd(${perMonthSql("amount * fx.rate", "p.period")})),
  'fx_rate', trim_scale(fx.rate), 'fx_date', fx.date, 'fx_source', fx.source_id,
  'usd_reason', CASE WHEN fx.rate IS NULL THEN '${NO_RATE}' END,
  'first_seen_on', first_seen_on, 'last_seen_on', last_seen_on, 'next_seen_on', next_seen_on, 'source', r.source_id, 'source_url', source_url,
  'read_at', ${instantSql("read_at")}, 'quote', quote, 'method', method, 'plan', plan)`;

const LAST_CHANGE = `
  SELECT max(observed_on) AS day FROM (
    SELECT *, lag(observed_on) OVER days AS was_on, lag(amount) OVER days AS was_amount, lag(currency) OVER days AS was_currency
    FROM observation WHERE series_id = p.id WINDOW days AS (ORDER BY observed_on)
  ) AS day
  WHERE was_on IS NOT NULL AND (amount, currency) IS DISTINCT FROM (was_amount, was_currency)
    AND NOT ${isRedenominatedSql("was_", "", "observed_on")}`;

/**
 * Returns `place, record` (SeriesHistory as JSON) for the series in `placed` (id, place). `span` has `asked_from`,
 * `asked_to` (nullable) and `data_date`.
 */
export const seriesHistories = (versionId: number) => `
  SELECT place, json_build_object(
    'product', p.product, 'country', p.country, 'platform', p.platform, 'period', p.period,
    'is_current', h.is_current, 'first_seen_on', h.first_seen_on, 'last_seen_on', h.last_seen_on,
    'changed_on', changed.day, 'lowest', h.lowest, 'highest', h.highest,
    'span', json_build_object('from', f.from_day, 'to', f.to_day, 'n_days', f.days, 'n_days_in_no_run', f.days - h.run_days),
    'n_runs', h.n_runs, 'runs', h.runs
  ) AS record
  FROM placed
  CROSS JOIN span
  JOIN series p USING (id)
  CROSS JOIN LATERAL (${LAST_CHANGE}) changed
  CROSS JOIN LATERAL (
    SELECT min(first_seen_on) AS first_seen_on, max(last_seen_on) AS last_seen_on,
      coalesce(bool_or(next_seen_on IS NULL), false) AS is_current,
      ${extremesOf("ASC")} AS lowest, ${extremesOf("DESC")} AS highest,
      coalesce(sum(greatest(0, least(last_seen_on, coalesce(asked_to, data_date))
        - greatest(first_seen_on, coalesce(asked_from, series_from)) + 1)), 0)::int AS run_days,
      count(*) FILTER (WHERE is_in_span)::int AS n_runs,
      coalesce(json_agg(${RUN_JSON} ORDER BY first_seen_on) FILTER (WHERE is_shown), '[]') AS runs
    FROM (${RUNS}) AS r
    LEFT JOIN LATERAL (${priceRateSql(versionId, "CASE WHEN r.is_shown THEN r.currency END", "r.first_seen_on")}) fx ON true
  ) h
  CROSS JOIN LATERAL (
    SELECT coalesce(asked_from, CASE WHEN h.first_seen_on <= coalesce(asked_to, 'infinity') THEN h.first_seen_on END) AS from_day, coalesce(asked_to, greatest(data_date, asked_from)) AS to_day,
      coalesce(greatest(0, coalesce(asked_to, greatest(data_date, asked_from)) - coalesce(asked_from, h.first_seen_on) + 1), 0) AS days
  ) f`;
