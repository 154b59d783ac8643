import "server-only";
import { pipeline, Readable, type Transform } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import compressible from "compressible";
import Negotiator from "negotiator";

/** Content codings in the order of preference. */
export const CODINGS = ["br", "gzip"] as const;
export type Coding = (typeof CODINGS)[number];

/** Smallest body that is compressed: below it the headers cost more than is saved. */
const MIN_BYTES = 1_024;
/** Quality of brotli, 0 to 11: this one is as fast as gzip, and a fifth smaller. */
const BROTLI_QUALITY = 5;
/** Longest header that is read. */
const MAX_CHARS = 512;

/** Part of a file's ETag: other versions may compress the same bytes differently. */
export const CODEC_VERSIONS: Record<Coding, string> = {
  br: `${process.versions.brotli} ${BROTLI_QUALITY}`,
  gzip: process.versions.zlib,
};

/** The coding for a caller's Accept-Encoding (RFC 9110, 12.5.3) among those available; null for the bytes as they are. */
export function chooseCoding(accepted: string | null, available: readonly Coding[] = CODINGS): Coding | null {
  if (accepted === null || accepted.length > MAX_CHARS) return null;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const best = negotiator.encoding([...available, "identity"], { preferred: CODINGS });
  return available.find((coding) => coding === best) ?? null;
}

export function isWorthCompressing(contentType: string | undefined, body: Buffer): boolean {
  return body.byteLength >= MIN_BYTES && contentType !== undefined && compressible(contentType) === true;
}

/** Creates a stream compressor. */
export function createEncoder(coding: Coding): Transform {
  return coding === "gzip"
    ? createGzip()
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

/** Bytes of a stream, compressed on their way. One that fails half way fails here too, so that it never looks whole. */
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
