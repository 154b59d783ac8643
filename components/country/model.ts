import type { FigureContext } from "@/components/site/figure-data";
import type { CategoryMedians } from "@/lib/catalogue/countries/medians-data";
import type { CountryQuery, PriceSort } from "@/lib/catalogue/countries/page-schema";
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
  rows: readonly CountryRow[];
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

/** The rows whose difference counts in the index, one a product, the most below the US first. */
export const relativesOf = (rows: readonly CountryRow[]): (CountryRow & { pct: number })[] =>
  rows
    .filter((row): row is CountryRow & { pct: number } => row.is_relative && row.pct !== null)
    .sort((a, b) => a.pct - b.pct || a.label.localeCompare(b.label, "en"));

const compareBy: Record<PriceSort, (a: CountryRow, b: CountryRow) => number> = {
  product: (a, b) => a.label.localeCompare(b.label, "en"),
  category: (a, b) => a.category.localeCompare(b.category, "en"),
  usd: (a, b) => (a.price.usd_monthly ?? 0) - (b.price.usd_monthly ?? 0),
  us: (a, b) => (a.us_usd_monthly ?? 0) - (b.us_usd_monthly ?? 0),
  vs: (a, b) => (a.pct ?? 0) - (b.pct ?? 0),
  verified: (a, b) => a.price.verified_on.localeCompare(b.price.verified_on, "en"),
};
const isUnknown: Partial<Record<PriceSort, (row: CountryRow) => boolean>> = {
  usd: ({ price }) => price.usd_monthly === null,
  us: (row) => row.us_usd_monthly === null,
  vs: ({ pct }) => pct === null,
};

/** The rows that the query asks for, in its order; what is not known comes last. */
export function selectRows(rows: readonly CountryRow[], query: CountryQuery): CountryRow[] {
  const { category, platform, period, sort, order } = query;
  const sign = order === "ascending" ? 1 : -1;
  const unknown = isUnknown[sort] ?? (() => false);
  return rows
    .filter(
      (row) =>
        (category === undefined || row.category === category) &&
        (platform === undefined || row.price.platform === platform) &&
        (period === undefined || row.price.period === period),
    )
    .sort(
      (a, b) =>
        Number(unknown(a)) - Number(unknown(b)) ||
        sign * compareBy[sort](a, b) ||
        a.label.localeCompare(b.label, "en") ||
        a.price.period.localeCompare(b.price.period, "en"),
    );
}
