import "server-only";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { MS_PER_DAY } from "@/lib/contract/days";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { JsonText } from "@/lib/contract/json-text";
import { readInOneVersion, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import { readAllSeries } from "./columns-data";
import { findEnded, findFirstReading, rankProducts, selectPage, selectReadFirst } from "./columns-rules";
import { placedIds, usdMonthly } from "./columns-sql";
import { askedDay, datedJson, datedPrices, fromDated } from "./day-sql";
import { type SeriesFilter, toColumnFilter } from "./filter-rules";
import type { DayPrice } from "./schema";

/**
 * Most series of a day that are sorted by what they cost or say: their prices are computed for the day asked for, some
 * 0.1 ms each, while any other order reads one page.
 */
export const MOST_SORTED = 5_000;

type DayQuery = SeriesFilter & {
  date: string;
  tax: TaxView;
  sort?: "product" | "-product" | "usd_monthly" | "-usd_monthly" | "verified_on" | "-verified_on";
  best?: "country" | undefined;
  /** In the order of the API, those that had been read by the day first, as far as one answer has all of them. */
  readFirst?: boolean;
  page: number;
  page_size: number;
};

/** A sort by values of a day leaves more series than are computed at once. */
export class TooManyToSort extends Error {
  constructor(found: number) {
    super(`${found} series, and at most ${MOST_SORTED} are sorted on a past day`);
  }
}

/**
 * One page of the prices of a day, as known in one dataset version, and the number of all that match. Throws
 * TooManyToSort.
 */
export const findPricesOfDay = (query: DayQuery) =>
  readInOneVersion(async () => {
    const [columns, facts] = await Promise.all([readAllSeries(), readFacts()]);
    const day = Date.parse(query.date) / MS_PER_DAY;
    const ended = findEnded(columns, day);
    const filter = { ...toColumnFilter(query, facts), without: ended };
    const { sort = "product", best, page, page_size } = query;
    const isByValue = best !== undefined || !sort.endsWith("product");
    const order = sort === "-product" ? { ranks: rankProducts(columns), isDescending: true } : null;
    const range = isByValue ? { start: 0, end: MOST_SORTED } : { start: (page - 1) * page_size, end: page * page_size };
    const { total, ids } = query.readFirst
      ? selectReadFirst(columns, filter, day, JSON_PAGE_SIZE, range)
      : selectPage(columns, filter, order, range);
    if (isByValue && total > MOST_SORTED) throw new TooManyToSort(total);
    const found = await (isByValue ? readSorted(ids, query) : readInOrder(ids, query));
    const version = toVersion(found.version);
    if (version.id !== columns.versionId) return null;
    return { version, total: found.total ?? total, data: new JsonText<DayPrice[]>(found.data) };
  });

/** Day on which the first of a product's or a country's series was read; null where none was. */
export async function findFirstDay(filter: Pick<SeriesFilter, "product" | "country">): Promise<string | null> {
  const [columns, facts] = await Promise.all([readAllSeries(), readFacts()]);
  const day = findFirstReading(columns, toColumnFilter(filter, facts));
  return day === null ? null : new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

type Found = { version: VersionColumn; total: number | null; data: string };

const readInOrder = (ids: readonly number[], { date, tax }: DayQuery) =>
  readRow<Found>(Prisma.sql`
    WITH ${askedDay(date)}, ${placedIds(ids)}, ${datedPrices}
    SELECT ${versionColumn} AS version, NULL AS total,
      (SELECT concat('[', string_agg(${datedJson(tax)}::text, ',' ORDER BY p.place), ']') ${fromDated}) AS data`);

/** Page of the series in the order of a value, with `best` of the lowest price of each country. */
function readSorted(ids: readonly number[], { date, tax, sort = "product", best, page, page_size }: DayQuery) {
  const cost = usdMonthly[tax];
  const lowest = Prisma.sql`
    SELECT DISTINCT ON (p.country) p.id, p.place, ${cost} AS usd_monthly, p.verified_on ${fromDated}
    WHERE ${cost} IS NOT NULL ORDER BY p.country, ${cost}, p.place`;
  const all = Prisma.sql`SELECT p.id, p.place, ${cost} AS usd_monthly, p.verified_on ${fromDated}`;
  const direction = Prisma.raw(sort.startsWith("-") ? "DESC" : "ASC");
  const keys = {
    product: Prisma.sql`p.product ${direction}`,
    usd_monthly: Prisma.sql`c.usd_monthly ${direction} NULLS LAST`,
    verified_on: Prisma.sql`c.verified_on ${direction} NULLS LAST`,
  };
  const key = keys[sort.replace("-", "") as keyof typeof keys];
  return readRow<Found>(Prisma.sql`
    WITH ${askedDay(date)}, ${placedIds(ids)}, ${datedPrices},
      chosen AS MATERIALIZED (${best === undefined ? all : lowest}),
      sorted AS MATERIALIZED (
        SELECT c.id, row_number() OVER (ORDER BY ${key}, c.place) AS number FROM chosen c JOIN price p ON p.id = c.id
      )
    SELECT ${versionColumn} AS version, (SELECT count(*)::int FROM chosen) AS total,
      (SELECT concat('[', string_agg(${datedJson(tax)}::text, ',' ORDER BY sorted.number), ']')
       ${fromDated} JOIN sorted ON sorted.id = p.id
       WHERE sorted.number > ${(page - 1) * page_size} AND sorted.number <= ${page * page_size}) AS data`);
}
