import type { Change } from "./schema";

export const toVersionChangeRow = ({ key, before, after, ...change }: Change): object => ({
  ...change,
  ...key,
  ...listFigures("before", before),
  ...listFigures("after", after),
});

/** Names columns like `before_amount`. */
function listFigures(when: string, record: Change["before"]): Record<string, unknown> {
  const figures = new Map<string, unknown>(Object.entries(record ?? {}));
  return Object.fromEntries(
    ["amount", "currency", "usd_monthly", "usd_per_unit"].map((name) => [`${when}_${name}`, figures.get(name)]),
  );
}
