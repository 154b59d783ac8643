import "server-only";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { z } from "zod";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import {
  type AllSeries,
  byKind,
  type ChangedColumns,
  lastChanged,
  type PriceColumns,
  prepareOrder,
  type RankName,
  type SeriesColumns,
} from "./columns-rules";

const Names = z.object({
  products: z.array(z.string()),
  kinds: z.array(z.object({ country: z.string(), platform: z.string(), period: z.string() })),
});
type SeriesRow = Record<"names" | "starts" | "ids" | "kinds", Buffer>;
type Row = SeriesRow & Record<"compared" | RankName, Buffer> & { version_id: number };

const column = (name: string, as = name) =>
  Prisma.sql`(SELECT cells FROM price_column WHERE name = ${name}) AS ${Prisma.raw(as)}`;

/** Columns of all current prices, with the dataset version that they are of, read once a version. */
export const readPriceColumns = readOncePerVersion(
  "price-columns",
  async (): Promise<PriceColumns & { versionId: number }> => {
    const row = await readRow<Row>(Prisma.sql`
      SELECT (SELECT max(id) FROM dataset_version) AS version_id, ${column("names")}, ${column("starts")}, ${column("ids")},
        ${column("kinds")}, ${column("compared")}, ${column("usd_monthly")}, ${column("ex_tax_usd_monthly")},
        ${column("verified_on")}, ${column("changed_on")}`);
    return {
      ...(await toSeries(row)),
      versionId: row.version_id,
      compared: await inflate(row.compared),
      ranks: {
        usd_monthly: await toIntegers(row.usd_monthly),
        ex_tax_usd_monthly: await toIntegers(row.ex_tax_usd_monthly),
        verified_on: await toIntegers(row.verified_on),
        changed_on: await toIntegers(row.changed_on),
      },
    };
  },
);

/** Columns of all series that ever changed, read once a version. */
export const readChangedColumns = readOncePerVersion("changed-columns", async (): Promise<ChangedColumns> => {
  const row = await readRow<SeriesRow & { days: Buffer }>(Prisma.sql`
    SELECT ${column("changed_names", "names")}, ${column("changed_starts", "starts")}, ${column("changed_ids", "ids")},
      ${column("changed_kinds", "kinds")}, ${column("changed_days", "days")}`);
  const columns = { ...(await toSeries(row)), days: await toIntegers(row.days) };
  prepareOrder(columns, lastChanged(columns));
  return columns;
});

/** Columns of all series, with the dataset version that they are of, read once a version. */
export const readAllSeries = readOncePerVersion("all-series", async (): Promise<AllSeries & { versionId: number }> => {
  const row = await readRow<SeriesRow & { version_id: number; first_days: Buffer; ended: Buffer }>(Prisma.sql`
      SELECT (SELECT max(id) FROM dataset_version) AS version_id, ${column("all_names", "names")},
        ${column("all_starts", "starts")}, ${column("all_ids", "ids")}, ${column("all_kinds", "kinds")},
        ${column("all_first_days", "first_days")}, ${column("ended_spans", "ended")}`);
  const spans = await toIntegers(row.ended);
  const [count, twice] = [spans.length / 3, (2 * spans.length) / 3];
  const columns = await toSeries(row);
  prepareOrder(columns, byKind(columns));
  return {
    ...columns,
    versionId: row.version_id,
    readFrom: await toIntegers(row.first_days),
    ended: {
      places: spans.subarray(0, count),
      firstDays: spans.subarray(count, twice),
      nextDays: spans.subarray(twice),
    },
  };
});

async function toSeries({ names, starts, ids, kinds }: SeriesRow): Promise<SeriesColumns> {
  const differences = await toIntegers(ids);
  let id = 0;
  return {
    ...Names.parse(JSON.parse((await inflate(names)).toString("utf8"))),
    starts: await toIntegers(starts),
    ids: differences.map((difference) => {
      id += difference;
      return id;
    }),
    kindOf: await toIntegers(kinds),
  };
}

/** Deflated, because the database writes bytes as text: twice as long, and slower than inflating them. */
const inflate = promisify<Buffer, Buffer>(inflateRaw);

/** Integers of four bytes, the lowest byte first. */
async function toIntegers(cells: Buffer): Promise<Int32Array> {
  const bytes = await inflate(cells);
  const integers = new Int32Array(bytes.length / 4);
  for (let at = 0; at < integers.length; at++) integers[at] = bytes.readInt32LE(4 * at);
  return integers;
}
