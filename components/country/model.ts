import type { FigureContext } from "@/components/site/figure-data";
import type { CategoryMedians } from "@/lib/catalogue/categories/schema";
import type { CountryFigures } from "@/lib/catalogue/countries/figures/schema";
import type { CountryQuery } from "@/lib/catalogue/countries/page-schema";
import type { CountryPrice } from "@/lib/catalogue/countries/prices/schema";
import type { Country, IndexedCountry } from "@/lib/catalogue/countries/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { type Cheapest, productLabel } from "@/lib/catalogue/products/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import type { UsedSource } from "@/lib/dataset/rules";
import type { PublicReport } from "@/lib/desk/reports/schema";

export type LabelledPrice = CountryPrice & { label: string };

export type CountryPage = {
  country: Country;
  /** Code of the country that prices and index are compared with. */
  base: string;
  /** Countries with an index against the base, lowest first. */
  indexed: readonly IndexedCountry[];
  figures: CountryFigures;
  rows: readonly LabelledPrice[];
  /** Prices that were read long before those of the same product elsewhere. */
  lastSeen: readonly LabelledPrice[];
  /** It is the reader's country. */
  isOwn: boolean;
  /** Of each product in `rows`, with its lowest ranked price. */
  cheapest: ReadonlyMap<string, Cheapest>;
  found: number;
  medians: readonly CategoryMedians[];
  query: CountryQuery;
  lens: Lens;
  money: Money;
  today: string;
  context: FigureContext;
  sources: readonly UsedSource[];
  reports: ReadonlyMap<string, PublicReport>;
};

export const toRow = (row: CountryPrice): LabelledPrice => ({
  ...row,
  label: productLabel(row),
});
