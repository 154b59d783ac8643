import "server-only";
import { readCountries } from "@/lib/catalogue/countries/data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { toExactMonthly } from "@/lib/catalogue/prices/amount-rules";
import { findLargestChanges, findReadTwice } from "@/lib/catalogue/prices/largest-changes-data";
import { differencePct } from "@/lib/catalogue/prices/rules";
import { readKnownServices } from "@/lib/catalogue/products/against-us-data";
import { findFreshness, toDataDays } from "@/lib/dataset/summary-data";
import { writeLead, writeLeadMeasure } from "@/lib/findings/ranking-rules";
import { divideByStanding } from "@/lib/findings/standing-rules";
import type { Version } from "@/lib/versions/current";
import type { Summary } from "./schema";

export async function findSummary(version: Version): Promise<{ data: Summary }> {
  const [all, services, { since, moves }, readTwice, freshness] = await Promise.all([
    readCountries(version, "shown"),
    readKnownServices(version),
    findLargestChanges(version),
    findReadTwice(version),
    findFreshness(version),
  ]);
  const countries = withIndex(all);
  const { cheaper, dearer, unclear } = divideByStanding(countries);
  const codes = (some: readonly { code: string }[]) => some.map(({ code }) => code);
  return {
    data: {
      headline: writeLead(countries).join(""),
      explanation: writeLeadMeasure(countries),
      ...{ prices: version.prices, products: version.products, countries: version.countries },
      ...{ data_date: version.dataDate, ...toDataDays(version), fx_date: version.fxDate },
      index: { countries: countries.length, cheaper: codes(cheaper), dearer: codes(dearer), unclear: codes(unclear) },
      services: services.map((service) => ({
        ...service,
        pct_vs_us: differencePct(
          service.cheapest && toExactMonthly(service.cheapest),
          service.us && toExactMonthly(service.us),
        ),
      })),
      largest_changes: { since, products: readTwice.products, changes: moves },
      freshness,
    },
  };
}
