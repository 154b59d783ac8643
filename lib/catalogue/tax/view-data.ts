import "server-only";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import type { TaxView } from "./schema";

/** As readOncePerVersion, for a read that differs by how tax is seen: each view is read when a page first shows it. */
export function readOncePerTaxView<T>(name: string, read: (tax: TaxView) => Promise<T>): (tax: TaxView) => Promise<T> {
  const readerOf = (tax: TaxView) => readOncePerVersion(`${name}-${tax}`, () => read(tax));
  const readers: Record<TaxView, () => Promise<T>> = { shown: readerOf("shown"), excluded: readerOf("excluded") };
  return (tax) => readers[tax]();
}
