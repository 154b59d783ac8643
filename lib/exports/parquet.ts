import "server-only";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { ClientBase, FieldDef } from "pg";
import QueryStream from "pg-query-stream";
import { MS_PER_DAY } from "@/lib/contract/days";
import type { Meta } from "@/lib/contract/envelope";
import type { ExportSpec } from "./export-spec";

/** Rows that are held in memory. */
const GROUP_ROWS = 20_000;
/** The most that readers take. */
const PRECISION = 38;
const DECIMAL_BYTES = 16;

/** Type ids of PostgreSQL; every other type is written as text. */
const BOOLEAN = 16;
const INTEGERS = [21, 23];
const DATE = 1082;
const NUMERIC = 1700;

type Cell = string | null;
type Column = { name: string; element: object; toValue: (text: string) => string | number | bigint | boolean };

/** Numbers are decimals with the digits of the other formats, days are dates. All columns may be null. */
export async function* copyParquet(
  client: ClientBase,
  versionId: number,
  { columns, rows }: ExportSpec,
  meta: Meta,
): AsyncGenerator<Buffer> {
  const from = `FROM (${rows(versionId)}) AS r`;
  const { fields } = await client.query(`SELECT ${columns.join(", ")} ${from} LIMIT 0`);
  const scales = await readScales(client, fields, from);
  const typed = fields.map(({ name, dataTypeID }) => toColumn(name, dataTypeID, scales.get(name) ?? 0));
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: "row", num_children: typed.length },
      ...typed.map(({ name, element }) => toElement(name, element)),
    ],
    kvMetadata: [{ key: "meta", value: JSON.stringify(meta) }],
    createdBy: "Price Atlas",
  });
  const take = () => {
    const piece = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return piece;
  };
  for await (const group of readGroups(client, `SELECT ${columns.join(", ")} ${from}`)) {
    const columnData = typed.map(({ name, toValue }, at) => ({
      name,
      data: group.map((row) => (row[at] === null || row[at] === undefined ? null : toValue(row[at]))),
    }));
    await file.write({ columnData, rowGroupSize: group.length });
    yield take();
  }
  await file.finish();
  yield take();
}

const toElement = (name: string, element: object) => ({ name, repetition_type: "OPTIONAL" as const, ...element });

/** Digits behind the point that the values of a column have. */
async function readScales(client: ClientBase, fields: FieldDef[], from: string): Promise<Map<string, number>> {
  const names = fields.filter(({ dataTypeID }) => dataTypeID === NUMERIC).map(({ name }) => name);
  if (names.length === 0) return new Map();
  const most = names.map((name) => `coalesce(max(scale(trim_scale(${name}))), 0)::int AS ${name}`);
  const { rows } = await client.query<Record<string, number>>(`SELECT ${most.join(", ")} ${from}`);
  return new Map(Object.entries(rows[0] ?? {}));
}

function toColumn(name: string, type: number, scale: number): Column {
  if (type === BOOLEAN) return { name, element: { type: "BOOLEAN" }, toValue: (text) => text === "t" };
  if (type === DATE)
    return {
      ...{ name, element: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } } },
      toValue: (day) => Date.parse(day) / MS_PER_DAY,
    };
  if (INTEGERS.includes(type)) return { name, element: { type: "INT32" }, toValue: Number };
  if (type !== NUMERIC)
    return {
      ...{ name, element: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } },
      toValue: (text) => text,
    };
  const decimal = { precision: PRECISION, scale };
  return {
    name,
    element: {
      ...{ type: "FIXED_LEN_BYTE_ARRAY", type_length: DECIMAL_BYTES, converted_type: "DECIMAL", ...decimal },
      logical_type: { type: "DECIMAL", ...decimal },
    },
    toValue: (text) => {
      const [whole = "", fraction = ""] = text.split(".");
      return BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
    },
  };
}

/** Values as PostgreSQL writes them. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

async function* readGroups(client: ClientBase, sql: string): AsyncGenerator<Cell[][]> {
  const stream = client.query(new QueryStream(sql, [], { rowMode: "array", types: AS_TEXT, batchSize: 1_000 }));
  let group: Cell[][] = [];
  for await (const row of stream as AsyncIterable<Cell[]>) {
    group.push(row);
    if (group.length < GROUP_ROWS) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
