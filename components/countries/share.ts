import type { MapRegions } from "@/components/charts/world-map";
import type { FigureFiles, FigureShare } from "@/components/site/figure-data";
import type { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import { toLensParams, toTaxParams } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import type { MapRegion } from "@/lib/contract/map-regions";
import { toCsvHref, toHref } from "@/lib/pages/query";

export type IndexPlace = {
  path: "/" | "/countries";
  lens: Lens;
  /** Country that all others are compared with. */
  base: string;
  map: MapRegion | undefined;
  /** Country and currency that the address sets, which go before those that the reader has stored. */
  reader: { home: string | undefined; currency: string | undefined };
};

/** The base, for addresses: whoever opens them may live elsewhere. */
const baseParams = (base: string) => ({ home: base === "US" ? undefined : base });

export const shareIndexMap = ({ path, lens, base, map }: IndexPlace): FigureShare => {
  const params = { ...toLensParams(lens), ...baseParams(base) };
  return {
    path,
    params: { ...params, map },
    anchor: "map",
    image: { path: "/image/index/map", params: { ...params, map } },
    embed: { path: "/embed/index", params },
  };
};

export const regionsOfIndex = ({ path, lens, map, reader }: IndexPlace): MapRegions => ({
  current: map,
  hrefOf: (region) => toHref(path, { ...reader, ...toLensParams(lens), map: region }, "#map"),
});

export const shareRanking = (query: CountriesQuery, { lens, base }: IndexPlace): FigureShare => {
  const shown = { ...toLensParams(lens), ...baseParams(base) };
  const params = { ...shown, sort: query.sort, order: query.order };
  return {
    path: "/countries",
    params,
    anchor: "ranking",
    image: { path: "/image/index/ranking", params: shown },
    table: { path: "/table/index/ranking", params },
  };
};

/** The published index as files; against another country than the US as the API answers. */
export function filesOfIndex({ lens, base }: IndexPlace): FigureFiles {
  const api = toHref("/api/countries", { ...toTaxParams(lens), base: base === "US" ? undefined : base });
  return base === "US"
    ? { api, csv: "/api/export?dataset=index&format=csv", json: "/api/export?dataset=index&format=json" }
    : { api, csv: toCsvHref(api), json: api };
}
