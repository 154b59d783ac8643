import { PERIODS, type Period, PLATFORMS, type Platform } from "@/lib/contract/codes";
import { at } from "./typed-array";

/** One per product, country, platform and period. */
export interface ModelPrice {
  country: string;
  product: string;
  platform: Platform;
  period: Period;
  /** Unrounded US dollars a month; null without a rate, which only registers the country. */
  usdMonthly: number | null;
}

/** An item is a product on a platform for a period. */
export interface SortedPrices {
  /** Ascending codes; the base country is last when present. */
  countries: string[];
  /** The last element is the number of prices. */
  itemStarts: Uint32Array;
  /** Items of one product are adjacent. */
  itemsPerProduct: number;
  country: Uint16Array;
  logPrice: Float64Array;
  /** 1 / (prices of the product in the country), so that a product counts once per country. */
  weight: Float64Array;
}

const ITEMS_PER_PRODUCT = PLATFORMS.length * PERIODS.length;

/** Takes 14 bytes a price, 36 during a sort. `capacity` avoids reallocation. */
export class PriceTable {
  readonly #countries = new Map<string, number>();
  readonly #products = new Map<string, number>();
  #country: Uint16Array;
  #item: Uint32Array;
  #logPrice: Float64Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#country = new Uint16Array(capacity);
    this.#item = new Uint32Array(capacity);
    this.#logPrice = new Float64Array(capacity);
  }

  /** Throws a RangeError for a price that is not above 0. */
  add({ country, product, platform, period, usdMonthly }: ModelPrice): void {
    const countryNumber = numberOf(this.#countries, country);
    if (usdMonthly === null) return;
    if (!(usdMonthly > 0 && usdMonthly < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`${product} in ${country}: ${usdMonthly} is no price`);
    }
    if (this.#length === this.#item.length) this.#grow();
    const kind = PLATFORMS.indexOf(platform) * PERIODS.length + PERIODS.indexOf(period);
    this.#country[this.#length] = countryNumber;
    this.#item[this.#length] = numberOf(this.#products, product) * ITEMS_PER_PRODUCT + kind;
    this.#logPrice[this.#length] = Math.log(usdMonthly);
    this.#length += 1;
  }

  /** Equal prices give equal arrays, whatever the order of arrival. */
  sort(baseCountry: string): SortedPrices {
    const countries = [...this.#countries.keys()].sort((a, b) => compareCodes(a, b, baseCountry));
    const products = [...this.#products.keys()].sort();
    const countryPlaces = placeOf(this.#countries, countries);
    const itemPlaces = placeItems(placeOf(this.#products, products));
    const byCountry = countingSort(this.#country.subarray(0, this.#length), countryPlaces, null).order;
    const { order, starts } = countingSort(this.#item.subarray(0, this.#length), itemPlaces, byCountry);

    const country = new Uint16Array(this.#length);
    const logPrice = new Float64Array(this.#length);
    for (let place = 0; place < order.length; place++) {
      const row = at(order, place);
      country[place] = at(countryPlaces, at(this.#country, row));
      logPrice[place] = at(this.#logPrice, row);
    }
    const weight = weighPrices(country, starts, countries.length);
    return { countries, itemStarts: starts, itemsPerProduct: ITEMS_PER_PRODUCT, country, logPrice, weight };
  }

  #grow(): void {
    const capacity = Math.max(1024, 2 * this.#length);
    const country = this.#country;
    const item = this.#item;
    const logPrice = this.#logPrice;
    this.#country = new Uint16Array(capacity);
    this.#item = new Uint32Array(capacity);
    this.#logPrice = new Float64Array(capacity);
    this.#country.set(country);
    this.#item.set(item);
    this.#logPrice.set(logPrice);
  }
}

function weighPrices(country: Uint16Array, itemStarts: Uint32Array, countries: number): Float64Array {
  const weight = new Float64Array(country.length);
  const prices = new Uint32Array(countries);
  for (let item = 0; item + 1 < itemStarts.length; item += ITEMS_PER_PRODUCT) {
    const start = at(itemStarts, item);
    const end = at(itemStarts, item + ITEMS_PER_PRODUCT);
    prices.fill(0);
    for (let place = start; place < end; place++) prices[at(country, place)] = at(prices, at(country, place)) + 1;
    for (let place = start; place < end; place++) weight[place] = 1 / at(prices, at(country, place));
  }
  return weight;
}

/**
 * Counting sort: row numbers ordered by places[key], stable, and the start of each place with the total as last
 * element.
 */
function countingSort(keys: Uint16Array | Uint32Array, places: Uint32Array, rows: Uint32Array | null) {
  const starts = new Uint32Array(places.length + 1);
  for (let row = 0; row < keys.length; row++) {
    const place = at(places, at(keys, row));
    starts[place + 1] = at(starts, place + 1) + 1;
  }
  for (let place = 0; place < places.length; place++) starts[place + 1] = at(starts, place + 1) + at(starts, place);
  const next = starts.slice();
  const order = new Uint32Array(keys.length);
  for (let index = 0; index < keys.length; index++) {
    const row = rows ? at(rows, index) : index;
    const place = at(places, at(keys, row));
    order[at(next, place)] = row;
    next[place] = at(next, place) + 1;
  }
  return { order, starts };
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

/** Numbers were assigned at arrival. */
function placeOf(numbers: ReadonlyMap<string, number>, sorted: readonly string[]): Uint32Array {
  const places = new Uint32Array(sorted.length);
  for (const [place, name] of sorted.entries()) places[numbers.get(name) ?? sorted.length] = place;
  return places;
}

function placeItems(productPlaces: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: productPlaces.length * ITEMS_PER_PRODUCT }, (_, item) => {
    const kind = item % ITEMS_PER_PRODUCT;
    return at(productPlaces, (item - kind) / ITEMS_PER_PRODUCT) * ITEMS_PER_PRODUCT + kind;
  });
}

function compareCodes(a: string, b: string, last: string): number {
  if (a === last || b === last) return a === b ? 0 : a === last ? 1 : -1;
  return a < b ? -1 : 1;
}
