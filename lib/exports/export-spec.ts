import "server-only";
import { createHash } from "node:crypto";
import { type ZodType, z } from "zod";
import type { Tags } from "@/lib/api/caching";
import { toTag } from "@/lib/api/caching";
import { CODEC_VERSIONS, CODINGS, type Coding } from "@/lib/api/encodings";
import { CountryCode, CurrencyCode, Slug } from "@/lib/contract/codes";
import { publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";
import type { exportDataset } from "./endpoints";
import { indexOfAllVersions, type RowsOf, rowsOf, rowsOfProduct } from "./rows";
import { DATASETS } from "./schema";

export type ExportQuery = z.infer<typeof exportDataset.query>;

/** Everything but the data that determines the bytes of an export. */
export type ExportSpec = {
  name: string;
  dataset: string | null;
  columns: readonly string[];
  textColumns: readonly string[];
  /** Columns that a spreadsheet could run as a formula. */
  freeTextColumns: readonly string[];
  booleanColumns: readonly string[];
  rows: RowsOf;
  format: "csv" | "json";
  hasBom: boolean;
  contentType: string;
  digest: string;
};

/** Raise this when `copy.ts` changes the bytes of the same rows. */
const ENCODING = 3;

export function toExportSpec({ dataset = "prices", product, version, format, bom }: ExportQuery): ExportSpec {
  const { shape } = DATASETS[dataset];
  const columns = Object.keys(shape);
  const columnsOf = (...types: ReturnType<typeof typeOf>[]) =>
    Object.entries(shape).flatMap(([name, field]) => (types.includes(typeOf(field)) ? [name] : []));
  const rows =
    product !== undefined ? rowsOfProduct(product) : version === "all" ? indexOfAllVersions : rowsOf[dataset];
  // The `meta` of JSON contains the public address.
  const decisive = [ENCODING, columns, rows(0), format, bom, format === "json" && publicUrl()];
  return {
    name: product ?? (version === "all" ? `${dataset}-all` : dataset),
    dataset: product === undefined && version !== "all" && bom === 0 ? dataset : null,
    columns,
    textColumns: columnsOf("code", "free text"),
    freeTextColumns: columnsOf("free text"),
    booleanColumns: columnsOf("boolean"),
    rows,
    format,
    hasBom: bom === 1,
    contentType: format === "csv" ? "text/csv; charset=utf-8; header=present" : "application/json; charset=utf-8",
    digest: createHash("sha256").update(JSON.stringify(decisive)).digest("hex").slice(0, 16),
  };
}

/** Codes, days and instants cannot begin like a formula; all other text is free. */
function typeOf(field: ZodType): "code" | "free text" | "number" | "boolean" {
  if (field instanceof z.ZodNullable) return typeOf(field.unwrap() as ZodType);
  if (field instanceof z.ZodNumber) return "number";
  if (field instanceof z.ZodBoolean) return "boolean";
  const isCode =
    [z.ZodEnum, z.ZodISODate, z.ZodISODateTime].some((type) => field instanceof type) ||
    [CountryCode, CurrencyCode, Slug].some((code) => field === code);
  return isCode ? "code" : "free text";
}

export function toCanonicalPath({ dataset, version, format, bom }: ExportQuery): string | undefined {
  if (dataset === undefined) return undefined;
  const pairs = [...(bom === 1 ? ["bom=1"] : []), ...(version === undefined ? [] : [`version=${version}`])];
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
