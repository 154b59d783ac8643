import "server-only";
import { setImmediate as pause } from "node:timers/promises";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { ClientBase } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { MS_PER_DAY } from "@/lib/contract/days";
import type { Meta } from "@/lib/contract/envelope";
import type { ExportColumn, ExportSpec } from "./export-spec";

/** Rows that are encoded at once, between which the process answers: about 30 ms. */
const GROUP_ROWS = 2_000;
/** The most digits that readers take. */
const PRECISION = 38;
const DECIMAL_BYTES = 16;
/** Digits behind the point, the same in every version: as many as rates are stored with, and enough for all else. */
const RATE_SCALE = 15;
const SCALE = 6;
const RATE = /(?:rate|factor|price_level|per_unit|per_capita_usd)$/;

type Value = string | number | bigint | boolean;
const UTC = { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" } as const;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];
type Field = { element: SchemaElement; toValue: (text: string) => Value };

/** What CSV has, typed: numbers as DECIMAL with the same digits, counts INT32, days DATE, instants TIMESTAMP. */
export async function* copyParquet(
  client: ClientBase,
  versionId: number,
  { columns, rows }: ExportSpec,
  meta: Meta,
): AsyncGenerator<Buffer> {
  const fields = columns.map(toField);
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "row", num_children: fields.length }, ...fields.map(({ element }) => element)],
    kvMetadata: [{ key: "meta", value: JSON.stringify(meta) }],
    createdBy: "Price Atlas",
  });
  const take = () => {
    const piece = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return piece;
  };
  const sql = `COPY (SELECT ${columns.map(({ name }) => name).join(", ")} FROM (${rows(versionId)}) AS r) TO STDOUT`;
  for await (const group of readGroups(client.query(copyTo(sql)))) {
    const cells = group.map((line) => line.split("\t"));
    const columnData = fields.map(({ element: { name }, toValue }, at) => ({
      name,
      data: cells.map((row) => toCell(row[at], toValue)),
    }));
    await file.write({ columnData, rowGroupSize: group.length });
    yield take();
    await pause();
  }
  await file.finish();
  yield take();
}

function toField({ name, type }: ExportColumn): Field {
  const field = { name, repetition_type: "OPTIONAL" } as const;
  if (type === "boolean") return { element: { ...field, type: "BOOLEAN" }, toValue: (text) => text === "t" };
  if (type === "integer") return { element: { ...field, type: "INT32" }, toValue: Number };
  if (type === "day")
    return {
      element: { ...field, type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
      toValue: (text) => Date.parse(text) / MS_PER_DAY,
    };
  if (type === "instant")
    return {
      element: { ...field, type: "INT64", converted_type: "TIMESTAMP_MILLIS", logical_type: UTC },
      toValue: (text) => BigInt(Date.parse(text)),
    };
  if (type !== "number")
    return {
      element: { ...field, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
      toValue: (text) => text,
    };
  const decimal = { precision: PRECISION, scale: RATE.test(name) ? RATE_SCALE : SCALE };
  return {
    element: {
      ...field,
      type: "FIXED_LEN_BYTE_ARRAY",
      type_length: DECIMAL_BYTES,
      converted_type: "DECIMAL",
      ...decimal,
      logical_type: { type: "DECIMAL", ...decimal },
    },
    toValue: (text) => toUnscaled(text, decimal.scale),
  };
}

/** Throws on a number that has more digits behind the point than its column. */
function toUnscaled(text: string, scale: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > scale) throw new RangeError(`${text} has more than ${scale} digits behind the point`);
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

const ESCAPED: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** Reads a value of COPY's text format. */
function toCell(cell: string | undefined, toValue: Field["toValue"]): Value | null {
  if (cell === undefined || cell === "\\N") return null;
  return toValue(cell.includes("\\") ? cell.replace(/\\(.)/g, (_, code: string) => ESCAPED[code] ?? code) : cell);
}

async function* readGroups(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let [group, rest]: [string[], string] = [[], ""];
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    group.push(...lines);
    while (group.length >= GROUP_ROWS) yield group.splice(0, GROUP_ROWS);
  }
  if (group.length > 0) yield group;
}
