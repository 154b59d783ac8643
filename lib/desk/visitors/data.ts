import "server-only";
import { productLabel } from "@/lib/catalogue/products/rules";
import { findSeriesNow } from "@/lib/desk/readings/data";
import { readAmount, readPeriod } from "@/lib/desk/readings/form/rules";
import { db } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { Prisma } from "@/prisma/client/client";
import { AGREE_DAYS, READINGS_PAGE_SIZE } from "./rules";
import type { NewReading, VisitorForm, VisitorReading } from "./schema";
import { isOpenSql } from "./sql";

/** Null for a subscription that is not in the catalogue. */
export async function findReadingProduct({ id: versionId }: Version, slug: string): Promise<{ label: string } | null> {
  const product = await db().product.findUnique({
    where: { versionId_slug: { versionId, slug } },
    select: { name: true, plan: true },
  });
  return product && { label: productLabel(product) };
}

/** Each doubt is a sentence by its field. */
export async function readVisitorForm(
  version: Version,
  product: string,
  form: VisitorForm,
): Promise<NewReading | { errors: Record<string, string> }> {
  const periodRead = readPeriod(form.amount, form.period);
  if ("faults" in periodRead) return { errors: toSentences(periodRead.faults) };
  const key = { product, country: form.country, platform: form.store, period: periodRead.period };
  const now = await findSeriesNow(version, key);
  const read = readAmount(form.amount, {
    given: form.currency,
    onRecord: now?.price?.currency ?? null,
    country: form.country,
  });
  if ("faults" in read) return { errors: toSentences(read.faults) };
  return {
    ...key,
    amount: read.printed.amount,
    currency: read.currency,
    quote: read.printed.quote,
    plan: form.plan ?? null,
    observedOn: form.day,
    sourceUrl: form.source_url,
  };
}

const toSentences = (faults: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([field, text]) => [field, `It ${text}.`]));

/** Raw SQL: readings are counted beside those of others, and stand beside the price on record by four columns. */
const openReadings = (version: Version, condition: Prisma.Sql, page: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT r.id, r.product, coalesce(t.name, r.product) AS name, coalesce(t.plan, '') AS "productPlan", r.country, r.platform, r.period,
    trim_scale(r.amount)::text AS amount, r.currency, r.quote, r.plan, r.observed_on::text AS "observedOn", r.source_url AS "sourceUrl",
    r.at, p.amount::float8 AS "nowAmount", p.currency AS "nowCurrency", p.verified_on::text AS "verifiedOn",
    (
      SELECT count(DISTINCT o.sender)::int FROM visitor_reading o
      WHERE (o.product, o.country, o.platform, o.period) = (r.product, r.country, r.platform, r.period)
        AND (o.amount, o.currency) = (r.amount, r.currency) AND o.sender <> r.sender AND o.sender <> '' AND o.declined_at IS NULL
        AND abs(o.observed_on - r.observed_on) <= ${AGREE_DAYS}::int
    ) AS agreeing
  FROM (
    SELECT * FROM visitor_reading r WHERE ${Prisma.raw(isOpenSql("r"))} AND ${condition} ORDER BY id DESC ${page}
  ) AS r
  LEFT JOIN product t ON t.version_id = ${version.id} AND t.slug = r.product
  LEFT JOIN price p ON p.version_id = ${version.id}
    AND (p.product, p.country, p.platform, p.period) = (r.product, r.country, r.platform, r.period)
  ORDER BY r.id DESC`;

/** Nobody took or declined them. Pages from 1, newest first. */
export const listOpenReadings = (version: Version, page: number): Promise<VisitorReading[]> =>
  db().$queryRaw<VisitorReading[]>(
    openReadings(
      version,
      Prisma.sql`true`,
      Prisma.sql`LIMIT ${READINGS_PAGE_SIZE} OFFSET ${(page - 1) * READINGS_PAGE_SIZE}`,
    ),
  );

/** Null when somebody took or declined it. */
export async function findOpenReading(version: Version, id: number): Promise<VisitorReading | null> {
  const [row] = await db().$queryRaw<VisitorReading[]>(openReadings(version, Prisma.sql`r.id = ${id}`, Prisma.empty));
  return row ?? null;
}

export async function countOpenReadings(): Promise<number> {
  const [row] = await db().$queryRaw<{ n: number }[]>(
    Prisma.sql`SELECT count(*)::int AS n FROM visitor_reading r WHERE ${Prisma.raw(isOpenSql("r"))}`,
  );
  return row?.n ?? 0;
}
