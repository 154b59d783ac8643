// Series as columns, in the order of the API: those with a current price, those that ever changed, and all of them. A
// million prices are 17 MB, and testing each of them against any combination of filters takes about a millisecond; a
// database would read them, or would need a list of each combination.

/** Series of one country, platform and period, whatever their product. */
export type PriceKind = { country: string; platform: string; period: string };

/** Ranks by an amount or day: 1 the lowest, equal ones alike, 0 without one. */
export type Ranks = Int32Array;

/** Series as columns, in the order of the API. */
export type SeriesColumns = {
  /** Products that have any of them, by slug; those of product n are at places `starts[n]` to `starts[n + 1]`. */
  products: readonly string[];
  starts: Int32Array;
  kinds: readonly PriceKind[];
  /** Ids of `price`, and the number of each series' kind. */
  ids: Int32Array;
  kindOf: Int32Array;
};

/** All current prices. */
export type PriceColumns = SeriesColumns & {
  /** US dollars a month as shown and without tax, days of verification and of the last change. */
  ranks: Record<RankName, Ranks>;
  /** 1 where the US dollars are at a current rate; only these are the best of a country. */
  compared: Uint8Array;
};

/**
 * All series with an observation, ended ones too: the day on which each was first read, and the spans in which one was no
 * longer listed: its place, first day, and the day on which the price was seen again. Days are counted from 1 January
 * 1970.
 */
export type AllSeries = SeriesColumns & {
  readFrom: Int32Array;
  ended: { places: Int32Array; firstDays: Int32Array; nextDays: Int32Array };
};

/** `next_day` of a series that has not been seen again. */
export const NEVER = 2 ** 31 - 1;

/** Series whose amount ever changed, ended ones too, with the rank of the day on which it last did. */
export type ChangedColumns = SeriesColumns & { days: Ranks };

export const RANK_NAMES = ["usd_monthly", "ex_tax_usd_monthly", "verified_on", "changed_on"] as const;
export type RankName = (typeof RANK_NAMES)[number];

/** Orders of `/api/prices`. */
export const LIST_SORTS = [
  ...(["product", "-product", "usd_monthly", "-usd_monthly", "verified_on", "-verified_on"] as const),
  ...(["changed_on", "-changed_on"] as const),
] as const;

/** Ranks of values, of which null and NaN have none. */
export function rankValues(values: Float64Array): Ranks {
  const distinct = values.filter((value) => !Number.isNaN(value)).sort();
  const rankOf = new Map<number, number>();
  for (const value of distinct) if (!rankOf.has(value)) rankOf.set(value, rankOf.size + 1);
  return Int32Array.from(values, (value) => rankOf.get(value) ?? 0);
}

/** Filters of prices; absent ones leave all. */
export type ColumnFilter = {
  products?: ReadonlySet<string> | undefined;
  hasKind?: ((kind: PriceKind) => boolean) | undefined;
  /** Places that are left out. */
  without?: Int32Array | undefined;
};

/** Places of the series that were no longer listed on a day. */
export function findEnded({ ended: { places, firstDays, nextDays } }: AllSeries, day: number): Int32Array {
  return places.filter((_, span) => (firstDays[span] ?? 0) <= day && day < (nextDays[span] ?? 0));
}

type Page = { start: number; end: number };
/** Ranks by which prices are sorted; equal ones, and those without a rank at the end, stay in the order of the API. */
export type ColumnOrder = { ranks: Ranks; isDescending: boolean };

/** Up to so many prices are sorted for a page; of more, the page is looked up in the order of all prices. */
const FEW = 100_000;

/** Ids of the series on a page of those that are left by a filter, and the number of all of these. */
export function selectPage(columns: SeriesColumns, filter: ColumnFilter, sort: ColumnOrder | null, page: Page) {
  const test = toTest(columns, filter);
  const total = countLeft(columns, test);
  const places =
    sort === null
      ? takeInOrder(columns, test, { ...page, total })
      : total <= FEW
        ? sortPlaces(takeInOrder(columns, test, { start: 0, end: total, total }), sort, page)
        : takeSorted(columns, test, sort, { ...page, total });
  return { total, ids: places.map((place) => columns.ids[place] ?? 0) };
}

/**
 * Ids as `selectPage` gives them, those that had been read by a day before those that had not; in the order of the API
 * where more than `most` are left by the filter.
 */
