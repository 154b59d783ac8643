import "server-only";
import { Prisma } from "@/prisma/client/client";

/** Observations of one series, read by key. In a join, the planner might search all observations for a few series. */
export const observationsOf = (id: Prisma.Sql) =>
  Prisma.sql`SELECT * FROM price_observation WHERE price_id = ${id} OFFSET 0`;

/**
 * Common table expression `run` (price_id, amount, currency, first_seen_on, last_seen_on, source_url) over the series
 * that the query `series` selects by id: gaps and islands over the observed days, so that a price which ended and came
 * back has two runs.
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
