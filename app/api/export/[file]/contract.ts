import { type ZodObject, z } from "zod";
import { bomInputs, FILE_TYPES, FormatInput, OF_COLUMNS } from "@/app/api/export/contract";
import { defineEndpoint } from "@/lib/api/endpoint";
import { whole } from "@/lib/contract/envelope";
import { columnsInput, VersionsInput, versionInputs } from "@/lib/contract/inputs";
import { DATASET_NAMES, DATASETS, type DatasetName } from "@/lib/exports/schema";

/** Such as `/api/export/prices.csv`: one contract a dataset, each with its own columns. */
export const exportFiles = DATASET_NAMES.map((dataset) => ({ ...defineFile(dataset), dataset }));

function defineFile(dataset: DatasetName) {
  return defineEndpoint({
    path: `/api/export/${dataset}.{format}`,
    operationId: `export${dataset.charAt(0).toUpperCase()}${dataset.slice(1)}`,
    summary: `The dataset ${dataset} as a file`,
    description: `The file of \`/api/export?dataset=${dataset}&format=\`, by its canonical address; \`.csv\`, \`.ndjson\` and \`.parquet\` are the same rows.`,
    params: z.object({
      format: FormatInput.meta({ description: "Ending of the file: csv, json, ndjson or parquet.", example: "json" }),
    }),
    query: z.object({
      ...(dataset === "index"
        ? {
            version: VersionsInput.optional().meta({
              description: "Dataset version, as listed by `/api/versions`, or `all`; by default the newest.",
              examples: ["2026-09-29.1"],
            }),
          }
        : versionInputs),
      ...bomInputs,
      columns: columnsInput(Object.keys(DATASETS[dataset].shape), OF_COLUMNS),
    }),
    response: whole(z.array<ZodObject>(DATASETS[dataset])),
    fileTypes: FILE_TYPES,
    example: `/api/export/${dataset}.json`,
    maxAgeSeconds: 60,
  });
}
