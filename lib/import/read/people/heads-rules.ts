import type { CsvFormat } from "@/lib/import/read/formats/format";
import { columnNamesOf, nativeFormats, ownPrices } from "@/lib/import/read/formats/native";

/** Columns of our own downloads by the name that the format has for them. */
const OWN_PRICES: Readonly<Record<string, string>> = { verified_on: "observed_on" };
const OWN_PRODUCTS: Readonly<Record<string, string>> = { product: "slug" };

export type Heads = {
  format: CsvFormat;
  /** By place in the file; null for a column that is left out. */
  columns: readonly (string | null)[];
};

/** `Observed on` and ` OBSERVED_ON ` are `observed_on`. */
const toColumnName = (head: string): string =>
  head
    .trim()
    .toLowerCase()
    .replace(/[\s._-]+/g, "_");

/** The format whose columns are all among the heads, in any order, case and spacing; that with the most columns. */
export function matchHeads(heads: readonly string[]): Heads | null {
  const names = heads.map(toColumnName);
  const has = (name: string) => names.includes(name);
  if (has("usd_monthly") && has("verified_on") && has("product"))
    return toHeads(
      ownPrices,
      names.map((name) => OWN_PRICES[name] ?? name),
    );
  const isOwnProducts = has("n_prices") && has("product") && has("in_basket");
  const given = isOwnProducts ? names.map((name) => OWN_PRODUCTS[name] ?? name) : names;
  const found = nativeFormats
    .filter((format) => columnNamesOf(format, "needed").every((name) => given.includes(name)))
    .toSorted((a, b) => b.columns.length - a.columns.length)[0];
  return found === undefined ? null : toHeads(found, given);
}

function toHeads(format: CsvFormat, names: readonly string[]): Heads | null {
  const wanted = columnNamesOf(format, "all");
  const columns = names.map((name) => (wanted.includes(name) ? name : null));
  const used = columns.filter((name) => name !== null);
  return new Set(used).size === used.length ? { format, columns } : null;
}
