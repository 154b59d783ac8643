import { PERIODS, type Period, PLATFORMS, type Platform } from "@/lib/contract/codes";
import { at } from "./typed-array";

/** A current price; one a product, country, platform and period. */
export interface ModelPrice {
  country: string;
  product: string;
  platform: Platform;
  period: Period;
  /** Unrounded US dollars a month; null without a rate, which only makes the country known. */
  usdMonthly: number | null;
}

/** Prices by item, then by country. An item is a product on a platform for a period. */
export interface SortedPrices {
  /** Codes in ascending order, but the base country, when it is there, at the end. */
  countries: string[];
  /** Where the prices of each item begin; the last element is their number. */
  itemStarts: Uint32Array;
  /** Items of one product stand together, this many each. */
  itemsPerProduct: number;
  /** Index into countries. */
  country: Uint16Array;
  logPrice: Float64Array;
  /** 1 / (prices of the product in the country), so that a product counts once in a country. */
  weight: Float64Array;
}

const ITEMS_PER_PRODUCT = PLATFORMS.length * PERIODS.length;

/** Prices in typed arrays: 14 bytes each, 36 while they are sorted. `capacity` saves growing. */
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

  /** The same prices give the same arrays in whatever order they came. */
  sort(baseCountry: string): SortedPrices {
    const countries = [...this.#countries.keys()].sort((a, b) => compareCodes(a, b, baseCountry));
    const countryPlaces = placeOf(this.#countries, countries);
    const productPlaces = placeOf(this.#products, [...this.#products.keys()].sort());
    const placeOfCountry = (row: number) => at(countryPlaces, at(this.#country, row));
    const placeOfItem = (row: number) => {
      const item = at(this.#item, row);
      const kind = item % ITEMS_PER_PRODUCT;
      return at(productPlaces, (item - kind) / ITEMS_PER_PRODUCT) * ITEMS_PER_PRODUCT + kind;
    };
    const byCountry = countingSort(this.#length, null, countries.length, placeOfCountry).order;
    const itemCount = this.#products.size * ITEMS_PER_PRODUCT;
    const { order, starts } = countingSort(this.#length, byCountry, itemCount, placeOfItem);

    const country = new Uint16Array(this.#length);
    const logPrice = new Float64Array(this.#length);
    for (const [place, row] of order.entries()) {
      country[place] = placeOfCountry(row);
      logPrice[place] = at(this.#logPrice, row);
    }
    const weight = weighPrices(country, starts, countries.length);
    return { countries, itemStarts: starts, itemsPerProduct: ITEMS_PER_PRODUCT, country, logPrice, weight };
  }

  #grow(): void {
    const capacity = Math.max(1024, 2 * this.#length);
    const [country, item, logPrice] = [this.#country, this.#item, this.#logPrice];
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

/** Stable, in time proportional to rows and keys. `starts` has one more element than there are keys. */
function countingSort(length: number, rows: Uint32Array | null, keys: number, keyOf: (row: number) => number) {
  const starts = new Uint32Array(keys + 1);
  for (let row = 0; row < length; row++) starts[keyOf(row) + 1] = at(starts, keyOf(row) + 1) + 1;
  for (let key = 0; key < keys; key++) starts[key + 1] = at(starts, key + 1) + at(starts, key);
  const next = starts.slice();
  const order = new Uint32Array(length);
  for (let index = 0; index < length; index++) {
    const row = rows ? at(rows, index) : index;
    const key = keyOf(row);
    const place = at(next, key);
    order[place] = row;
    next[key] = place + 1;
  }
  return { order, starts };
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

/** For each number given at arrival, the place of its name in `sorted`. */
function placeOf(numbers: ReadonlyMap<string, number>, sorted: readonly string[]): Uint32Array {
  const places = new Uint32Array(sorted.length);
  for (const [place, name] of sorted.entries()) places[numbers.get(name) ?? sorted.length] = place;
  return places;
}

function compareCodes(a: string, b: string, last: string): number {
  if (a === last || b === last) return a === b ? 0 : a === last ? 1 : -1;
  return a < b ? -1 : 1;
}
