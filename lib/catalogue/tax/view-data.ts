import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import type { TaxView } from "./schema";

/**
 * Wraps a read that differs by the view of tax, so that each view is read once a dataset version, when a page first
 * shows it: most visitors see prices as shown, and the other view costs nothing until somebody asks.
 */
export function readOncePerTaxView<T>(name: string, read: (tax: TaxView) => Promise<T>): (tax: TaxView) => Promise<T> {
  const readerOf = (tax: TaxView) => readOncePerVersion(`${name}-${tax}`, () => read(tax));
  const readers: Record<TaxView, () => Promise<T>> = { shown: readerOf("shown"), excluded: readerOf("excluded") };
  return (tax) => readers[tax]();
}
