import type { CountriesQuery, RankSort } from "@/lib/catalogue/countries/ranking-schema";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";

const compareBy: Record<RankSort, (a: IndexedCountry, b: IndexedCountry) => number> = {
  index: (a, b) => a.index.rank - b.index.rank,
  name: (a, b) => a.name.localeCompare(b.name, "en"),
  share: (a, b) => a.index.cheaper_share - b.index.cheaper_share,
  model: (a, b) => (a.index.model?.value ?? 0) - (b.index.model?.value ?? 0),
  basket: (a, b) => a.index.basket_size - b.index.basket_size,
};

/** Sorts the ranking by the query; countries without a model index are last when sorted by it, ties by rank. */
export function sortRanking(countries: readonly IndexedCountry[], { sort, order }: CountriesQuery): IndexedCountry[] {
  const sign = order === "ascending" ? 1 : -1;
  const isUnknown = ({ index }: IndexedCountry) => Number(sort === "model" && index.model === null);
  return [...countries].sort(
    (a, b) => isUnknown(a) - isUnknown(b) || sign * compareBy[sort](a, b) || a.index.rank - b.index.rank,
  );
}
