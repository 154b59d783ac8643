import "server-only";
import { Prisma } from "@/prisma/client/client";

/** The observations of one series, read by their key: joined, a few series may be looked for among all observations. */
export const observationsOf = (id: Prisma.Sql) =>
  Prisma.sql`SELECT * FROM price_observation WHERE price_id = ${id} OFFSET 0`;

/**
 * A common table expression `run` (price_id, amount, currency, first_seen_on, last_seen_on, source_url) over the
 * series that `series` selects by id: gaps and islands over the observed days, so that a price which ended and came
 * back is two runs.
 */
export const runsOf = (series: Prisma.Sql) => Prisma.sql`
  day AS (
    SELECT o.*, row_number() OVER (PARTITION BY o.price_id ORDER BY o.observed_on)
      - row_number() OVER (PARTITION BY o.price_id, o.amount, o.currency ORDER BY o.observed_on) AS island
    FROM (${series}) AS chosen (id) CROSS JOIN LATERAL (${observationsOf(Prisma.sql`chosen.id`)}) AS o
  ),
  run AS (
    SELECT price_id, amount, currency, min(observed_on) AS first_seen_on, max(observed_on) AS last_seen_on
    FROM day GROUP BY price_id, amount, currency, island
  )`;
