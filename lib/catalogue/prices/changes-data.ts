import "server-only";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { readFigures } from "@/lib/dataset/page-figures-data";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { readRow } from "@/lib/platform/read-row";
import type { PriceChange, WithdrawnChange } from "./changes-schema";
import { LISTED_CHANGES, type NewestChanges, newestChanges } from "./changes-sql";
import { readChangedColumns } from "./columns-data";
import { lastChanged, selectPage } from "./columns-rules";
import { type SeriesFilter, toColumnFilter } from "./filter-rules";

/**
 * Series, last changed first, that are searched for the newest changes: each has one on the day on which it last changed,
 * but where that was its end or its return. Where these are not enough, more are searched.
 */
const FIRST_SERIES = LISTED_CHANGES;

/** Newest changes of local prices that a filter leaves, newest first: at most LISTED_CHANGES. */
export async function findChanges(filter: SeriesFilter): Promise<PriceChange[]> {
  const [columns, facts] = await Promise.all([readChangedColumns(), readFacts()]);
  const test = toColumnFilter(filter, facts);
  for (let series = FIRST_SERIES; ; series *= 8) {
    const { ids, total } = selectPage(columns, test, lastChanged(columns), { start: 0, end: series });
    const { changes, isDecided } = await readRow<NewestChanges>(newestChanges(ids));
    if (isDecided || ids.length === total) return changes;
  }
}

/** Changes that corrections took back, the last one first (lib/import/publish/withdrawn-changes-sql.ts). */
const readWithdrawn = readOncePerVersion("withdrawn_changes", () =>
  readFigures<WithdrawnChange[]>("withdrawn_changes"),
);

/** Newest changes that corrections took back, of those that a filter leaves, the last one first. */
export async function findWithdrawnChanges(filter: SeriesFilter): Promise<WithdrawnChange[]> {
  const [withdrawn, facts] = await Promise.all([readWithdrawn(), readFacts()]);
  const { products, hasKind } = toColumnFilter(filter, facts);
  return withdrawn
    .filter((change) => (products?.has(change.product) ?? true) && (hasKind?.(change) ?? true))
    .slice(0, LISTED_CHANGES);
}
