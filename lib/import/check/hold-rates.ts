import "server-only";
import type { ClientBase } from "pg";
import QueryStream from "pg-query-stream";
import {
  findTooFar,
  MISSING_SHARE,
  RATE_BOUNDS,
  type RateBounds,
  type TooFar,
} from "@/lib/catalogue/fx/rate-bounds-rules";
import { isReplaced } from "@/lib/catalogue/fx/redenomination-rules";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { RATE_SOURCE_ORDER } from "@/lib/dataset/rate-rules";
import type { RateMove } from "@/lib/import/report/result";
import { isOneKey, RATES } from "@/lib/import/stage/tables";

type Row = { currency: string; date: string; source: string; usdPerUnit: string; isNew: boolean; isCorrected: boolean };

const VALID = `SELECT * FROM rate WHERE superseded_in IS NULL AND currency <> 'USD'
  AND id NOT IN (SELECT stored_id FROM rate_correction WHERE stands)`;

/** Rates of the currencies that are read, stored and new, in the order in which they are compared. */
const COMPARED = `
  SELECT currency, date::text AS date, source_id AS source, trim_scale(usd_per_unit)::text AS "usdPerUnit", is_new AS "isNew",
    is_corrected AS "isCorrected"
  FROM (
    (SELECT DISTINCT ON (currency, date, source_id) currency, date, source_id, usd_per_unit, true AS is_new,
       EXISTS (SELECT FROM rate_correction c WHERE ${isOneKey(RATES, "c", "r")}) AS is_corrected
     FROM read_rate r
     WHERE currency <> 'USD' AND NOT EXISTS (SELECT FROM (${VALID}) AS s WHERE ${isOneKey(RATES, "s", "r")})
     ORDER BY currency, date, source_id, usd_per_unit)
    UNION ALL
    SELECT currency, date, source_id, usd_per_unit, false, false FROM (${VALID}) AS s
    WHERE currency IN (SELECT currency FROM read_rate)
  ) AS known ORDER BY currency, known.date, is_new, ${RATE_SOURCE_ORDER}`;

/** Currencies of the day before of a source that its newest day leaves out, which this import brings. */
const MISSING = `
  WITH day AS (
    SELECT source_id, max(date) AS date FROM read_rate GROUP BY source_id
  ), rated AS (
    SELECT source_id, date, currency FROM read_rate UNION SELECT source_id, date, currency FROM (${VALID}) AS s
  ), former AS (
    SELECT day.source_id, day.date, max(s.date) AS former FROM day JOIN (${VALID}) AS s USING (source_id)
    WHERE s.date >= day.date - ${RATE_VALID_DAYS} AND s.date < day.date GROUP BY 1, 2
  )
  SELECT source_id AS source, f.date::text AS date, former::text AS former, currency, trim_scale(usd_per_unit)::text AS "usdPerUnit",
    currency IN (SELECT r.currency FROM rated r WHERE (r.source_id, r.date) = (f.source_id, f.date)) AS "isThere"
  FROM former f JOIN (${VALID}) AS s USING (source_id) WHERE s.date = former
    AND NOT EXISTS (SELECT FROM (${VALID}) AS n WHERE n.source_id = f.source_id AND n.date >= f.date)
  ORDER BY source_id, currency`;

const BATCH_ROWS = 5_000;

export type RateHold = { moves: RateMove[]; refused: number };

/**
 * Finds rates out of the bounds of their source, and currencies that its newest day leaves out. `holds`: takes these rates
 * out of the import, and those that were refused before; never a correction. Runs after checkRates.
 */
export async function holdRates(client: ClientBase, holds: boolean): Promise<RateHold> {
  const { rowCount: known } = await client.query("SELECT FROM rate WHERE superseded_in IS NULL LIMIT 1");
  // The first rates of a database have nothing to be compared with.
  if (known === 0) return { moves: [], refused: 0 };
  const missing = await findMissing(client, holds);
  const refused = holds ? await leaveOutRefused(client) : 0;
  const moves = await findMoves(client, holds);
  await client.query(
    `DELETE FROM read_rate r USING jsonb_to_recordset($1::jsonb) AS held(currency text, date date, source text)
     WHERE (r.currency, r.date, r.source_id) = (held.currency, held.date, held.source)`,
    [JSON.stringify(moves.filter(({ isHeld }) => isHeld))],
  );
  return { moves: [...moves, ...missing], refused };
}

async function findMoves(client: ClientBase, holds: boolean): Promise<RateMove[]> {
  const bounds = await readBounds(client);
  const moves: RateMove[] = [];
  let ofCurrency: Row[] = [];
  const compare = () => {
    const tooFar = findTooFar(ofCurrency, (source) => bounds.get(source) ?? RATE_BOUNDS);
    for (const [rate, move] of tooFar) moves.push(toMove(rate, move, holds));
    ofCurrency = [];
  };
  const rows: AsyncIterable<Row> = client.query(new QueryStream(COMPARED, [], { batchSize: BATCH_ROWS }));
  for await (const row of rows) {
    if (ofCurrency[0] !== undefined && ofCurrency[0].currency !== row.currency) compare();
    ofCurrency.push(row);
  }
  compare();
  return moves;
}

const toMove = (rate: Row, { from, percent, bound }: TooFar, holds: boolean): RateMove => ({
  currency: rate.currency,
  date: rate.date,
  source: rate.source,
  usdPerUnit: rate.usdPerUnit,
  from: { usdPerUnit: from.usdPerUnit, date: from.date, source: from.source },
  percent,
  bound,
  isHeld: holds && !rate.isCorrected,
});

async function findMissing(client: ClientBase, holds: boolean): Promise<RateMove[]> {
  type Former = {
    source: string;
    date: string;
    former: string;
    currency: string;
    usdPerUnit: string;
    isThere: boolean;
  };
  const { rows } = await client.query<Former>(MISSING);
  return rows.flatMap(({ source, date, former, currency, usdPerUnit, isThere }) => {
    const ofSource = rows.filter((row) => row.source === source);
    const lost = ofSource.filter((row) => !row.isThere).length;
    if (isThere || lost > ofSource.length * MISSING_SHARE || isReplaced(currency, date)) return [];
    const from = { usdPerUnit, date: former, source };
    return [{ currency, date, source, usdPerUnit: null, from, percent: null, bound: null, isHeld: holds }];
  });
}

/** Settings of each source that has its own. */
async function readBounds(client: ClientBase): Promise<Map<string, RateBounds>> {
  const { rows } = await client.query<RateBounds & { id: string }>(
    'SELECT id, same_day_bound AS "sameDay", week_bound AS week, older_bound AS older FROM feed',
  );
  return new Map(rows.map(({ id, sameDay, week, older }) => [id, { sameDay, week, older }]));
}

/** Returns how many. */
async function leaveOutRefused(client: ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM read_rate r USING held_rate h JOIN change_set c ON c.id = h.change_set_id AND c.state = 'withdrawn'
     WHERE ${isOneKey(RATES, "h", "r")} AND ${RATES.isSame("h", "r")}
       AND NOT EXISTS (SELECT FROM rate_correction k WHERE ${isOneKey(RATES, "k", "r")})`,
  );
  return rowCount ?? 0;
}
