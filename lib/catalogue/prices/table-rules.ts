import { compareNames } from "@/lib/text/format";
import { byPrice, isCompared } from "./rules";
import type { Price } from "./schema";

export const SORTS = ["country", "platform", "period", "usd", "vs", "verified"] as const;
export type Sort = (typeof SORTS)[number];
export type Order = "ascending" | "descending";

export type PriceTableRow = { price: Price; name: string; region: string; pct: number | null };
export type PriceFilter = {
  country?: string | undefined;
  region?: string | undefined;
  platform?: string | undefined;
  period?: string | undefined;
};

export function filterRows(rows: readonly PriceTableRow[], filter: PriceFilter): PriceTableRow[] {
  return rows.filter(
    ({ price, region }) =>
      (filter.country === undefined || price.country === filter.country) &&
      (filter.region === undefined || region === filter.region) &&
      (filter.platform === undefined || price.platform === filter.platform) &&
      (filter.period === undefined || price.period === filter.period),
  );
}

const compareBy: Record<Sort, (a: PriceTableRow, b: PriceTableRow) => number> = {
  country: (a, b) => compareNames(a.name, b.name),
  platform: (a, b) => compareNames(a.price.platform, b.price.platform),
  period: (a, b) => compareNames(a.price.period, b.price.period),
  usd: (a, b) => compareNumbers(a.price.usd_monthly, b.price.usd_monthly),
  vs: (a, b) => compareNumbers(a.pct, b.pct),
  verified: (a, b) => compareNames(a.price.verified_on, b.price.verified_on),
};

const compareNumbers = (a: number | null, b: number | null) => (a ?? 0) - (b ?? 0);
const isUnknown: Partial<Record<Sort, (row: PriceTableRow) => boolean>> = {
  usd: ({ price }) => !isCompared(price) || price.ranked !== true,
  vs: ({ pct }) => pct === null,
};

const compareShares = (a: PriceTableRow, b: PriceTableRow) =>
  compareNumbers(a.price.income_share_pct, b.price.income_share_pct);

/**
 * Unknown values, and by price those that are not ranked, come last in either order; ties by price and country. With
 * `isByShare` prices count by their share of income.
 */
export function sortRows(rows: readonly PriceTableRow[], sort: Sort, order: Order, isByShare = false): PriceTableRow[] {
  const sign = order === "ascending" ? 1 : -1;
  const isShares = isByShare && sort === "usd";
  const compare = isShares ? compareShares : compareBy[sort];
  const unknown = (row: PriceTableRow) =>
    isUnknown[sort]?.(row) === true || (isShares && row.price.income_share_pct === null);
  return [...rows].sort(
    (a, b) => Number(unknown(a)) - Number(unknown(b)) || sign * compare(a, b) || byPrice(a.price, b.price),
  );
}

/** Rows of countries that have outdated prices alone, while the product has newer ones that are ranked; one each. */
export function divideLastSeen<Row extends Pick<PriceTableRow, "price">>(
  rows: readonly Row[],
): { listed: Row[]; lastSeen: Row[] } {
  const isSeen = ({ price }: Row) => price.outdated !== true || price.ranked === true;
  const seen = new Set(rows.filter(isSeen).map(({ price }) => price.country));
  if (seen.size === 0) return { listed: [...rows], lastSeen: [] };
  const lastSeen = new Map<string, Row>();
  for (const row of [...rows].sort((a, b) => byPrice(a.price, b.price)))
    if (!seen.has(row.price.country) && !lastSeen.has(row.price.country)) lastSeen.set(row.price.country, row);
  return { listed: rows.filter(({ price }) => seen.has(price.country)), lastSeen: [...lastSeen.values()] };
}
