import type { FigureShare } from "@/components/site/figure-data";
import { toCountryParams } from "@/lib/catalogue/countries/page-schema";
import type { CountryPage } from "./model";

type Anchor = "distribution" | "categories" | "extremes" | "prices";

export function shareCountryFigure({ country, query, money }: CountryPage, anchor: Anchor): FigureShare {
  const path = `/countries/${country.code}`;
  const currency = query.currency ?? (money.code === "USD" ? undefined : money.code);
  const params = toCountryParams({ ...query, currency, page: anchor === "prices" ? query.page : 1 });
  const { page: _, tax, share, ...others } = params;
  return {
    path,
    params,
    anchor,
    ...(anchor === "distribution" && {
      image: { path: `/image${path}/distribution`, params: { tax } },
      embed: { path: `/embed${path}`, params: { tax } },
    }),
    ...(anchor === "prices" && { table: { path: `/table${path}/prices`, params: { ...others, tax, share } } }),
  };
}
