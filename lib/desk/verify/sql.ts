import { MS_PER_DAY } from "@/lib/contract/days";
import { clockDay, currentDay, currentTime } from "@/lib/platform/clock";
import { STALE_AFTER_DAYS } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";
import { Prisma } from "@/prisma/client/client";
import { QUEUE_PAGE_SIZE, type QueueQuery, UNSURE_DAYS } from "./schema";

// Raw SQL: the order combines two tables, and a third excludes rows.

const due = ({ id }: Version) => Prisma.sql`
  SELECT * FROM price p WHERE version_id = ${id} AND verified_on < ${currentDay()}::date - ${STALE_AFTER_DAYS}::int AND NOT EXISTS (
    SELECT FROM desk_entry e LEFT JOIN change_set c ON c.id = e.change_set_id
    WHERE e.series_id = p.series_id AND (c.state IN ('draft', 'waiting', 'approved')
      OR e.kind = 'unsure' AND e.at > ${new Date(currentTime().getTime() - UNSURE_DAYS * MS_PER_DAY)})
  )`;

type Filters = Pick<QueueQuery, "source" | "product" | "country">;
type Page = { page: number };

const isChosen = ({ source, product, country }: Filters) => {
  const conditions = [
    ...(source === undefined ? [] : [Prisma.sql`d.source_id = ${source}`]),
    ...(product === undefined ? [] : [Prisma.sql`d.product = ${product}`]),
    ...(country === undefined ? [] : [Prisma.sql`d.country = ${country}`]),
  ];
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, " AND ");
};

/** How many times the lowest price of the product its highest is: where that is much, an old price misleads most. */
const SPREAD = Prisma.sql`coalesce(t.usd_monthly_max / nullif(t.usd_monthly_min, 0), 1)`;

/** Order: age in days times (requests in 30 days + 1) times spread. */
export const queueRows = (version: Version, query: Filters & Page, size = QUEUE_PAGE_SIZE): Prisma.Sql => Prisma.sql`
  WITH used AS (
    SELECT product, sum(requests)::int AS requests FROM product_use WHERE day > ${clockDay()}::date - 30 GROUP BY product
  )
  SELECT d.series_id AS id, d.product, t.name, t.plan, d.country, d.platform, d.period, d.amount::float8 AS amount, d.currency,
    d.source_id AS "sourceId", d.source_url AS "sourceUrl", t.website, d.verified_on::text AS "verifiedOn",
    coalesce(u.requests, 0) AS requests
  FROM (${due(version)}) AS d JOIN product t ON t.version_id = d.version_id AND t.slug = d.product
  LEFT JOIN used u ON u.product = d.product
  WHERE ${isChosen(query)}
  ORDER BY (${currentDay()}::date - d.verified_on)::bigint * (1 + coalesce(u.requests, 0)) * ${SPREAD} DESC, d.verified_on, d.product, d.country, d.series_id
  LIMIT ${size} OFFSET ${(query.page - 1) * size}`;

/** `chosen`: prices that match the filters. */
export const queueSources = (version: Version, filters: Filters): Prisma.Sql => Prisma.sql`
  SELECT s.id, s.name, count(*)::int AS count, (count(*) FILTER (WHERE ${isChosen(filters)}))::int AS chosen
  FROM (${due(version)}) AS d JOIN source s ON s.version_id = d.version_id AND s.id = d.source_id
  GROUP BY s.id, s.name ORDER BY count DESC, s.id`;
