import { z } from "zod";
import { defineEndpoint } from "@/lib/api/endpoint";
import { CountryRow } from "@/lib/catalogue/countries/row-schema";
import { CoverageRow } from "@/lib/catalogue/coverage/schema";
import { PriceRow } from "@/lib/catalogue/prices/schema";
import { ProductRow } from "@/lib/catalogue/products/schema";
import { whole } from "@/lib/contract/envelope";
import { columnsInput, ProductInput, REQUIRED, reads, spellings, VersionsInput } from "@/lib/contract/inputs";
import { CorrectionRow } from "@/lib/dataset/corrections/schema";
import {
  DATASET_NAMES,
  DATASETS,
  DifferenceRow,
  EXPORT_FORMATS,
  HistoryRow,
  IndexRow,
  RateRow,
} from "@/lib/exports/schema";

/** `dataset=product=netflix` is respelled before it is read. */
const DATASET_PATTERN = `^(?:${DATASET_NAMES.join("|")}|product=[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)$`;

const ALL_COLUMNS = [...new Set(Object.values(DATASETS).flatMap(({ shape }) => Object.keys(shape)))];

export const FormatInput = z.enum(EXPORT_FORMATS);
export const bomInputs = {
  bom: z
    .int()
    .min(0)
    .max(1)
    .default(0)
    .meta({ description: "1: CSV begins with a byte-order mark, for spreadsheets. Only with the format csv." }),
};
export const OF_COLUMNS = "Columns of the dataset, in this order; all by default.";
export const FILE_TYPES = {
  "text/csv": "The same rows with a header row; CRLF line ends.",
  "application/x-ndjson": "The same rows, one JSON object a line, without nulls.",
  "application/vnd.apache.parquet": "The same rows as a Parquet file.",
};
const OF_FILES =
  "CSV is RFC 4180 in UTF-8 with a header row; text stands in quotes, and an apostrophe stands before what a spreadsheet would take for a formula. Parquet has the same rows and digits: numbers are DECIMAL, counts INT32, days DATE, instants TIMESTAMP, and `meta` stands in its metadata. The others are sent as `br`, `gzip` or as it is, by `Accept-Encoding`: each has an `ETag` of its own. A file has a `Content-Length` and byte ranges; right after a publish a long one may be a stream, which has neither.";

export const exportDataset = defineEndpoint({
  path: "/api/export",
  operationId: "exportDataset",
  summary: "A whole dataset as CSV, JSON, NDJSON or Parquet",
  description: `Name either a \`dataset\` or one \`product\` (its prices); \`dataset=product=<slug>\` is accepted as another spelling of the latter. The file of each dataset has an address of its own, which is the canonical one: \`/api/export/prices.csv\`, \`/api/export/index.json\`, \`/api/export/history.parquet\`. ${OF_FILES}`,
  params: z.object({}),
  query: z
    .object({
      dataset: z
        .enum(DATASET_NAMES)
        .register(spellings, { pattern: DATASET_PATTERN })
        .optional()
        .meta({
          description: `Which dataset: ${DATASET_NAMES.join(", ")}; \`product=<slug>\` is another spelling of the parameter \`product\`. Exactly one of the two is required.`,
          examples: ["prices"],
        }),
      product: ProductInput.optional().meta({
        description: "Slug of a product, for its prices instead of a dataset.",
        examples: ["netflix"],
      }),
      version: VersionsInput.optional().meta({
        description:
          "Dataset version, as listed by `/api/versions`; by default the newest. With `dataset=index`, `all` has the index of every version.",
        examples: ["2026-09-29.1"],
      }),
      format: FormatInput.default("json").meta({ description: "Representation." }),
      ...bomInputs,
      columns: columnsInput(ALL_COLUMNS, OF_COLUMNS),
    })
    .refine(({ dataset, product }) => dataset === undefined || product === undefined, {
      path: ["dataset"],
      message: "cannot be combined with product, which has its prices alone: leave one of them out",
      when: reads("dataset", "product"),
    })
    .refine(({ dataset, product }) => dataset !== undefined || product !== undefined, {
      path: ["dataset"],
      message: `is required: one of ${DATASET_NAMES.join(", ")}, or product=<slug>`,
      params: REQUIRED,
      when: reads("dataset", "product"),
    })
    .refine(({ dataset, version }) => version !== "all" || dataset === "index", {
      path: ["version"],
      message: "all goes with dataset=index",
      when: reads("dataset", "version"),
    })
    .refine(({ format, bom }) => bom === 0 || format === "csv", {
      path: ["bom"],
      message: "goes with format=csv",
      when: reads("format", "bom"),
    }),
  respell: (search) => search.replace(/(^|&)dataset=product(=|%3D)/gi, "$1product="),
  response: whole(
    z.union([
      z.array(PriceRow),
      z.array(ProductRow),
      z.array(IndexRow),
      z.array(HistoryRow),
      z.array(RateRow),
      z.array(DifferenceRow),
      z.array(CountryRow),
      z.array(CorrectionRow),
      z.array(CoverageRow),
    ]),
  ),
  fileTypes: FILE_TYPES,
  example: "/api/export?product=chatgpt",
  maxAgeSeconds: 60,
});
