import type { CountriesQuery, RankSort } from "@/lib/catalogue/countries/ranking-schema";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { toHref } from "@/lib/pages/query";
import { compareNames } from "@/lib/text/format";

export type RankOrder = { sort: RankSort; order: "ascending" | "descending" };

const firstSort = (lens: Lens): RankSort => (lens === "income" ? "burden" : "index");
const firstOrder = (sort: RankSort) => (sort === "burden" ? "descending" : "ascending");

export function toRankOrder({ sort, order }: Pick<CountriesQuery, "sort" | "order">, lens: Lens): RankOrder {
  const by = sort ?? firstSort(lens);
  return { sort: by, order: order ?? firstOrder(by) };
}

const toOrderParams = ({ sort, order }: RankOrder, lens: Lens) => ({
  sort: sort === firstSort(lens) ? undefined : sort,
  order: order === firstOrder(sort) ? undefined : order,
});

export const makeRankLinks = (query: CountriesQuery, lens: Lens) => (sort: RankSort) => {
  const current = toRankOrder(query, lens);
  const isCurrent = current.sort === sort;
  const reverse = current.order === "ascending" ? "descending" : "ascending";
  const order = isCurrent ? reverse : firstOrder(sort);
  const params = {
    currency: query.currency,
    home: query.home,
    ...toLensParams(lens),
    ...toOrderParams({ sort, order }, lens),
  };
  return { href: toHref("/countries", params, "#ranking"), ...(isCurrent && { order: current.order }) };
};

const sortedBy: Record<RankSort, (country: IndexedCountry) => number | string | null> = {
  index: ({ index }) => index.rank,
  name: ({ name }) => name,
  share: ({ index }) => index.cheaper_pct,
  basket: ({ index }) => index.n_products,
  burden: ({ income }) => income.ratio,
  income: ({ income }) => income.gni_per_capita_usd,
};

/** Countries without the value are last in either order; ties by rank. */
export function sortRanking<T extends IndexedCountry>(countries: readonly T[], { sort, order }: RankOrder): T[] {
  const sign = order === "ascending" ? 1 : -1;
  return [...countries].sort((a, b) => {
    const one = sortedBy[sort](a);
    const other = sortedBy[sort](b);
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const difference = typeof one === "string" ? compareNames(one, String(other)) : one - Number(other);
    return sign * difference || a.index.rank - b.index.rank;
  });
}

export const SORT_NAMES: Record<RankSort, string> = {
  index: "typical difference",
  name: "name",
  share: "share of cheaper subscriptions",
  basket: "number of subscriptions",
  burden: "share of income",
  income: "income a head",
};
