import "server-only";
import type { Preview } from "@/lib/desk/changes/schema";
import { db } from "@/lib/platform/db";
import { toDay } from "@/lib/versions/values";

/** Adds the currencies that a change set of held rates tells as missing, which no file of it can say. */
export async function addMissing(id: number, preview: Preview): Promise<Preview> {
  const rows = await db().$queryRaw<
    { currency: string; date: Date; source: string; from: Date; usdPerUnit: string; prices: number }[]
  >`
    SELECT h.currency, h.date, h.source_id AS source, before.date AS "from", trim_scale(before.usd_per_unit)::text AS "usdPerUnit",
      (SELECT count(*)::int FROM price p WHERE p.version_id = (SELECT max(id) FROM dataset_version) AND p.currency = h.currency) AS prices
    FROM held_rate h CROSS JOIN LATERAL (
      SELECT date, usd_per_unit FROM rate r WHERE superseded_in IS NULL AND (r.currency, r.source_id) = (h.currency, h.source_id)
        AND r.date < h.date ORDER BY r.date DESC LIMIT 1
    ) AS before
    WHERE h.change_set_id = ${id} AND h.usd_per_unit IS NULL ORDER BY h.currency, h.date`;
  const missing = rows.map(({ currency, date, source, from, usdPerUnit, prices }) => ({
    currency,
    date: toDay(date),
    source,
    usdPerUnit: null,
    from: { date: toDay(from), source, usdPerUnit },
    percent: null,
    bound: null,
    isHeld: false,
    prices,
  }));
  const { rateMoves } = preview;
  const count = rateMoves.count + missing.length;
  return { ...preview, rateMoves: { ...rateMoves, count, first: [...rateMoves.first, ...missing] } };
}
