import "server-only";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { whereValid } from "@/lib/versions/valid-rows-sql";
import { toDay, toNumber } from "@/lib/versions/values";
import type { TaxSpan } from "./schema";

const findAllTaxSpans = oncePerVersion("tax-spans", async (version): Promise<TaxSpan[]> => {
  const rows = await publishedDb().taxRate.findMany({ where: whereValid(version), orderBy: { country: "asc" } });
  const spans = rows.map(({ country, validFrom, knownFrom, validTo, ratePct, reason }): TaxSpan => {
    const from = validFrom ?? knownFrom;
    return {
      country,
      from: from && toDay(from),
      is_first_day_known: validFrom !== null,
      until: validTo && toDay(validTo),
      rate_pct: toNumber(ratePct),
      reason,
    };
  });
  return spans.sort((a, b) => compare(a.country, b.country) || compare(a.from ?? "", b.from ?? ""));
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** In force on some day from `from` to `until` (YYYY-MM-DD). */
export async function findTaxSpans(
  version: Version,
  countries: readonly string[],
  from: string,
  until: string,
): Promise<TaxSpan[]> {
  const spans = await findAllTaxSpans(version);
  return spans.filter(
    (span) =>
      countries.includes(span.country) &&
      (span.until === null || span.until >= from) &&
      (span.from === null || span.from <= until),
  );
}
