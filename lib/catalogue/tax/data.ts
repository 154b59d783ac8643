import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { TaxSpan } from "./schema";

/** The tax rates of all countries, by country and day. */
const findAllTaxSpans = readOncePerVersion("tax-spans", async (): Promise<TaxSpan[]> => {
  const { spans } = await readRow<{ spans: TaxSpan[] }>(Prisma.sql`
    SELECT coalesce(json_agg(json_build_object(
      'country', country, 'from', coalesce(valid_from, known_from), 'is_first_day_known', valid_from IS NOT NULL,
      'until', valid_to, 'rate_pct', trim_scale(rate_pct), 'reason', reason
    ) ORDER BY country, coalesce(valid_from, known_from) NULLS FIRST), '[]') AS spans
    FROM tax_rate`);
  return spans;
});

/** The tax rates of countries that were in force on some day from `from` to `until` (YYYY-MM-DD), by country and day. */
export async function findTaxSpans(countries: readonly string[], from: string, until: string): Promise<TaxSpan[]> {
  const spans = await findAllTaxSpans();
  return spans.filter(
    (span) =>
      countries.includes(span.country) &&
      (span.until === null || span.until >= from) &&
      (span.from === null || span.from <= until),
  );
}
