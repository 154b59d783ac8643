import "server-only";
import type { Version } from "@/lib/versions/current";
import { once } from "@/lib/versions/once";
import type { TaxView } from "./schema";

/** Reads each tax view once a version, when a page first needs it. */
export const readOncePerTaxView =
  <T>(name: string, read: (version: Version, tax: TaxView) => Promise<T>) =>
  (version: Version, tax: TaxView): Promise<T> =>
    once(version, `${name}-${tax}`, () => read(version, tax));
