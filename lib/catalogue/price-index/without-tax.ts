import { type BasketPrice, type CountryMedian, MedianRelativeIndex } from "./median-relative";

export interface TaxedPrice extends BasketPrice {
  exTaxUsd: number | null;
  reason: string | null;
}

/** Both medians cover the same pairs, so they may be subtracted. */
export interface TaxFreeMedian {
  withoutTax: CountryMedian;
  /** Per cent against the US, unrounded; null without a median without tax. */
  shownPctVsUs: number | null;
}

const US_TAX_NOT_KNOWN = "the US price without tax is not known";

/**
 * Median relative index without tax: (US dollars there) / (US dollars in the US) - 1, for pairs in which both are
 * known.
 */
export class TaxFreeIndex {
  readonly #withoutTax = new MedianRelativeIndex();
  readonly #asShown = new MedianRelativeIndex();
  readonly #reasons = new Map<string, Map<string, string>>();

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

  solve(): TaxFreeMedian[] {
    const shown = new Map(this.#asShown.solve().map((median) => [median.country, median.figures?.pctVsUs ?? null]));
    return this.#withoutTax.solve().map((withoutTax) => ({
      withoutTax,
      shownPctVsUs: withoutTax.figures === null ? null : (shown.get(withoutTax.country) ?? null),
    }));
  }

  /** Counts products without a relative by reason, most frequent first. */
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
