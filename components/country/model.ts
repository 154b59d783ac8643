import type { FigureContext } from "@/components/site/figure-data";
import type { CountryFigures } from "@/lib/catalogue/countries/figures-data";
import type { CategoryMedians } from "@/lib/catalogue/countries/medians-data";
import type { CountryQuery } from "@/lib/catalogue/countries/page-schema";
import type { CountryPrice } from "@/lib/catalogue/countries/prices-data";
import type { Country } from "@/lib/catalogue/countries/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { UsedSource } from "@/lib/dataset/rules";

/** A price there with the name of what it is for. */
export type CountryRow = CountryPrice & { label: string };

/** What every part of a country's page draws from. */
export type CountryPage = {
  country: Country;
  /** How many countries have an index. */
  ranked: number;
  figures: CountryFigures;
  /** One page of its prices, and how many there are under the filters. */
  rows: readonly CountryRow[];
  found: number;
  medians: readonly CategoryMedians[];
  query: CountryQuery;
  money: Money;
  today: string;
  context: FigureContext;
  sources: readonly UsedSource[];
};

export const toRow = (row: CountryPrice): CountryRow => ({
  ...row,
  label: productLabel(row),
});