export function selectReadFirst(columns: AllSeries, filter: ColumnFilter, day: number, most: number, page: Page) {
  const test = toTest(columns, filter);
  const total = countLeft(columns, test);
  if (total > most) return selectPage(columns, filter, null, page);
  const places = takeInOrder(columns, test, { start: 0, end: total, total });
  const isUnread = (place: number) => (columns.readFrom[place] ?? 0) > day;
  const sorted = [...places.filter((place) => !isUnread(place)), ...places.filter(isUnread)];
  return { total, ids: sorted.slice(page.start, page.end).map((place) => columns.ids[place] ?? 0) };
}

/** Day of the first reading of any series that a filter leaves, as days since 1970; null without any. */
export function findFirstReading(columns: AllSeries, filter: ColumnFilter): number | null {
  const test = toTest(columns, filter);
  const places = takeInOrder(columns, test, { start: 0, end: columns.ids.length, total: countLeft(columns, test) });
  return places.reduce<number | null>((first, place) => {
    const day = columns.readFrom[place] ?? 0;
    return first === null || day < first ? day : first;
  }, null);
}

/** Makes what pages in an order need of all series; the first caller after a publish would wait for it. */
export function prepareOrder(columns: SeriesColumns, sort: ColumnOrder): void {
  findPositions(orderBy(sort));
  countKinds(columns);
  rankProducts(columns);
  numberProducts(columns.products);
}

const positionsOf = new WeakMap<Int32Array, Int32Array>();

/** Position of each place in an order. */
function findPositions(order: Int32Array): Int32Array {
  const known = positionsOf.get(order);
  if (known !== undefined) return known;
  const positions = new Int32Array(order.length);
  for (let at = 0; at < order.length; at++) positions[order[at] ?? 0] = at;
  positionsOf.set(order, positions);
  return positions;
}

/**
 * Places of a page in another order. Sorts their positions there, because numbers are sorted ten times as fast as places
 * by a function.
 */
function sortPlaces(places: readonly number[], sort: ColumnOrder, { start, end }: Page): number[] {
  const order = orderBy(sort);
  const positions = findPositions(order);
  const sorted = new Int32Array(places.length);
  for (let at = 0; at < places.length; at++) sorted[at] = positions[places[at] ?? 0] ?? 0;
  return Array.from(sorted.sort().subarray(start, end), (position) => order[position] ?? 0);
}

/** Way to a page of a list: from behind where its end is nearer, as numbers of what comes on that way. */
function findWay({ start, end, total }: Page & Total) {
  return start > total / 2
    ? { isFromBehind: true, first: total - Math.min(end, total), last: total - start }
    : { isFromBehind: false, first: start, last: end };
}

/** Places of a page in the order of all prices. */
function takeSorted({ ids }: SeriesColumns, { hasPlace }: Test, sort: ColumnOrder, page: Page & Total) {
  const order = orderBy(sort);
  const { isFromBehind, first, last } = findWay(page);
  const found: number[] = [];
  let seen = 0;
  for (let at = 0; at < ids.length && seen < last; at++) {
    const place = order[isFromBehind ? ids.length - 1 - at : at] ?? 0;
    if (!hasPlace(place)) continue;
    if (seen++ >= first) found.push(place);
  }
  return isFromBehind ? found.reverse() : found;
}

/** The order of feeds: last changed first. */
export const lastChanged = ({ days }: ChangedColumns): ColumnOrder => ({ ranks: days, isDescending: true });

/** The order of histories: by country, platform and period, then by product. */
export const byKind = (columns: SeriesColumns): ColumnOrder => ({ ranks: rankKinds(columns), isDescending: false });

/** Selects a page of the lowest price of each country by `cost`; equal ones by the order of the API. */
export function selectBest(
  columns: PriceColumns,
  filter: ColumnFilter,
  { cost, sort }: { cost: Ranks; sort: ColumnOrder | null },
  page: Page,
) {
  const lowest = [...findLowest(columns, toTest(columns, filter), cost).values()];
  const places =
    sort === null ? lowest.sort((a, b) => a - b).slice(page.start, page.end) : sortPlaces(lowest, sort, page);
  return { total: lowest.length, ids: places.map((place) => columns.ids[place] ?? 0) };
}

