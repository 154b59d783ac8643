import type { Change } from "./schema";

/** Change as a flat row, by the names of its columns. */
export const toVersionChangeRow = ({ key, before, after, ...change }: Change): object => ({
  ...change,
  ...("slug" in key ? { product: key.slug } : key),
  ...listFigures("before", before),
  ...listFigures("after", after),
});

/** Figures of a record as cells: `before_amount`. */
function listFigures(when: string, record: Change["before"]): Record<string, unknown> {
  const figures = new Map<string, unknown>(record === null || "slug" in record ? [] : Object.entries(record));
  return Object.fromEntries(
    ["amount", "currency", "usd_monthly", "usd_per_unit"].map((name) => [`${when}_${name}`, figures.get(name)]),
  );
}
