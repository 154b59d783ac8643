import "server-only";
import { createHash } from "node:crypto";
import { type ZodType, z } from "zod";
import type { exportDataset } from "@/app/api/export/contract";
import type { Tags } from "@/lib/api/caching";
import { toTag } from "@/lib/api/caching";
import { CODEC_VERSIONS, CODINGS, type Coding } from "@/lib/api/encodings";
import { CountryCode, CurrencyCode, Slug } from "@/lib/contract/codes";
import { publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";
import { indexOfAllVersions, type RowsOf, rowsOf, rowsOfProduct } from "./rows";
import { DATASETS, type ExportFormat } from "./schema";

export type ExportQuery = z.infer<typeof exportDataset.query>;

/** A spreadsheet could run free text as a formula. */
type ColumnType = "code" | "free text" | "day" | "instant" | "number" | "integer" | "boolean";
export type ExportColumn = { name: string; type: ColumnType };

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  json: "application/json; charset=utf-8",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
};

/** Everything but the data that determines the bytes of an export. */
export type ExportSpec = {
  name: string;
  /** Null for a part of one. */
  dataset: string | null;
  hasChosenColumns: boolean;
  columns: readonly ExportColumn[];
  rows: RowsOf;
  format: ExportFormat;
  hasBom: boolean;
  contentType: string;
  digest: string;
};

/** Raise this when `copy.ts` or `parquet.ts` changes the bytes of the same rows. */
const ENCODING = 3;

/** Leaves out columns that the dataset does not have. */
export function toExportSpec({
  dataset = "prices",
  product,
  version,
  format,
  bom,
  columns: asked,
}: ExportQuery): ExportSpec {
  const fields: Readonly<Record<string, ZodType>> = DATASETS[dataset].shape;
  const columns = (asked ?? Object.keys(fields)).flatMap((name) => {
    const field = fields[name];
    return field === undefined ? [] : [{ name, type: typeOf(field) }];
  });
  const rows =
    product !== undefined ? rowsOfProduct(product) : version === "all" ? indexOfAllVersions : rowsOf[dataset];
  // The `meta` of JSON and Parquet contains the public address.
  const hasMeta = format === "json" || format === "parquet";
  const decisive = [ENCODING, columns, rows(0), format, bom, hasMeta && publicUrl(), ...(asked ?? [])];
  const isWhole = product === undefined && version !== "all" && bom === 0 && asked === undefined;
  return {
    name: product ?? (version === "all" ? `${dataset}-all` : dataset),
    dataset: isWhole ? dataset : null,
    hasChosenColumns: asked !== undefined,
    columns,
    rows,
    format,
    hasBom: bom === 1,
    contentType: CONTENT_TYPES[format],
    digest: createHash("sha256").update(JSON.stringify(decisive)).digest("hex").slice(0, 16),
  };
}

/** Codes, days and instants cannot begin like a formula; all other text is free. */
function typeOf(field: ZodType): ColumnType {
  if (field instanceof z.ZodNullable) return typeOf(field.unwrap() as ZodType);
  if (field instanceof z.ZodNumberFormat) return "integer";
  if (field instanceof z.ZodNumber) return "number";
  if (field instanceof z.ZodBoolean) return "boolean";
  if (field instanceof z.ZodISODate) return "day";
  if (field instanceof z.ZodISODateTime) return "instant";
  const isCode = field instanceof z.ZodEnum || [CountryCode, CurrencyCode, Slug].some((code) => field === code);
  return isCode ? "code" : "free text";
}

export function toCanonicalPath({ dataset, version, format, bom, columns }: ExportQuery): string | undefined {
  if (dataset === undefined) return undefined;
  const pairs = [
    ...(bom === 1 ? ["bom=1"] : []),
    ...(columns === undefined ? [] : [`columns=${columns.join(",")}`]),
    ...(version === undefined ? [] : [`version=${version}`]),
  ];
  return `/api/export/${dataset}.${format}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}

/** Strong, because ranges continue a download by them. */
export function toExportTags(version: Version, _key: string, query: ExportQuery): Tags {
  const spec = toExportSpec(query);
  return {
    etag: toTag(version, spec.digest),
    others: CODINGS.map((encoding) => toVariantTag(version, spec, encoding)),
  };
}

export function toVariantTag(version: Version, { digest }: ExportSpec, encoding: Coding): string {
  return toTag(version, `${digest} ${encoding} ${CODEC_VERSIONS[encoding]}`);
}