/** Place of the lowest price of each country. */
function findLowest(columns: PriceColumns, test: Test, cost: Ranks): Map<string, number> {
  const { products, starts, kinds, kindOf, compared } = columns;
  const lowest = new Map<string, number>();
  if (test.productTable === undefined) {
    // From the lowest price on, until each country that has one has it.
    const priced = findPricedKinds(columns, cost);
    const countries = new Set(kinds.flatMap(({ country }, at) => (test.hasKind(at) && priced[at] ? [country] : [])));
    for (const place of orderBy({ ranks: cost, isDescending: false })) {
      if (lowest.size === countries.size) break;
      const kind = kindOf[place] ?? 0;
      const country = kinds[kind]?.country ?? "";
      if (compared[place] === 1 && test.hasKind(kind) && !lowest.has(country)) lowest.set(country, place);
    }
    return lowest;
  }
  for (let product = 0; product < products.length; product++) {
    if (!test.hasProduct(product)) continue;
    const until = starts[product + 1] ?? 0;
    for (let place = starts[product] ?? 0; place < until; place++) {
      const rank = cost[place] ?? 0;
      const kind = kindOf[place] ?? 0;
      if (rank === 0 || compared[place] !== 1 || !test.hasKind(kind)) continue;
      const country = kinds[kind]?.country ?? "";
      const known = lowest.get(country);
      if (known === undefined || rank < (cost[known] ?? 0)) lowest.set(country, place);
    }
  }
  return lowest;
}

const pricedKinds = new WeakMap<Ranks, Uint8Array>();

/** 1 for each kind of which a price may be the lowest of its country. */
function findPricedKinds({ kinds, kindOf, compared }: PriceColumns, cost: Ranks): Uint8Array {
  const known = pricedKinds.get(cost);
  if (known !== undefined) return known;
  const priced = new Uint8Array(kinds.length);
  for (let place = 0; place < kindOf.length; place++)
    if (compared[place] === 1 && cost[place] !== 0) priced[kindOf[place] ?? 0] = 1;
  pricedKinds.set(cost, priced);
  return priced;
}

type Test = ReturnType<typeof toTest>;
type Total = { total: number };

/** Ranks by product: the first by slug has the lowest. */
export const rankProducts = ({ starts }: Pick<SeriesColumns, "starts">): Ranks =>
  ranksOfProducts.get(starts) ?? makeProductRanks(starts);

const ranksOfProducts = new WeakMap<Int32Array, Ranks>();

/** Ranks by country, platform and period, by the names of these. */
const rankKinds = (columns: Pick<SeriesColumns, "kinds" | "kindOf">): Ranks =>
  ranksOfKinds.get(columns.kindOf) ?? makeKindRanks(columns);

const ranksOfKinds = new WeakMap<Int32Array, Ranks>();

function makeKindRanks({ kinds, kindOf }: Pick<SeriesColumns, "kinds" | "kindOf">): Ranks {
  const names = kinds.map(({ country, platform, period }) => `${country} ${platform} ${period}`);
  const rankOf = new Map([...names].sort().map((name, at) => [name, at + 1]));
  const ranks = kindOf.map((kind) => rankOf.get(names[kind] ?? "") ?? 0);
  ranksOfKinds.set(kindOf, ranks);
  return ranks;
}

function makeProductRanks(starts: Int32Array): Ranks {
  const ranks = new Int32Array(starts.at(-1) ?? 0);
  for (let product = 0; product + 1 < starts.length; product++)
    ranks.fill(product + 1, starts[product] ?? 0, starts[product + 1] ?? 0);
  ranksOfProducts.set(starts, ranks);
  return ranks;
}

/** Tests of a filter as tables, one look-up a price. */
function toTest({ products, kinds, kindOf, starts }: SeriesColumns, filter: ColumnFilter) {
  const { products: wanted, hasKind, without } = filter;
  const productTable = wanted && toProductTable(products, wanted);
  const kindTable = hasKind && Uint8Array.from(kinds, (kind) => Number(hasKind(kind)));
  const hasProduct = (product: number) => productTable === undefined || productTable[product] === 1;
  const isOfKind = (kind: number) => kindTable === undefined || kindTable[kind] === 1;
  const ranks = productTable && rankProducts({ starts });
  const leftOut = without && new Uint8Array(kindOf.length);
  for (const place of without ?? []) if (leftOut) leftOut[place] = 1;
  const isFiltered = (place: number) =>
    (ranks === undefined || hasProduct((ranks[place] ?? 0) - 1)) && isOfKind(kindOf[place] ?? 0);
  const hasPlace = (place: number) => isFiltered(place) && leftOut?.[place] !== 1;
  const countOut = without?.filter(isFiltered).length ?? 0;
  return { hasProduct, hasKind: isOfKind, hasPlace, productTable, kindTable, leftOut, countOut };
}

