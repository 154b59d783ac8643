import "server-only";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import { isFile, writeWhole } from "./folder";

/** Encodings of files, in the order of preference. */
export const FILE_ENCODINGS = ["br", "gzip"] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];
export type Compressed = { encoding: FileEncoding; path: string };

/** Quality of brotli, 0 to 11: this one is as fast as gzip, and a fifth smaller. */
const BROTLI_QUALITY = 5;
const RETRY_AFTER_MS = 10_000;

const running = processSingleton("exports-compressing", () => new Map<string, Promise<void>>());

/** Part of a variant's ETag: other versions may compress the same bytes differently. */
export const CODEC_VERSIONS: Record<FileEncoding, string> = {
  br: `${process.versions.brotli} ${BROTLI_QUALITY}`,
  gzip: process.versions.zlib,
};

/** Existing variants; missing ones are made in the background. */
export async function findCompressed(path: string): Promise<Compressed[]> {
  const variants = FILE_ENCODINGS.map((encoding) => ({ encoding, path: pathOf(path, encoding) }));
  const present = await Promise.all(variants.map((variant) => isFile(variant.path)));
  if (!present.every(Boolean)) void compressAll(path);
  return variants.filter((_, at) => present[at]);
}

/** Makes the missing variants, one after the other. Never throws: the uncompressed file can always be served. */
export function compressAll(path: string, signal?: AbortSignal): Promise<void> {
  const known = running.get(path);
  if (known) return known;
  const compressing = compressEach(path, signal).then(
    () => void running.delete(path),
    (error: unknown) => {
      if (!signal?.aborted)
        log().warn({ error: error instanceof Error ? error.message : "unknown" }, "an export could not be compressed");
      setTimeout(() => running.delete(path), RETRY_AFTER_MS).unref();
    },
  );
  running.set(path, compressing);
  return compressing;
}

async function compressEach(path: string, signal: AbortSignal | undefined): Promise<void> {
  // gzip first, because every client accepts it.
  for (const encoding of FILE_ENCODINGS.toReversed()) {
    if (await isFile(pathOf(path, encoding))) continue;
    await writeWhole(pathOf(path, encoding), [createReadStream(path), createEncoder(encoding)], signal);
    // Follows its file, which a publish may have removed meanwhile: nobody else would look for it.
    if (!(await isFile(path))) return await rm(pathOf(path, encoding), { force: true });
  }
}

/** Creates a stream compressor. */
export function createEncoder(encoding: FileEncoding): Transform {
  return encoding === "gzip"
    ? createGzip()
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

const pathOf = (path: string, encoding: FileEncoding) => `${path}.${encoding === "gzip" ? "gz" : "br"}`;
