import "server-only";
import type { z } from "zod";
import type { getCountry } from "@/app/api/countries/[code]/contract";
import type { Problem } from "@/lib/api/problem";
import { findCategoryMedians } from "@/lib/catalogue/categories/data";
import { readCountries } from "@/lib/catalogue/countries/data";
import { findCountryFigures } from "@/lib/catalogue/countries/figures/data";
import { CountryCode } from "@/lib/contract/codes";
import { suggestCountry } from "@/lib/text/suggest";
import type { Version } from "@/lib/versions/current";
import type { CountryDetail } from "./schema";

type Input = z.infer<typeof getCountry.params> & z.infer<typeof getCountry.query>;

/** Returns a not-found problem for a country without a price. */
export async function findCountry(version: Version, { code, tax }: Input): Promise<{ data: CountryDetail } | Problem> {
  const canonical = CountryCode.safeParse(code.toUpperCase()).data ?? "";
  const [countries, medians, figures] = await Promise.all([
    readCountries(version, tax),
    findCategoryMedians(version, tax),
    findCountryFigures(version, canonical, tax),
  ]);
  const country = countries.find((one) => one.country === canonical);
  if (country === undefined || figures === null) return toUnknownCountry(code, countries);
  const categories = medians.flatMap(({ category, countries: ranked }): CountryDetail["categories"] => {
    const at = ranked.findIndex((one) => one.country === canonical);
    const { pct_vs_us, n_products } = ranked[at] ?? {};
    if (pct_vs_us === undefined || n_products === undefined) return [];
    return [{ category, pct_vs_us, n_products, rank: at + 1, n_countries: ranked.length }];
  });
  const { relatives, bins: distribution, lowest, highest, currencies, sources } = figures;
  return {
    data: {
      ...country,
      n_ranked: countries.filter(({ index }) => index !== null).length,
      relatives,
      distribution,
      // Medians come by category, and the sort keeps that order among equal ones.
      categories: categories.sort((a, b) => a.pct_vs_us - b.pct_vs_us),
      lowest,
      highest,
      currencies,
      sources,
    },
  };
}

function toUnknownCountry(code: string, known: readonly { country: string }[]): Problem {
  const shown = Array.from(code.slice(0, 60), (char) => (/\p{C}/u.test(char) ? "\uFFFD" : char)).join("");
  const meant = suggestCountry(code);
  return {
    kind: "not-found",
    detail: `There is no price in a country "${shown}"; countries are ISO 3166-1 alpha-2 codes.`,
    suggestions: meant !== undefined && known.some((one) => one.country === meant) ? [meant] : [],
  };
}
