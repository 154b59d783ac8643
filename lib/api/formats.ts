import Negotiator from "negotiator";
import { type ZodObject, type ZodRawShape, type ZodType, z } from "zod";
import { makeCsvWriter, writeCsvHead } from "@/lib/contract/csv-text";
import { JSON_PAGE_SIZE, MAX_PAGE_SIZE, OUT_OF_RANGE, reads } from "@/lib/contract/inputs";
import type { Address, DataOf, Endpoint, RowForm } from "./endpoint";

const MEDIA_TYPES = { json: "application/json", csv: "text/csv", ndjson: "application/x-ndjson" } as const;
type Format = keyof typeof MEDIA_TYPES;
const FORMATS = ["json", "csv", "ndjson"] as const satisfies Format[];

const formatInputs = {
  format: z.enum(FORMATS).default("json").meta({
    description:
      "Representation: `csv` and `ndjson` have one flat row a record and no envelope; the neighbouring pages are in the `Link` header. Without it `Accept: text/csv` or `application/x-ndjson` chooses.",
  }),
  bom: z
    .int()
    .min(0)
    .max(1)
    .default(0)
    .meta({ description: "1: CSV begins with a byte-order mark, for spreadsheets. Only with `format=csv`." }),
};

/** Defines a list answered as JSON, CSV and newline-delimited JSON; adds the parameters `format` and `bom`. */
export function defineList<P extends ZodObject, S extends ZodRawShape, R extends ZodType>({
  query,
  ...contract
}: Omit<Endpoint<P, ZodObject<S>, R>, "rows"> & { rows: RowForm<DataOf<R>> }) {
  const checked = z
    .object({ ...query.shape, ...formatInputs })
    .check(...((query.def.checks ?? []) as z.core.$ZodCheck<unknown>[]))
    .refine(({ format, bom }: Given) => bom === 0 || format === "csv", {
      path: ["bom"],
      message: "goes with format=csv",
      when: reads("format", "bom"),
    })
    .refine(({ format, page_size: size }: Given) => format !== "json" || !(Number(size) > JSON_PAGE_SIZE), {
      path: ["page_size"],
      message: `must be a whole number from 1 to ${JSON_PAGE_SIZE}; up to ${MAX_PAGE_SIZE} with format=csv or ndjson`,
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

type Given = { format?: unknown; bom?: unknown; page?: unknown; page_size?: unknown };

/** Limits paging, because each row before the first one of a page takes time. */
const MAX_LISTED_ROWS = 100_000;

export type ListQuery<E extends { query: ZodType }> = Omit<z.infer<E["query"]>, keyof typeof formatInputs>;

const Representation = z.object(formatInputs);

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

export function writeRows<T>(form: RowForm<T>, data: T, query: object) {
  const { format, bom } = Representation.parse(query);
  const { columns } = form;
  const rows = form.toRows(data);
  const names = Object.keys(columns.shape);
  if (format !== "ndjson") {
    const text = writeCsvHead(names, bom === 1) + makeCsvWriter(names)(rows);
    return { contentType: `${MEDIA_TYPES.csv}; charset=utf-8; header=present`, extension: "csv", text };
  }
  const lines = rows.map((row) => {
    const cells = new Map<string, unknown>(Object.entries(row));
    return `${JSON.stringify(Object.fromEntries(names.map((name) => [name, cells.get(name) ?? null])))}\n`;
  });
  return { contentType: MEDIA_TYPES.ndjson, extension: "ndjson", text: lines.join("") };
}
