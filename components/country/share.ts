import type { FigureShare } from "@/components/site/figure-data";
import { toCountryParams } from "@/lib/catalogue/countries/page-schema";
import type { CountryPage } from "./model";

/** The prices of a country; its picture and its frame show the distribution of their differences from the US. */
export function shareCountryFigure({ country, query, money }: CountryPage): FigureShare {
  const path = `/countries/${country.country}`;
  const currency = query.currency ?? (money.code === "USD" ? undefined : money.code);
  const params = toCountryParams({ ...query, currency });
  const { page: _, tax, share, home: __, q: ___, show: ____, ...others } = params;
  return {
    path,
    params,
    anchor: "prices",
    ...(country.index !== null &&
      country.country !== "US" && { image: { path: `/image${path}/distribution`, params: { tax } } }),
    embed: { path: `/embed${path}`, params: { tax } },
    table: { path: `/table${path}/prices`, params: { ...others, tax, share } },
  };
}
