import "server-only";
import { z } from "zod";
import { Day } from "@/lib/contract/codes";
import { db } from "@/lib/db";
import { isCurrent } from "@/lib/prices/columns";
import { readOncePerVersion } from "./per-version";

/** A publication the dataset draws on, with what was taken from it. */
export const SourceFacts = z.object({
  id: z.string(),
  name: z.string(),
  publisher: z.string(),
  url: z.url(),
  license: z.string(),
  attribution: z.string().describe("The credit it asks for, and what was changed."),
  prices: z.int().nonnegative().describe("Current prices last read there."),
  observations: z.int().nonnegative().describe("Prices read there, current and past."),
  rates: z.int().nonnegative().describe("Exchange rates taken from there."),
  lenses: z.int().nonnegative().describe("Tax rates, statements about tax, incomes and price levels taken from there."),
  from: Day.nullable(),
  to: Day.nullable(),
});
export type SourceFacts = z.infer<typeof SourceFacts>;

/** Every source, those with most prices first. */
export const findSources = readOncePerVersion("sources", async (): Promise<SourceFacts[]> => {
  const [row] = await db().$queryRaw<[{ sources: SourceFacts[] }]>`
    WITH day AS (
      SELECT source_id, observed_on AS day, 1 AS observation, 0 AS rate FROM price_observation
      UNION ALL SELECT source_id, date, 0, 1 FROM fx_rate
    ),
    used AS (
      SELECT source_id, sum(observation)::int AS observations, sum(rate)::int AS rates, min(day) AS since, max(day) AS until
      FROM day GROUP BY source_id
    ),
    lens AS (
      SELECT source_id FROM tax_rate UNION ALL SELECT source_id FROM tax_treatment
      UNION ALL SELECT source_id FROM income UNION ALL SELECT source_id FROM purchasing_power
    ),
    listed AS (
      SELECT s.*, (SELECT count(*)::int FROM lens WHERE lens.source_id = s.id) AS lenses, coalesce(u.observations, 0) AS observations, coalesce(u.rates, 0) AS rates, u.since, u.until,
        (SELECT count(*)::int FROM price p WHERE p.source_id = s.id AND ${isCurrent}) AS prices
      FROM source s LEFT JOIN used u ON u.source_id = s.id
    )
    SELECT coalesce(json_agg(json_build_object(
      'id', id, 'name', name, 'publisher', publisher, 'url', url, 'license', license, 'attribution', attribution,
      'prices', prices, 'observations', observations, 'rates', rates, 'lenses', lenses, 'from', since, 'to', until
    ) ORDER BY prices DESC, observations DESC, rates DESC, lenses DESC, id), '[]') AS sources FROM listed`;
  return row.sources;
});
