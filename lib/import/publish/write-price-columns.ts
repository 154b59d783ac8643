import "server-only";
import { promisify } from "node:util";
import { deflateRaw, type ZlibOptions } from "node:zlib";
import type { ClientBase } from "pg";
import QueryStream from "pg-query-stream";
import { NEVER, type PriceKind, RANK_NAMES, rankValues } from "@/lib/catalogue/prices/columns-rules";
import { isComparable } from "@/lib/dataset/rate-rules";

const deflate = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

/** Products read at a time; prices per product are bounded by countries x platforms x periods. */
const BATCH_PRODUCTS = 20;

/** SQL of a day as a number of days since 1970. */
const toDaysSql = (day: string) => `(${day} - date '1970-01-01')`;

/** One product with its series, each column joined by commas. */
type Row = [slug: string, ...columns: string[]];

/** Some of the series, by product, with their ranked values as numbers, NaN for none. */
type Listed = {
  products: string[];
  starts: number[];
  ids: number[];
  kinds: Map<string, number>;
  kindOf: number[];
  values: number[][];
};

/** Spans of days on which a series was no longer listed: its first day, and the day on which the price was seen again. */
const ENDED_SPANS = `
  SELECT price_id, ${toDaysSql("min(observed_on)")} AS first_day, ${toDaysSql("next_day")} AS next_day FROM (
    SELECT e.price_id, e.observed_on, (
      SELECT o.observed_on FROM price_observation o
      WHERE o.price_id = e.price_id AND o.observed_on > e.observed_on AND o.amount IS NOT NULL
      ORDER BY o.observed_on LIMIT 1
    ) AS next_day FROM price_observation e WHERE e.amount IS NULL
  ) AS ended_day GROUP BY price_id, next_day ORDER BY price_id, first_day`;

/** Two digits, 1 or 0: whether a series has a price, and comparable US dollars. */
const FLAGS = `concat((p.amount IS NOT NULL)::int, (${isComparable("p")})::int)`;
/** Grouped once: a look-up for each price takes twice as long. */
const FIRST_READ = `(SELECT price_id, min(observed_on) AS day FROM price_observation GROUP BY price_id)`;

const CHANGED_ON = RANK_NAMES.indexOf("changed_on");
/** Values by which prices are sorted, in the order of RANK_NAMES. */
const RANKED = ["p.usd_monthly", "l.ex_tax_usd_monthly", toDaysSql("p.verified_on"), toDaysSql("p.changed_on")];

/**
 * Rebuilds `price_column`: series as columns of numbers (see lib/catalogue/prices/columns-rules.ts), integers of four
 * bytes but for `compared`, ids as differences from the one before, and names as JSON, all deflated: the current prices,
 * those that ever changed, and all with the day on which each was first read and the spans in which they were no longer
 * listed. Runs inside the caller's transaction, after the lenses.
 */
export async function writePriceColumns(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM price_column");
  const { current, compared, changed, all } = await listSeries(client);
  await write(client, [
    ...toColumns("", current),
    ["compared", Buffer.from(compared)],
    ...RANK_NAMES.map((name, at): [string, Buffer] => [name, toRankBytes(current.values[at])]),
  ]);
  await write(client, [...toColumns("changed_", changed), ["changed_days", toRankBytes(changed.values[0])]]);
  await write(client, [
    ...toColumns("all_", all),
    ["all_first_days", toBytes(all.values[0] ?? [])],
    ["ended_spans", await readEndedSpans(client, all.ids)],
  ]);
}

/** Reads the spans in which series were no longer listed, as columns: place, first day, day when seen again. */
async function readEndedSpans(client: ClientBase, ids: readonly number[]): Promise<Buffer> {
  const { rows } = await client.query<[id: number, firstDay: number, nextDay: number | null]>({
    text: ENDED_SPANS,
    rowMode: "array",
  });
  const ended = new Set(rows.map(([id]) => id));
  const placeOf = new Map<number, number>();
  for (const [place, id] of ids.entries()) if (ended.has(id)) placeOf.set(id, place);
  const spans = rows
    .map(([id, firstDay, nextDay]) => ({ place: placeOf.get(id) ?? 0, firstDay, nextDay: nextDay ?? NEVER }))
    .sort((a, b) => a.place - b.place);
  return toBytes([
    ...spans.map(({ place }) => place),
    ...spans.map(({ firstDay }) => firstDay),
    ...spans.map(({ nextDay }) => nextDay),
  ]);
}

