import "server-only";
import type { listCountries } from "@/app/api/countries/contract";
import type { ListQuery } from "@/lib/api/formats";
import { readCountriesAgainst } from "@/lib/catalogue/countries/base/data";
import type { Country } from "@/lib/catalogue/countries/schema";
import { isRegion } from "@/lib/catalogue/filters/rules";
import { findVersionRates } from "@/lib/catalogue/fx/data";
import type { Version } from "@/lib/versions/current";
import { toFactors } from "./rules";

/** With `price`, each country with an index says what that price would be there. */
export async function findCountries(version: Version, query: ListQuery<typeof listCountries>) {
  const { country: codes, region: asked } = query;
  const countries = await readCountriesAgainst(version, query);
  const data = (query.price === undefined ? countries : await withAmounts(version, countries, query)).filter(
    ({ country, region }) => (codes?.includes(country) ?? true) && (asked === undefined || isRegion(region, asked)),
  );
  return { data, total: data.length };
}

/** Before any country is left out: the amount in `base` is in the currency of `base`. */
async function withAmounts(
  version: Version,
  countries: readonly Country[],
  query: { base: string; price?: string | undefined },
): Promise<Country[]> {
  const factors = toFactors(countries, await findVersionRates(version), query);
  const factorOf = new Map(factors.map((factor) => [factor.country, factor]));
  return countries.map((country) => {
    const { local, shop } = factorOf.get(country.country) ?? { local: null, shop: null };
    return { ...country, exact_amount: local, suggested_amount: shop };
  });
}
