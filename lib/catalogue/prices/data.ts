import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import { toBadQuery } from "@/lib/api/query";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { JsonText } from "@/lib/contract/json-text";
import { readInOneVersion, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import { readPriceColumns } from "./columns-data";
import {
  type ColumnFilter,
  type ColumnOrder,
  type PriceColumns,
  rankProducts,
  selectBest,
  selectPage,
} from "./columns-rules";
import { priceById } from "./columns-sql";
import { findPricesOfDay, TooManyToSort } from "./day-data";
import type { listPrices } from "./endpoints";
import { toColumnFilter } from "./filter-rules";
import type { Price } from "./schema";

type Query = Omit<ListQuery<typeof listPrices>, "version">;
type Selected = { version: VersionColumn; data: string };

/** One page of current prices, in one dataset version, and the number of all that match. */
export const findCurrentPrices = (query: Query) => readInOneVersion(() => readPage(query));

/** One page of current prices, or of those of a day, in one dataset version, and the number of all that match. */
export async function findPrices(query: Query) {
  const { date } = query;
  return date === undefined ? findCurrentPrices(query) : findDated({ ...query, date });
}

async function findDated({ sort, ...query }: Query & { date: string }) {
  // `listPrices` refuses the order of changes on a past day.
  if (sort === "changed_on" || sort === "-changed_on") throw new TypeError("a past day has no order of changes");
  try {
    return await findPricesOfDay({ ...query, sort });
  } catch (error) {
    if (!(error instanceof TooManyToSort)) throw error;
    const parameter = query.best === undefined ? "sort" : "best";
    return toBadQuery([{ parameter, code: "conflict", detail: `leaves ${error.message}; filter more` }]);
  }
}

/** Null where the columns are of another version than the records. */
async function readPage(query: Query) {
  const [columns, facts] = await Promise.all([readPriceColumns(), readFacts()]);
  const { total, ids } = select(columns, toColumnFilter(query, facts), query);
  const row = await readPrices(ids, query.tax);
  const version = toVersion(row.version);
  return version.id === columns.versionId ? { version, total, data: new JsonText<Price[]>(row.data) } : null;
}

/** Records of prices by id, in this order, with the dataset version. */
function readPrices(ids: readonly number[], tax: TaxView): Promise<Selected> {
  // One subquery per record, because the planner cannot know how few there are; so it reads them by key.
  return readRow<Selected>(Prisma.sql`
    SELECT ${versionColumn} AS version, (
      SELECT concat('[', string_agg(record::text, ',' ORDER BY place), ']') FROM (
        SELECT place, (${priceById(Prisma.sql`listed.id`, tax)}) AS record
        FROM unnest(${ids}::int[]) WITH ORDINALITY AS listed (id, place)
      ) records
    ) AS data`);
}

function select(columns: PriceColumns, filter: ColumnFilter, { best, sort, tax, page, page_size: size }: Query) {
  const range = { start: (page - 1) * size, end: page * size };
  const cost = columns.ranks[tax === "excluded" ? "ex_tax_usd_monthly" : "usd_monthly"];
  const order = toSort(columns, sort, cost);
  return best === undefined
    ? selectPage(columns, filter, order, range)
    : selectBest(columns, filter, { cost, sort: order }, range);
}

/** Ranks of a sort; null for the order of the API. */
function toSort(columns: PriceColumns, sort: Query["sort"], cost: ColumnOrder["ranks"]): ColumnOrder | null {
  if (sort === "product") return null;
  const isDescending = sort.startsWith("-");
  if (sort === "-product") return { ranks: rankProducts(columns), isDescending };
  if (sort === "usd_monthly" || sort === "-usd_monthly") return { ranks: cost, isDescending };
  const isOfChange = sort === "changed_on" || sort === "-changed_on";
  return { ranks: columns.ranks[isOfChange ? "changed_on" : "verified_on"], isDescending };
}