/** Reads all series once, in the order of the API, into lists of the current ones, those that changed, and the observed. */
async function listSeries(client: ClientBase) {
  const each = (value: string) => `string_agg(${value}, ',' ORDER BY p.country, p.platform, p.period)`;
  const columns = [
    each("p.id::text"),
    each("p.country || ' ' || p.platform || ' ' || p.period"),
    each(FLAGS),
    each(`coalesce((${toDaysSql("first_read.day")})::text, '')`),
    ...RANKED.map((value) => each(`coalesce((${value})::text, '')`)),
  ];
  const [current, changed, all, compared]: [Listed, Listed, Listed, number[]] = [newList(), newList(), newList(), []];
  const rows: AsyncIterable<Row> = client.query(
    new QueryStream(
      `SELECT p.product, ${columns.join(", ")} FROM price p
         LEFT JOIN price_lens l ON l.price_id = p.id LEFT JOIN ${FIRST_READ} first_read ON first_read.price_id = p.id
       GROUP BY p.product ORDER BY p.product`,
      [],
      { rowMode: "array", batchSize: BATCH_PRODUCTS, highWaterMark: BATCH_PRODUCTS },
    ),
  );
  for await (const [product, ...texts] of rows) {
    const [ids = [], kinds = [], flags = [], firstDays = [], ...ranked] = texts.map((text) => text.split(","));
    for (const [at, id] of ids.entries()) {
      const [isCurrent, isCompared] = flags[at] ?? "";
      const firstDay = toNumber(firstDays[at] ?? "");
      const values = ranked.map((texts) => toNumber(texts[at] ?? ""));
      const series = { product, id: Number(id), kind: kinds[at] ?? "" };
      if (isCurrent === "1") {
        add(current, series, values);
        compared.push(Number(isCompared));
      }
      if (!Number.isNaN(values[CHANGED_ON])) add(changed, series, values.slice(CHANGED_ON));
      if (!Number.isNaN(firstDay)) add(all, series, [firstDay]);
    }
  }
  return { current, compared, changed, all };
}

const newList = (): Listed => ({ products: [], starts: [], ids: [], kinds: new Map(), kindOf: [], values: [] });

function add(list: Listed, { product, id, kind }: { product: string; id: number; kind: string }, values: number[]) {
  if (list.products.at(-1) !== product) {
    list.products.push(product);
    list.starts.push(list.ids.length);
  }
  const number = list.kinds.get(kind) ?? list.kinds.size;
  list.kinds.set(kind, number);
  list.kindOf.push(number);
  list.ids.push(id);
  for (const [at, value] of values.entries()) {
    list.values[at] ??= [];
    list.values[at].push(value);
  }
}

const toColumns = (prefix: string, { products, starts, ids, kinds, kindOf }: Listed): [string, Buffer][] => [
  [`${prefix}names`, Buffer.from(JSON.stringify({ products, kinds: [...kinds.keys()].map(toKind) }))],
  [`${prefix}starts`, toBytes([...starts, ids.length])],
  [`${prefix}ids`, toBytes(ids.map((id, at) => id - (ids[at - 1] ?? 0)))],
  [`${prefix}kinds`, toBytes(kindOf)],
];

const toRankBytes = (values: readonly number[] = []): Buffer => toBytes(rankValues(Float64Array.from(values)));

async function write(client: ClientBase, columns: readonly [string, Buffer][]): Promise<void> {
  const deflated = await Promise.all(columns.map(([, cells]) => deflate(cells, { level: 1 })));
  for (const [at, [name]] of columns.entries())
    await client.query("INSERT INTO price_column (name, cells) VALUES ($1, $2)", [name, deflated[at]]);
}

/** Amount, or day as a number of days; NaN without one. */
const toNumber = (text: string): number => (text === "" ? Number.NaN : Number(text));

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
