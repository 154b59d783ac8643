import type { CountryIndex } from "@/lib/catalogue/countries/schema";
import { writeSpan } from "@/lib/findings/country-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { formatPct } from "@/lib/text/format";
import type { CountryPage } from "./model";

/** The distribution of a country's prices in words, for the page and for pictures of it. */
export function describeDistribution({ country, figures, lens }: CountryPage, index: CountryIndex) {
  const without = lens === "excluded" ? ", without tax" : "";
  return {
    finding: `${writeSpan(country.country, index)}${without}`,
    measure: `Price difference from the US of each of ${figures.relatives.n_products} subscriptions, same plan, store and period${without}, ${writeReadSpan(figures.read)}. A tenth of them lie at or below ${formatPct(index.p10_pct, 0)}, a tenth at or above ${formatPct(index.p90_pct, 0)}.`,
  };
}
