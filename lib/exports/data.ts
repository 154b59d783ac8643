import "server-only";
import { BodyReply, FileReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import { allowOnce, MAX_FAULTS_OF_ONE, refuseValue, toBadQuery } from "@/lib/api/query";
import { toGone } from "@/lib/api/version";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { toVersion, type Version } from "@/lib/versions/current";
import { findExportFile, isDiskFault } from "./export-files";
import {
  type ExportQuery,
  type ExportSpec,
  toCanonicalPath,
  toExportSpec,
  toExportTags,
  toVariantTag,
} from "./export-spec";
import { listVariants } from "./folder";
import { DATASETS, type DatasetName } from "./schema";
import { openSource, RowsMoved, type Source } from "./source";

/** Streams an export when making its file takes too long or fails. Versions with removed rows have files only. */
export async function openExport(version: Version, query: ExportQuery): Promise<FileReply | BodyReply | Problem> {
  const unknown = findUnknownColumns(query);
  if (unknown.length > 0) return toBadQuery(unknown);
  const spec = toExportSpec(query);
  try {
    return (await findFile(version, query, spec)) ?? (await streamExport(version, query, spec));
  } catch (error) {
    if (!(error instanceof RowsMoved)) throw error;
    const row = await db().datasetVersion.findUnique({ where: { id: version.id } });
    return row === null || row.redacted === version.redacted ? toGone(version) : openExport(toVersion(row), query);
  }
}

/** `/api/export` has the columns of whichever dataset is named. */
function findUnknownColumns({ dataset = "prices", columns = [] }: ExportQuery) {
  const known = Object.keys(DATASETS[dataset].shape);
  const unknown = columns.filter((name) => !known.includes(name)).slice(0, MAX_FAULTS_OF_ONE);
  return unknown.map((name, at) => allowOnce(refuseValue("columns", name, known), at));
}

export async function openDatasetFile(
  version: Version,
  query: ExportQuery & { dataset: DatasetName },
): Promise<FileReply | BodyReply | Problem> {
  if (query.bom === 0 || query.format === "csv") return openExport(version, query);
  return toBadQuery([{ parameter: "bom", code: "conflict", detail: "goes with the format csv" }]);
}

async function findFile(version: Version, query: ExportQuery, spec: ExportSpec): Promise<FileReply | null> {
  const { EXPORT_DIR } = env();
  if (EXPORT_DIR === undefined) return null;
  const path = await findExportFile(EXPORT_DIR, version, spec).catch((error: unknown) => {
    if (isDiskFault(error)) return null;
    throw error;
  });
  if (path === null) return null;
  return new FileReply(
    spec.contentType,
    toFileName(version, spec),
    { path, etag: toExportTags(version, "", query).etag },
    (await listVariants(path)).map((variant) => ({ ...variant, etag: toVariantTag(version, spec, variant.encoding) })),
    toCanonicalPath(query),
  );
}

const toFileName = ({ version }: Version, { name, format }: ExportSpec) => `price-atlas-${name}-${version}.${format}`;

async function streamExport(version: Version, query: ExportQuery, spec: ExportSpec): Promise<BodyReply> {
  const source = await openSource(version, spec);
  const options = { fileName: toFileName(version, spec), canonical: toCanonicalPath(query) };
  return new BodyReply(spec.contentType, toBytes(source), options);
}

function toBytes({ pieces, close }: Source): ReadableStream<Uint8Array> {
  const source = pieces();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        if (!done) return controller.enqueue(value);
        await close();
        controller.close();
      } catch (error) {
        await close();
        throw error;
      }
    },
    cancel: close,
  });
}
