import "server-only";
import { FileReply, StreamReply } from "@/lib/api/endpoint";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { findArtefact, isDiskFault } from "./artefacts";
import { type ExportQuery, toExportTags, toRecipe, toVariantTag } from "./recipe";
import { openSnapshot, type Snapshot } from "./snapshot";

/** A dataset, or one product's prices, as a stream of one snapshot of the database. */
export async function openExport(query: ExportQuery): Promise<StreamReply> {
  const recipe = toRecipe(query);
  const snapshot = await openSnapshot(recipe);
  return new StreamReply(
    snapshot.version,
    recipe.contentType,
    `price-atlas-${recipe.name}-${snapshot.version.version}.${recipe.format}`,
    toBytes(snapshot),
  );
}

/**
 * Opens an export as a file, made when it is not there yet; as a stream where that takes longer than a caller may wait, and
 * where files cannot be kept, because there is no EXPORT_DIR, it cannot be written to, or it is full.
 */
export async function openExportFile(query: ExportQuery): Promise<FileReply | StreamReply> {
  const { EXPORT_DIR } = env();
  if (EXPORT_DIR === undefined) return openExport(query);
  const recipe = toRecipe(query);
  try {
    const artefact = await findArtefact(EXPORT_DIR, recipe);
    if (artefact === null) return openExport(query);
    const { version, path, compressed } = artefact;
    return new FileReply(
      version,
      recipe.contentType,
      `price-atlas-${recipe.name}-${version.version}.${recipe.format}`,
      { path, etag: toExportTags(version, "", query).etag },
      compressed.map((variant) => ({ ...variant, etag: toVariantTag(version, recipe, variant.encoding) })),
    );
  } catch (error) {
    if (!isDiskFault(error)) throw error;
    log().warn({ error: error.message, dir: EXPORT_DIR }, "exports cannot be kept as files, so they are streamed");
    return openExport(query);
  }
}

/** UTF-8 bytes, produced as fast as they are taken. The snapshot ends with them, on failure and when given up. */
function toBytes({ pieces, close }: Snapshot): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = pieces();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        if (!done) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
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
