import "server-only";
import type { Version } from "@/lib/versions/current";
import { once } from "@/lib/versions/once";
import type { TaxView } from "./schema";

/**
 * Wraps a read that differs by the view of tax, so that each view is read once a dataset version, when a page first
 * shows it: most visitors see prices as shown, and the other view costs nothing until somebody asks.
 */
export const readOncePerTaxView =
  <T>(name: string, read: (version: Version, tax: TaxView) => Promise<T>) =>
  (version: Version, tax: TaxView): Promise<T> =>
    once(version, `${name}-${tax}`, () => read(version, tax));
