import type { CountriesQuery, RankSort } from "@/lib/catalogue/countries/ranking-schema";
import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { toHref } from "@/lib/pages/query";
import { compareNames } from "@/lib/text/format";

export type RankOrder = { sort: RankSort; order: "ascending" | "descending" };

/** Order of a ranking that was not asked for one: what weighs heaviest first, else what is cheapest. */
const firstSort = (lens: Lens): RankSort => (lens === "income" ? "burden" : "index");
const firstOrder = (sort: RankSort) => (sort === "burden" ? "descending" : "ascending");

/** Order that a query asks for, else that of the lens. */
export function toRankOrder({ sort, order }: Pick<CountriesQuery, "sort" | "order">, lens: Lens): RankOrder {
  const by = sort ?? firstSort(lens);
  return { sort: by, order: order ?? firstOrder(by) };
}

/** Parameters of an order, without those that it has anyway. */
const toOrderParams = ({ sort, order }: RankOrder, lens: Lens) => ({
  sort: sort === firstSort(lens) ? undefined : sort,
  order: order === firstOrder(sort) ? undefined : order,
});

/** Creates the links of the heads of a ranking: to the order of a column, and from that to the reverse. */
export const makeRankLinks = (query: CountriesQuery, lens: Lens) => (sort: RankSort) => {
  const current = toRankOrder(query, lens);
  const isCurrent = current.sort === sort;
  const reverse = current.order === "ascending" ? "descending" : "ascending";
  const order = isCurrent ? reverse : firstOrder(sort);
  const params = { currency: query.currency, ...toLensParams(lens), ...toOrderParams({ sort, order }, lens) };
  return { href: toHref("/countries", params, "#ranking"), ...(isCurrent && { order: current.order }) };
};

/** Values by which countries are sorted. */
const sortedBy: Record<RankSort, (country: IndexedCountry) => number | string | null> = {
  index: ({ index }) => index.rank,
  name: ({ name }) => name,
  share: ({ index }) => index.cheaper_share,
  basket: ({ index }) => index.basket_size,
  burden: ({ income }) => income.ratio,
  income: ({ income }) => income.gni_per_capita_usd,
};

/** Sorts a ranking; countries without the value are last in either order, ties by rank. */
export function sortRanking<T extends IndexedCountry>(countries: readonly T[], { sort, order }: RankOrder): T[] {
  const sign = order === "ascending" ? 1 : -1;
  return [...countries].sort((a, b) => {
    const [one, other] = [sortedBy[sort](a), sortedBy[sort](b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const difference = typeof one === "string" ? compareNames(one, String(other)) : one - Number(other);
    return sign * difference || a.index.rank - b.index.rank;
  });
}

/** Names orders in the caption of a table. */
export const SORT_NAMES: Record<RankSort, string> = {
  index: "median",
  name: "name",
  share: "share of cheaper subscriptions",
  basket: "number of subscriptions",
  burden: "share of an average income",
  income: "income a head",
};
