import { type BasketPrice, type CountryMedian, MedianRelativeIndex } from "./median-relative";

/** Basket price with its US dollars without tax, or the reason why these are unknown. */
export interface TaxedPrice extends BasketPrice {
  exTaxUsd: number | null;
  reason: string | null;
}

/** Median of a country without tax, and the median as shown over the same pairs: only these two may be subtracted. */
export interface TaxFreeMedian {
  withoutTax: CountryMedian;
  /** Per cent against the US, unrounded; null without a median without tax. */
  shownPctVsUs: number | null;
}

const US_TAX_NOT_KNOWN = "the US price without tax is not known";

/**
 * Median relative index over prices without tax: (country's US dollars without tax) / (US dollars without tax) - 1, for
 * pairs in which both sides are known. Add products one by one.
 */
export class TaxFreeIndex {
  readonly #withoutTax = new MedianRelativeIndex();
  readonly #asShown = new MedianRelativeIndex();
  /** Reasons why a product has no price without tax, by country and product. */
  readonly #reasons = new Map<string, Map<string, string>>();

  /** Adds all prices of one product in all countries. */
  addProduct(prices: readonly TaxedPrice[]): void {
    this.#withoutTax.addProduct(prices.map((price) => ({ ...price, usd: price.exTaxUsd })));
    this.#asShown.addProduct(prices.map((price) => ({ ...price, usd: price.exTaxUsd === null ? null : price.usd })));
    for (const { country, product, exTaxUsd, reason } of prices) {
      if (exTaxUsd !== null || reason === null) continue;
      const reasons = this.#reasons.get(country) ?? new Map<string, string>();
      reasons.set(product, reason);
      this.#reasons.set(country, reasons);
    }
  }

  /** Medians of every country with a basket price, by code. */
  solve(): TaxFreeMedian[] {
    const shown = new Map(this.#asShown.solve().map((median) => [median.country, median.figures?.pctVsUs ?? null]));
    return this.#withoutTax.solve().map((withoutTax) => ({
      withoutTax,
      shownPctVsUs: withoutTax.figures === null ? null : (shown.get(withoutTax.country) ?? null),
    }));
  }

  /** Counts the products of the index as shown that have no relative without tax, by reason, most frequent first. */
  countLeftOut(country: string, shownProducts: Iterable<string>, known: Readonly<Record<string, number>>) {
    const counts = new Map<string, number>();
    for (const product of shownProducts) {
      if (Object.hasOwn(known, product)) continue;
      const reason = this.#reasons.get(country)?.get(product) ?? US_TAX_NOT_KNOWN;
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    return [...counts]
      .map(([reason, products]) => ({ reason, products }))
      .sort((a, b) => b.products - a.products || (a.reason < b.reason ? -1 : 1));
  }
}
