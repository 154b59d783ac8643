import Negotiator from "negotiator";
import { type ZodObject, type ZodRawShape, type ZodType, z } from "zod";
import { CSV_SEPARATORS, makeCsvWriter, writeCsvHead } from "@/lib/contract/csv-text";
import {
  columnsInput,
  JSON_PAGE_SIZE,
  MAX_LISTED_ROWS,
  MAX_PAGE_SIZE,
  OUT_OF_RANGE,
  PAGE_SIZE_RANGE,
  reads,
} from "@/lib/contract/inputs";
import type { Address, DataOf, Endpoint, RowForm } from "./endpoint";

export const MEDIA_TYPES = { json: "application/json", csv: "text/csv", ndjson: "application/x-ndjson" } as const;
type Format = keyof typeof MEDIA_TYPES;
const FORMATS = ["json", "csv", "ndjson"] as const satisfies Format[];

const formatInputs = {
  format: z.enum(FORMATS).default("json").meta({
    description:
      "Representation: `csv` and `ndjson` have one flat row a record and no envelope; `ndjson` leaves out members that are null. They have all rows that the filters leave; with `page` or `page_size` one page, its neighbours in the `Link` header. Without it `Accept: text/csv` or `application/x-ndjson` chooses.",
  }),
  bom: z
    .int()
    .min(0)
    .max(1)
    .default(0)
    .meta({ description: "1: CSV begins with a byte-order mark, for spreadsheets. Only with `format=csv`." }),
  delimiter: z.enum(CSV_SEPARATORS).default(",").meta({
    description:
      "What stands between the cells of CSV. With `;` numbers have a decimal comma, as spreadsheets of half of Europe read them. Only with `format=csv`.",
  }),
};

const OF_COLUMNS =
  "Columns of rows, of those in `x-columns`, as `a,b` or repeated, in this order. With `format=json` `data` then has flat rows of them.";

/**
 * Defines a list answered as JSON, CSV and newline-delimited JSON; adds the parameters `format`, `bom`, `delimiter` and
 * `columns`.
 */
export function defineList<P extends ZodObject, S extends ZodRawShape, R extends ZodType>({
  query,
  ...contract
}: Omit<Endpoint<P, ZodObject<S>, R>, "rows"> & { rows: RowForm<DataOf<R>> }) {
  const checked = z
    .object({
      ...query.shape,
      ...formatInputs,
      columns: columnsInput(Object.keys(contract.rows.columns.shape), OF_COLUMNS),
    })
    .check(...((query.def.checks ?? []) as z.core.$ZodCheck<unknown>[]))
    .refine(({ format, bom }: Given) => bom === 0 || format === "csv", {
      path: ["bom"],
      message: "goes with format=csv",
      when: reads("format", "bom"),
    })
    .refine(({ format, delimiter }: Given) => delimiter === "," || format === "csv", {
      path: ["delimiter"],
      message: "goes with format=csv",
      when: reads("format", "delimiter"),
    })
    .refine(({ format, page_size: size }: Given) => format !== "json" || !(Number(size) > JSON_PAGE_SIZE), {
      path: ["page_size"],
      message: `must be a whole number ${PAGE_SIZE_RANGE}`,
      params: OUT_OF_RANGE,
      when: reads("format", "page_size"),
    })
    .refine(({ page, page_size: size }: Given) => !(Number(page) * Number(size) > MAX_LISTED_ROWS), {
      path: ["page"],
      message: `leads beyond row ${MAX_LISTED_ROWS} of the list; /api/export has whole datasets as files`,
      params: OUT_OF_RANGE,
      when: reads("page", "page_size"),
    });
  return { ...contract, query: checked };
}

type Given = { format?: unknown; bom?: unknown; delimiter?: unknown; page?: unknown; page_size?: unknown };

export type ListQuery<E extends { query: ZodType }> = Omit<z.infer<E["query"]>, keyof typeof formatInputs | "columns">;

const Representation = z.object({ ...formatInputs, columns: z.array(z.string()).optional() });

const hasFormats = ({ query }: Pick<Address, "query">): boolean => query.shape.format !== undefined;

