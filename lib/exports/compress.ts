import "server-only";
import type { Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

/** Encodings of files, in the order of preference. */
export const FILE_ENCODINGS = ["br", "gzip"] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

/** Endings of the names of compressed variants. */
export const ENDINGS: Record<FileEncoding, string> = { br: ".br", gzip: ".gz" };

/** Quality of brotli, 0 to 11: this one is as fast as gzip, and a fifth smaller. */
const BROTLI_QUALITY = 5;

/** Part of a variant's ETag: other versions may compress the same bytes differently. */
export const CODEC_VERSIONS: Record<FileEncoding, string> = {
  br: `${process.versions.brotli} ${BROTLI_QUALITY}`,
  gzip: process.versions.zlib,
};

/** Creates a stream compressor. */
export function createEncoder(encoding: FileEncoding): Transform {
  return encoding === "gzip"
    ? createGzip()
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
