import "server-only";
import { pipeline, Readable, type Transform } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import compressible from "compressible";
import Negotiator from "negotiator";

export const CODINGS = ["br", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** Below this size (bytes) the headers cost more than compression saves. */
const MIN_BYTES = 1_024;
/** Quality of Brotli at which it takes the time of gzip and gives a fifth fewer bytes. */
const BROTLI_QUALITY = 5;
const MAX_CHARS = 512;

/** Part of a file's ETag: other versions may compress the same bytes differently. */
export const CODEC_VERSIONS: Record<Coding, string> = {
  br: `${process.versions.brotli} ${BROTLI_QUALITY}`,
  gzip: process.versions.zlib,
};

export function chooseCoding(accepted: string | null, available: readonly Coding[] = CODINGS): Coding | null {
  if (accepted === null || accepted.length > MAX_CHARS) return null;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const best = negotiator.encoding([...available, "identity"], { preferred: CODINGS });
  return available.find((coding) => coding === best) ?? null;
}

export function isWorthCompressing(contentType: string | undefined, body: Buffer): boolean {
  return body.byteLength >= MIN_BYTES && contentType !== undefined && compressible(contentType) === true;
}

export function createEncoder(coding: Coding): Transform {
  return coding === "gzip"
    ? createGzip()
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

/** Compresses a stream. A source that fails makes the result fail, so that it never looks complete. */
export function encodeStream(body: ReadableStream<Uint8Array>, coding: Coding): ReadableStream<Uint8Array> {
  const encoder = createEncoder(coding);
  pipeline(Readable.fromWeb(body as NodeStream), encoder, () => {});
  return Readable.toWeb(encoder) as ReadableStream<Uint8Array>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function compress(body: Buffer, coding: Coding): Promise<Buffer<ArrayBuffer>> {
  if (coding === "gzip") return Buffer.from(await compressGzip(body));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  };
  return Buffer.from(await compressBrotli(body, { params }));
}
