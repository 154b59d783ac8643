import "server-only";
import { BodyReply, FileReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import { toBadQuery } from "@/lib/api/query";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { findExportFile, isDiskFault } from "./export-files";
import { type ExportQuery, toCanonicalPath, toExportSpec, toExportTags, toVariantTag } from "./export-spec";
import type { DatasetName } from "./schema";
import { openSnapshot, type Snapshot } from "./snapshot";

/**
 * Opens an export as a file, made when missing; as a stream when that takes longer than a caller may wait, or when no
 * file can be written: without EXPORT_DIR, or when the folder is full or not writable.
 */
export async function openExport(query: ExportQuery): Promise<FileReply | BodyReply> {
  const { EXPORT_DIR } = env();
  if (EXPORT_DIR === undefined) return streamExport(query);
  const spec = toExportSpec(query);
  try {
    const file = await findExportFile(EXPORT_DIR, spec);
    if (file === null) return streamExport(query);
    const { version, path, compressed } = file;
    return new FileReply(
      version,
      spec.contentType,
      `price-atlas-${spec.name}-${version.version}.${spec.format}`,
      { path, etag: toExportTags(version, "", query).etag },
      compressed.map((variant) => ({ ...variant, etag: toVariantTag(version, spec, variant.encoding) })),
      toCanonicalPath(query),
    );
  } catch (error) {
    if (!isDiskFault(error)) throw error;
    log().warn({ error: error.message, dir: EXPORT_DIR }, "exports cannot be kept as files, so they are streamed");
    return streamExport(query);
  }
}

/** Opens the file of a dataset, as openExport does. */
export async function openDatasetFile(
  query: ExportQuery & { dataset: DatasetName },
): Promise<FileReply | BodyReply | Problem> {
  if (query.bom === 0 || query.format === "csv") return openExport(query);
  return toBadQuery([{ parameter: "bom", code: "conflict", detail: "goes with the format csv" }]);
}

/** Streams an export of a dataset or of one product's prices, from one snapshot of the database. */
async function streamExport(query: ExportQuery): Promise<BodyReply> {
  const spec = toExportSpec(query);
  const snapshot = await openSnapshot(spec);
  const { version } = snapshot;
  const fileName = `price-atlas-${spec.name}-${version.version}.${spec.format}`;
  return new BodyReply(spec.contentType, toBytes(snapshot), { version, fileName, canonical: toCanonicalPath(query) });
}

/** Bytes at the reader's pace. Closes the snapshot at the end, on failure and on cancel. */
function toBytes({ pieces, close }: Snapshot): ReadableStream<Uint8Array> {
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
