import { ageTense, tellIndex } from "@/lib/findings/age-rules";
import { writeCountryTitle } from "@/lib/findings/country-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import type { CountryPage } from "./model";

/** The distribution of a country's prices in words, for the page and for pictures of it. */
export function describeDistribution({ country, figures, money, lens, context: { age } }: CountryPage) {
  const without = lens === "excluded" ? ", without tax" : "";
  const title = writeCountryTitle(country, figures, money, { tense: ageTense(age) });
  return {
    finding: `${tellIndex(age, figures.read, title)}${without}`,
    measure: `Price difference from the US of each of ${figures.relatives.n_products} subscriptions, same plan, store and period${without}, ${writeReadSpan(figures.read)}.`,
  };
}
