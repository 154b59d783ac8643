import "server-only";
import { createHash } from "node:crypto";
import { type ZodType, z } from "zod";
import type { Tags } from "@/lib/api/caching";
import { toTag } from "@/lib/api/caching";
import type { Version } from "@/lib/dataset/version";
import { publicUrl } from "@/lib/platform/env";
import { CODEC_VERSIONS, FILE_ENCODINGS, type FileEncoding } from "./compress";
import type { exportDataset } from "./endpoints";
import { indexOfAllVersions, type Rows, rowsOf, rowsOfProduct } from "./rows";
import { DATASETS } from "./schema";

export type ExportQuery = z.infer<typeof exportDataset.query>;

/** Everything that determines the bytes of an export, apart from the data. */
export type ExportSpec = {
  /** Name of a dataset or product; part of the file name. */
  name: string;
  /** The whole dataset that it is; null for a part of one. */
  dataset: string | null;
  columns: readonly string[];
  /** Columns with text, which CSV quotes. */
  textColumns: readonly string[];
  /** Columns with true or false, which CSV writes in capitals. */
  booleanColumns: readonly string[];
  rows: Rows;
  format: "csv" | "json";
  hasBom: boolean;
  contentType: string;
  /** Hash of all of the above: other bytes, another digest. */
  digest: string;
};

/** Raise this when `encode.ts` or `copy.ts` change the bytes of the same rows. */
const ENCODING = 3;

export function toExportSpec({ dataset = "prices", product, version, format, bom }: ExportQuery): ExportSpec {
  const { shape } = DATASETS[dataset];
  const columns = Object.keys(shape);
  const columnsOf = (type: ReturnType<typeof typeOf>) =>
    Object.entries(shape).flatMap(([name, field]) => (typeOf(field) === type ? [name] : []));
  const rows =
    product !== undefined ? rowsOfProduct(product) : version === "all" ? indexOfAllVersions : rowsOf[dataset];
  // The `meta` of JSON contains the public address.
  const decisive = [ENCODING, columns, rows, format, bom, format === "json" && publicUrl()];
  return {
    name: product ?? (version === "all" ? `${dataset}-all` : dataset),
    dataset: product === undefined && version !== "all" && bom === 0 ? dataset : null,
    columns,
    textColumns: columnsOf("text"),
    booleanColumns: columnsOf("boolean"),
    rows,
    format,
    hasBom: bom === 1,
    contentType: format === "csv" ? "text/csv; charset=utf-8; header=present" : "application/json; charset=utf-8",
    digest: createHash("sha256").update(JSON.stringify(decisive)).digest("hex").slice(0, 16),
  };
}

function typeOf(field: ZodType): "text" | "number" | "boolean" {
  if (field instanceof z.ZodNullable) return typeOf(field.unwrap() as ZodType);
  return field instanceof z.ZodNumber ? "number" : field instanceof z.ZodBoolean ? "boolean" : "text";
}

/** Canonical one of the addresses of a file, as path and query; undefined for the prices of one product. */
export function toCanonicalPath({ dataset, version, format, bom }: ExportQuery): string | undefined {
  if (dataset === undefined) return undefined;
  const pairs = [...(bom === 1 ? ["bom=1"] : []), ...(version === undefined ? [] : [`version=${version}`])];
  return `/api/export/${dataset}.${format}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}

/** Strong ETags, because ranges continue a download by them: one for the file, one for each compressed variant. */
export function toExportTags(version: Version, _key: string, query: ExportQuery): Tags {
  const spec = toExportSpec(query);
  return {
    etag: toTag(version, spec.digest),
    others: FILE_ENCODINGS.map((encoding) => toVariantTag(version, spec, encoding)),
  };
}

/** ETag of a compressed variant. */
export function toVariantTag(version: Version, { digest }: ExportSpec, encoding: FileEncoding): string {
  return toTag(version, `${digest} ${encoding} ${CODEC_VERSIONS[encoding]}`);
}
