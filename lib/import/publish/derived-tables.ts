import "server-only";
import type { ClientBase } from "pg";
import { buildCountryPages } from "./country-pages";
import { listPrices } from "./list-prices";
import { buildPageFigures } from "./page-figures";
import { rebuildMoves } from "./price-moves";
import { buildProductBilling } from "./product-billing";
import { rebuildStates } from "./rebuild-states";
import { summarizeLenses } from "./summarize-lenses";
import { summarizeProducts } from "./summarize-products";
import { writeCountryLenses } from "./write-country-lenses";
import { writeIndexes } from "./write-indexes";
import { writeLenses } from "./write-lenses";

// Tables and columns that hold nothing but what follows from prices, observations and rates. Each names the dataset
// version it was built for in `derived_table`. An import builds them for the version it publishes; the server builds
// those that do not name the newest version when it starts (see rebuild-derived.ts), as after an import by an older
// release, which does not know them.
//
// To add one: create its table, empty, in a migration, and add an entry below, after the tables it is built from.
// `build` has to leave the same rows whatever stood there before. The migration fills nothing: a database that has no
// row in `derived_table` for the new entry gets it built at the next start.
// To build one in another way: let a migration delete its row in `derived_table`.

export interface DerivedFor {
  versionId: number;
  /** Says that what this version showed has changed: it is published as another, so that no cache has the old under its name. */
  publishAnew: () => void;
}

export interface DerivedTable {
  name: string;
  /** Writes the table anew, inside the caller's transaction. */
  build: (client: ClientBase, derivedFor: DerivedFor) => Promise<void>;
  /** Brought up to date by the import itself, while it merges, for what the import changed. */
  isMerged?: true;
}

export const DERIVED_TABLES: readonly DerivedTable[] = [
  { name: "price", build: rebuildStates, isMerged: true },
  { name: "product", build: summarizeProducts, isMerged: true },
  { name: "price_list", build: listPrices },
  { name: "country_index", build: writeIndexes },
  { name: "price_lens", build: writeLenses },
  { name: "product_lens", build: summarizeLenses },
  { name: "country_lens", build: writeCountryLenses },
  { name: "product_billing", build: buildProductBilling },
  { name: "country_page", build: buildCountryPages },
  { name: "price_move", build: rebuildMoves, isMerged: true },
  { name: "page_figure", build: buildPageFigures },
];

/** Builds tables for a dataset version. Returns true when figures that the version already showed have changed. */
export async function buildDerivedTables(
  client: ClientBase,
  versionId: number,
  tables: readonly DerivedTable[],
): Promise<boolean> {
  let isChanged = false;
  const publishAnew = () => {
    isChanged = true;
  };
  for (const { build } of tables) await build(client, { versionId, publishAnew });
  return isChanged;
}

/** Says that all derived tables are those of a dataset version. */
export async function markDerivedTables(client: ClientBase, versionId: number): Promise<void> {
  await client.query(
    `INSERT INTO derived_table (name, version_id) SELECT unnest($1::text[]), $2
     ON CONFLICT (name) DO UPDATE SET version_id = excluded.version_id`,
    [DERIVED_TABLES.map(({ name }) => name), versionId],
  );
}
