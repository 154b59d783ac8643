import type { MapRegions } from "@/components/charts/world-map";
import type { FigureShare } from "@/components/site/figure-data";
import { toProductParams } from "@/lib/catalogue/products/page-schema";
import { toTaxParams } from "@/lib/catalogue/tax/lens/rules";
import { toHref } from "@/lib/pages/query";
import type { ProductPage } from "./model";

type Anchor = "map" | "history" | "prices";

export function shareProductFigure({ product, query, base, money }: ProductPage, anchor: Anchor): FigureShare {
  const path = `/services/${product.product}`;
  // Adds what is remembered: whoever opens the link has not chosen it.
  const currency = query.currency ?? (money.code === "USD" ? undefined : money.code);
  const home = query.home ?? (base === null || base.country === "US" ? undefined : base.country);
  const params = toProductParams({ ...query, currency, home });
  const { tax, share, history, map, country, region, platform, period, sort, order } = params;
  const shown = { tax, share, currency, date: query.date };
  const images: Record<Anchor, FigureShare["image"]> = {
    map: { path: `/image${path}/map`, params: { ...shown, map, home } },
    history: { path: `/image${path}/history`, params: { history, date: query.date } },
    prices: undefined,
  };
  const image = images[anchor];
  return {
    path,
    params,
    anchor,
    ...(image && { image }),
    // Frames are of the day of their dataset version.
    ...(anchor === "map" && query.date === undefined && { embed: { path: `/embed${path}`, params: shown } }),
    ...(anchor === "prices" && {
      table: {
        path: `/table${path}/prices`,
        params: { ...shown, home, country, region, platform, period, sort, order },
      },
    }),
  };
}

export const toCallParams = ({ lens, money, query }: Pick<ProductPage, "lens" | "money" | "query">) => ({
  ...toTaxParams(lens),
  ...money.params,
  date: query.date,
});

export const regionsOf = ({ product, query }: ProductPage): MapRegions => ({
  current: query.map,
  hrefOf: (map) => toHref(`/services/${product.product}`, toProductParams({ ...query, map }), "#map"),
});
