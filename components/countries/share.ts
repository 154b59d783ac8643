import type { MapRegions } from "@/components/charts/world-map";
import type { FigureShare } from "@/components/site/figure-data";
import type { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import type { MapRegion } from "@/lib/contract/map-regions";
import { toHref } from "@/lib/pages/query";

export type IndexPlace = { path: "/" | "/countries"; lens: Lens; map: MapRegion | undefined };

export const shareIndexMap = ({ path, lens, map }: IndexPlace): FigureShare => {
  const params = { ...toLensParams(lens), map };
  return {
    path,
    params,
    anchor: "map",
    image: { path: "/image/index/map", params },
    embed: { path: "/embed/index", params: toLensParams(lens) },
  };
};

export const regionsOfIndex = ({ path, lens, map }: IndexPlace): MapRegions => ({
  current: map,
  hrefOf: (region) => toHref(path, { ...toLensParams(lens), map: region }, "#map"),
});

export const shareRanking = (query: CountriesQuery, lens: Lens): FigureShare => {
  const params = { ...toLensParams(lens), sort: query.sort, order: query.order };
  return {
    path: "/countries",
    params,
    anchor: "ranking",
    image: { path: "/image/index/ranking", params: toLensParams(lens) },
    table: { path: "/table/index/ranking", params },
  };
};