export const varyOf = (address: Pick<Address, "query">): string =>
  hasFormats(address) ? "Accept-Encoding, Accept" : "Accept-Encoding";

const mayPreferRows = (accept: string | null | undefined): accept is string =>
  /text\/(?:csv|\*)|ndjson/i.test(accept ?? "");

/** Writes the format that `Accept` prefers (RFC 9110, 12.5.1) into a query without one. Falls back to JSON. */
export function respellFormat(
  search: string,
  accept: string | null | undefined,
  address: Pick<Address, "query">,
): string {
  if (!mayPreferRows(accept) || !hasFormats(address)) return search;
  if (new URLSearchParams(search).has("format")) return search;
  const offered = FORMATS.filter((format) => address.query.shape.format?.safeParse(format).success);
  const best = new Negotiator({ headers: { accept } }).mediaType(offered.map((format) => MEDIA_TYPES[format]));
  const format = offered.find((format) => MEDIA_TYPES[format] === best) ?? "json";
  if (format === "json") return search;
  return search === "" ? `format=${format}` : `${search}&format=${format}`;
}

/** Returns the size of the pages in which all rows are read; null where one page was asked for, or the list has none. */
export function sizeOfBatches({ query }: Pick<Address, "query">, given: object, canonical: string): number | null {
  const { format } = Representation.parse(given);
  const size = query.shape.page_size;
  if (format === "json" || size === undefined || /(?:^|&)page_size=/.test(canonical)) return null;
  return [MAX_PAGE_SIZE, JSON_PAGE_SIZE].find((most) => size.safeParse(most).success) ?? null;
}

export type RowWriter<T> = { contentType: string; extension: string; head: string; write: (data: T) => string };

/** Null for JSON. */
export function makeRowWriter<T>({ columns, toRows }: RowForm<T>, query: object): RowWriter<T> | null {
  const { format, bom, delimiter, columns: asked } = Representation.parse(query);
  const names = asked ?? Object.keys(columns.shape);
  if (format === "json") return null;
  if (format === "csv") {
    const write = makeCsvWriter(names, delimiter);
    const contentType = `${MEDIA_TYPES.csv}; charset=utf-8; header=present`;
    const head = writeCsvHead(names, bom === 1, delimiter);
    return { contentType, extension: "csv", head, write: (data) => write(toRows(data)) };
  }
  const toLine = (row: object) => {
    const cells = toCells(row, names).filter(([, cell]) => cell !== null);
    return `${JSON.stringify(Object.fromEntries(cells))}\n`;
  };
  return {
    contentType: MEDIA_TYPES.ndjson,
    extension: "ndjson",
    head: "",
    write: (data) => toRows(data).map(toLine).join(""),
  };
}

function toCells(row: object, names: readonly string[]): [name: string, cell: unknown][] {
  const cells = new Map<string, unknown>(Object.entries(row));
  return names.map((name) => [name, cells.get(name) ?? null]);
}

/** Data of a JSON answer: flat rows where columns are asked for, else the records. */
export function chooseColumns<T>(data: T, rows: RowForm<T> | undefined, query: object): unknown {
  const { columns } = Representation.parse(query);
  if (rows === undefined || columns === undefined) return data;
  return rows.toRows(data).map((row) => Object.fromEntries(toCells(row, columns)));
}

const UNNAMED = new Set([...Object.keys(formatInputs), "columns", "page", "page_size", "version"]);
const MAX_NAMED_CHARS = 100;

/**
 * Names a file after the values that were asked for, such as `price-atlas-prices-TR-2026-09-29.1.csv`. The name without
 * any is that of the export.
 */
export function nameRows(name: string, canonical: string, version: string, extension: string): string {
  const query = new URLSearchParams(canonical);
  const asked = [...query].flatMap(([parameter, value]) => (UNNAMED.has(parameter) ? [] : [value]));
  if (query.has("page_size")) asked.push(`page-${query.get("page") ?? 1}`);
  const words = (asked.length > 0 ? asked : ["all"])
    .join("-")
    .replace(/[^A-Za-z0-9.-]+/g, "-")
    .slice(0, MAX_NAMED_CHARS);
  return `price-atlas-${name}-${words}-${version}.${extension}`;
}