const productNumbers = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Numbers of products by slug. */
function numberProducts(products: readonly string[]): ReadonlyMap<string, number> {
  const numbers = productNumbers.get(products) ?? new Map(products.map((slug, number) => [slug, number]));
  productNumbers.set(products, numbers);
  return numbers;
}

/** 1 for each product that is wanted. */
function toProductTable(products: readonly string[], wanted: ReadonlySet<string>): Uint8Array {
  const numbers = numberProducts(products);
  const table = new Uint8Array(products.length);
  for (const slug of wanted) {
    const number = numbers.get(slug);
    if (number !== undefined) table[number] = 1;
  }
  return table;
}

/** Number of series that a test leaves. Without a filter of products it is known by kind, without a look at each. */
function countLeft({ products, starts, kindOf, kinds }: SeriesColumns, test: Test): number {
  const { hasProduct, productTable, kindTable, countOut } = test;
  const counts = productTable === undefined ? countKinds({ kinds, kindOf }) : undefined;
  let total = 0;
  if (counts !== undefined) {
    for (const [kind, count] of counts.entries()) if (kindTable === undefined || kindTable[kind] === 1) total += count;
  } else {
    for (let product = 0; product < products.length; product++) {
      if (!hasProduct(product)) continue;
      const [from, until] = [starts[product] ?? 0, starts[product + 1] ?? 0];
      if (kindTable === undefined) total += until - from;
      else for (let place = from; place < until; place++) total += kindTable[kindOf[place] ?? 0] ?? 0;
    }
  }
  return total - countOut;
}

const kindCounts = new WeakMap<Int32Array, Int32Array>();

/** Number of series of each kind. */
function countKinds({ kinds, kindOf }: Pick<SeriesColumns, "kinds" | "kindOf">): Int32Array {
  const known = kindCounts.get(kindOf);
  if (known !== undefined) return known;
  const counts = new Int32Array(kinds.length);
  for (const kind of kindOf) counts[kind] = (counts[kind] ?? 0) + 1;
  kindCounts.set(kindOf, counts);
  return counts;
}

/** Places of a page in the order of the API. */
function takeInOrder({ products, starts, kindOf }: SeriesColumns, test: Test, page: Page & Total) {
  const { hasProduct, kindTable, leftOut } = test;
  const { isFromBehind, first, last } = findWay(page);
  const found: number[] = [];
  let seen = 0;
  for (let at = 0; at < products.length && seen < last; at++) {
    const product = isFromBehind ? products.length - 1 - at : at;
    if (!hasProduct(product)) continue;
    const [from, until] = [starts[product] ?? 0, starts[product + 1] ?? 0];
    if (kindTable === undefined && leftOut === undefined && seen + until - from <= first) {
      seen += until - from;
      continue;
    }
    for (let step = 0; step < until - from && seen < last; step++) {
      const place = isFromBehind ? until - 1 - step : from + step;
      if (kindTable !== undefined && kindTable[kindOf[place] ?? 0] !== 1) continue;
      if (leftOut !== undefined && leftOut[place] === 1) continue;
      if (seen++ >= first) found.push(place);
    }
  }
  return isFromBehind ? found.reverse() : found;
}

const orders = new WeakMap<Ranks, Map<boolean, Int32Array>>();

/** Places in the order of a sort: a counting sort, made once for each direction. */
function orderBy(sort: ColumnOrder): Int32Array {
  const known = orders.get(sort.ranks) ?? new Map<boolean, Int32Array>();
  orders.set(sort.ranks, known);
  const order = known.get(sort.isDescending) ?? sortByCounting(sort);
  known.set(sort.isDescending, order);
  return order;
}

function sortByCounting({ ranks, isDescending }: ColumnOrder): Int32Array {
  let highest = 0;
  for (const rank of ranks) if (rank > highest) highest = rank;
  const keyAt = (rank: number) => (rank === 0 ? highest : isDescending ? highest - rank : rank - 1);
  const next = new Int32Array(highest + 2);
  for (const rank of ranks) next[keyAt(rank) + 1] = (next[keyAt(rank) + 1] ?? 0) + 1;
  for (let key = 1; key < next.length; key++) next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
  const order = new Int32Array(ranks.length);
  for (const [place, rank] of ranks.entries()) {
    const key = keyAt(rank);
    const at = next[key] ?? 0;
    order[at] = place;
    next[key] = at + 1;
  }
  return order;
}
