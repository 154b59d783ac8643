import type { Category, CategoryRow } from "./schema";

/** Categories as flat rows: one a country that has the median. */
export const toCategoryRows = (categories: readonly Category[]): CategoryRow[] =>
  categories.flatMap(({ countries, ...category }) =>
    countries.map(({ code, ...median }) => ({ ...category, country: code, ...median })),
  );
