import "server-only";
import { deflateRawSync } from "node:zlib";
import type { ClientBase } from "pg";
import { NEVER, type PriceKind, RANK_NAMES, rankValues } from "@/lib/catalogue/prices/columns-rules";
import { isComparable } from "@/lib/dataset/rate-rules";

/** Products read at a time; prices per product are bounded by countries x platforms x periods. */
const BATCH_PRODUCTS = 20;
const MS_PER_DAY = 86_400_000;

/** One product with its series, each column joined by commas. */
type Row = [slug: string, ids: string, kinds: string, ...values: string[]];

/** Series by product, with values as numbers, NaN for none. */
type Listed = {
  products: string[];
  starts: number[];
  ids: number[];
  kinds: Map<string, number>;
  kindOf: number[];
  values: number[][];
};

const CURRENT = "price p LEFT JOIN price_lens l ON l.price_id = p.id WHERE p.amount IS NOT NULL";
const OBSERVED = "price p WHERE EXISTS (SELECT FROM price_observation o WHERE o.price_id = p.id)";
/** Spans of days on which a series was no longer listed: its first day, and the day on which the price was seen again. */
const ENDED_SPANS = `
  SELECT price_id, min(observed_on)::text AS first_day, next_day::text FROM (
    SELECT e.price_id, e.observed_on, (
      SELECT o.observed_on FROM price_observation o
      WHERE o.price_id = e.price_id AND o.observed_on > e.observed_on AND o.amount IS NOT NULL
      ORDER BY o.observed_on LIMIT 1
    ) AS next_day FROM price_observation e WHERE e.amount IS NULL
  ) AS ended_day GROUP BY price_id, next_day ORDER BY price_id, first_day`;
const COMPARED = `CASE WHEN ${isComparable("p")} THEN '1' ELSE '0' END`;
/** Values by which prices are sorted, in the order of RANK_NAMES. */
const RANKED = ["p.usd_monthly::text", "l.ex_tax_usd_monthly::text", "p.verified_on::text", "p.changed_on::text"];

/**
 * Rebuilds `price_column`: series as columns of numbers (see lib/catalogue/prices/columns-rules.ts), integers of four
 * bytes but for `compared`, ids as differences from the one before, and names as JSON, all deflated: the current prices,
 * those that ever changed, and all with the spans in which they were no longer listed. Runs inside the caller's
 * transaction, after the lenses.
 */
export async function writePriceColumns(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM price_column");
  const current = await listSeries(client, CURRENT, [COMPARED, ...RANKED]);
  const [compared = [], ...ranked] = current.values;
  await write(client, [
    ...toColumns("", current),
    ["compared", Buffer.from(Uint8Array.from(compared))],
    ...RANK_NAMES.map((name, at): [string, Buffer] => [name, toRankBytes(ranked[at])]),
  ]);
  const changed = await listSeries(client, "price p WHERE p.changed_on IS NOT NULL", ["p.changed_on::text"]);
  await write(client, [...toColumns("changed_", changed), ["changed_days", toRankBytes(changed.values[0])]]);
  const all = await listSeries(client, OBSERVED, []);
  await write(client, [...toColumns("all_", all), ["ended_spans", await readEndedSpans(client, all.ids)]]);
}

/** Reads the spans in which series were no longer listed, as columns: place, first day, day when seen again. */
async function readEndedSpans(client: ClientBase, ids: readonly number[]): Promise<Buffer> {
  const { rows } = await client.query<[id: number, firstDay: string, nextDay: string | null]>({
    text: ENDED_SPANS,
    rowMode: "array",
  });
  const ended = new Set(rows.map(([id]) => id));
  const placeOf = new Map<number, number>();
  for (const [place, id] of ids.entries()) if (ended.has(id)) placeOf.set(id, place);
  const spans = rows.map(([id, ...days]) => ({ place: placeOf.get(id) ?? 0, days })).sort((a, b) => a.place - b.place);
  const toDays = (day: string | null) => (day === null ? NEVER : toNumber(day));
  return toBytes([
    ...spans.map(({ place }) => place),
    ...spans.map(({ days: [firstDay] }) => toDays(firstDay)),
    ...spans.map(({ days: [, nextDay] }) => toDays(nextDay)),
  ]);
}

/** Reads series in the order of the API, with some of their values, as texts that may be null. */
async function listSeries(client: ClientBase, from: string, values: readonly string[]): Promise<Listed> {
  const each = (value: string) => `string_agg(${value}, ',' ORDER BY p.country, p.platform, p.period)`;
  const columns = [
    each("p.id::text"),
    each("p.country || ' ' || p.platform || ' ' || p.period"),
    ...values.map((value) => each(`coalesce(${value}, '')`)),
  ];
  await client.query(
    `DECLARE column_product NO SCROLL CURSOR FOR SELECT p.product, ${columns.join(", ")} FROM ${from}
     GROUP BY p.product ORDER BY p.product`,
  );
  const listed: Listed = {
    ...{ products: [], starts: [0], ids: [], kinds: new Map(), kindOf: [] },
    values: values.map(() => []),
  };
  for (;;) {
    const { rows } = await client.query<Row>({ text: `FETCH ${BATCH_PRODUCTS} FROM column_product`, rowMode: "array" });
    for (const row of rows) addProduct(listed, row);
    if (rows.length === 0) break;
  }
  await client.query("CLOSE column_product");
  return listed;
}

function addProduct(
  { products, starts, ids, kinds, kindOf, values }: Listed,
  [slug, idTexts, kindTexts, ...texts]: Row,
) {
  products.push(slug);
  for (const id of idTexts.split(",")) ids.push(Number(id));
  for (const kind of kindTexts.split(",")) {
    const number = kinds.get(kind) ?? kinds.size;
    kinds.set(kind, number);
    kindOf.push(number);
  }
  for (const [at, joined] of texts.entries()) for (const text of joined.split(",")) values[at]?.push(toNumber(text));
  starts.push(ids.length);
}

const toColumns = (prefix: string, { products, starts, ids, kinds, kindOf }: Listed): [string, Buffer][] => [
  [`${prefix}names`, Buffer.from(JSON.stringify({ products, kinds: [...kinds.keys()].map(toKind) }))],
  [`${prefix}starts`, toBytes(starts)],
  [`${prefix}ids`, toBytes(ids.map((id, at) => id - (ids[at - 1] ?? 0)))],
  [`${prefix}kinds`, toBytes(kindOf)],
];

const toRankBytes = (values: readonly number[] = []): Buffer => toBytes(rankValues(Float64Array.from(values)));

async function write(client: ClientBase, columns: readonly [string, Buffer][]): Promise<void> {
  for (const [name, cells] of columns) {
    const deflated = deflateRawSync(cells, { level: 1 });
    await client.query("INSERT INTO price_column (name, cells) VALUES ($1, $2)", [name, deflated]);
  }
}

/** Amount, or day as a number of days; NaN without one. */
function toNumber(text: string): number {
  if (text === "") return Number.NaN;
  return text.includes("-") ? Date.parse(text) / MS_PER_DAY : Number(text);
}

function toKind(text: string): PriceKind {
  const [country = "", platform = "", period = ""] = text.split(" ");
  return { country, platform, period };
}

/** Integers of four bytes, the lowest byte first. */
function toBytes(numbers: ArrayLike<number>): Buffer {
  const bytes = Buffer.allocUnsafe(4 * numbers.length);
  for (let at = 0; at < numbers.length; at++) bytes.writeInt32LE(numbers[at] ?? 0, 4 * at);
  return bytes;
}
