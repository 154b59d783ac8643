import "server-only";
import type { ClientBase } from "pg";
import { buildCountryPages } from "./country-pages";
import { buildPageFigures } from "./page-figures";
import { rebuildLargestChanges } from "./price-changes";
import { buildProductBilling } from "./product-billing";
import { rebuildStates } from "./rebuild-states";
import { summarizeLenses } from "./summarize-lenses";
import { summarizeProducts } from "./summarize-products";
import { writeIndexes } from "./write-indexes";
import { writeLenses } from "./write-lenses";
import { writePriceColumns } from "./write-price-columns";

// Tables and columns that can be computed from prices, observations and rates. `derived_table` names the dataset
// version that each was built for. An import builds them for the version that it publishes; the server, when it starts,
// builds those of another version (see rebuild-derived.ts), for example after an import by an older release, which does
// not know them.
//
// To add one: create its table, empty, in a migration, and add an entry below, after the tables that it is built from.
// `build` must write the same rows whatever the table held before. The migration fills nothing: without a row in
// `derived_table` the new entry is built at the next start. To change how one is built: let a migration delete its row
// in `derived_table`.

export interface DerivedFor {
  versionId: number;
  /**
   * Reports that visible figures of this version have changed: they are published as a new version, so that no cache
   * holds the old ones under its name.
   */
  publishNewVersion: () => void;
}

export interface DerivedTable {
  name: string;
  /** Rebuilds the table inside the caller's transaction. */
  build: (client: ClientBase, derivedFor: DerivedFor) => Promise<void>;
  /** Updated by the import itself while it merges, for the series that it changes. */
  isMerged?: true;
}

export const DERIVED_TABLES: readonly DerivedTable[] = [
  { name: "price", build: rebuildStates, isMerged: true },
  { name: "product", build: summarizeProducts, isMerged: true },
  { name: "price_lens", build: writeLenses },
  // With `category_index`, `level_difference` and `country_lens`.
  { name: "country_index", build: writeIndexes },
  { name: "price_column", build: writePriceColumns },
  { name: "product_lens", build: summarizeLenses },
  { name: "product_billing", build: buildProductBilling },
  { name: "country_page", build: buildCountryPages },
  // The 500 largest changes of a price within its currency, of each day of two years on which some were first seen.
  { name: "price_move", build: rebuildLargestChanges, isMerged: true },
  { name: "page_figure", build: buildPageFigures },
];

/** Builds tables for a dataset version. Returns true when visible figures of the version have changed. */
export async function buildDerivedTables(
  client: ClientBase,
  versionId: number,
  tables: readonly DerivedTable[],
): Promise<boolean> {
  let isChanged = false;
  const publishNewVersion = () => {
    isChanged = true;
  };
  for (const { build } of tables) await build(client, { versionId, publishNewVersion });
  return isChanged;
}

/** Records that all derived tables belong to a dataset version. */
export async function markDerivedTables(client: ClientBase, versionId: number): Promise<void> {
  await client.query(
    `INSERT INTO derived_table (name, version_id) SELECT unnest($1::text[]), $2
     ON CONFLICT (name) DO UPDATE SET version_id = excluded.version_id`,
    [DERIVED_TABLES.map(({ name }) => name), versionId],
  );
}
