import "server-only";
import type { ClientBase } from "pg";
import { type PriceKind, RANK_NAMES, rankValues } from "@/lib/catalogue/prices/columns-rules";
import { isComparable } from "@/lib/dataset/rate-rules";

/** Products read at a time; prices per product are bounded by countries x platforms x periods. */
const BATCH_PRODUCTS = 20;
const MS_PER_DAY = 86_400_000;

/** One product with its prices, each column joined by commas. */
type Row = [slug: string, ids: string, kinds: string, compared: string, ...values: string[]];

const each = (value: string) => `string_agg(${value}, ',' ORDER BY p.country, p.platform, p.period)`;
/** Values by which prices are sorted, in the order of RANK_NAMES; empty where there is none. */
const VALUES = ["p.usd_monthly::text", "l.ex_tax_usd_monthly::text", "p.verified_on::text", "p.changed_on::text"];

const PRODUCTS = `
  SELECT p.product, ${each("p.id::text")}, ${each("p.country || ' ' || p.platform || ' ' || p.period")},
    ${each(`CASE WHEN ${isComparable("p")} THEN '1' ELSE '0' END`)},
    ${VALUES.map((value) => each(`coalesce(${value}, '')`)).join(", ")}
  FROM price p LEFT JOIN price_lens l ON l.price_id = p.id WHERE p.amount IS NOT NULL
  GROUP BY p.product ORDER BY p.product`;

/**
 * Rebuilds `price_column`: the current prices as columns of numbers (see lib/catalogue/prices/columns-rules.ts), integers
 * of four bytes but for `compared`, and `names` as JSON. Runs inside the caller's transaction, after the lenses.
 */
export async function writePriceColumns(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM price_column");
  await client.query(`DECLARE column_product NO SCROLL CURSOR FOR ${PRODUCTS}`);
  const products: string[] = [];
  const starts = [0];
  const kinds = new Map<string, number>();
  const [ids, kindOf, compared]: [number[], number[], number[]] = [[], [], []];
  const values = RANK_NAMES.map((): number[] => []);
  for (;;) {
    const { rows } = await client.query<Row>({
      text: `FETCH ${BATCH_PRODUCTS} FROM column_product`,
      rowMode: "array",
    });
    for (const [slug, idTexts, kindTexts, comparedTexts, ...valueTexts] of rows) {
      products.push(slug);
      for (const id of idTexts.split(",")) ids.push(Number(id));
      for (const kind of kindTexts.split(",")) {
        const number = kinds.get(kind) ?? kinds.size;
        kinds.set(kind, number);
        kindOf.push(number);
      }
      for (const one of comparedTexts.split(",")) compared.push(Number(one));
      for (const [at, texts] of valueTexts.entries())
        for (const text of texts.split(",")) values[at]?.push(toNumber(text));
      starts.push(ids.length);
    }
    if (rows.length === 0) break;
  }
  await client.query("CLOSE column_product");
  const names = { products, kinds: [...kinds.keys()].map(toKind) };
  const columns: [string, Buffer][] = [
    ["names", Buffer.from(JSON.stringify(names))],
    ["starts", toBytes(starts)],
    ["ids", toBytes(ids)],
    ["kinds", toBytes(kindOf)],
    ["compared", Buffer.from(Uint8Array.from(compared))],
    ...RANK_NAMES.map((name, at): [string, Buffer] => [name, toBytes(rankValues(Float64Array.from(values[at] ?? [])))]),
  ];
  for (const column of columns) await client.query("INSERT INTO price_column (name, cells) VALUES ($1, $2)", column);
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
