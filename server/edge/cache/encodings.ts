import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import compressible from "compressible";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "identity" | "gzip" | "br";

/** Smallest body that is compressed: below it the headers cost more than is saved. */
const MIN_BYTES = 1_024;
/** Quality of brotli: each body is compressed once and sent often, but while somebody waits. */
const BROTLI_QUALITY = 5;

const SERVED = ["br", "gzip", "identity"];
const chosen = new LRUCache<string, Encoding>({ max: 500 });

/** The encoding for a caller's Accept-Encoding (RFC 9110, 12.5.3); who accepts none of ours gets identity. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return "identity";
  const known = chosen.get(accepted);
  if (known !== undefined) return known;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const best = negotiator.encoding(SERVED, { preferred: ["br", "gzip"] });
  const encoding = best === "br" || best === "gzip" ? best : "identity";
  chosen.set(accepted, encoding);
  return encoding;
}

export function isWorthCompressing(contentType: string | undefined, body: Buffer): boolean {
  return body.byteLength >= MIN_BYTES && contentType !== undefined && compressible(contentType) === true;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return compressGzip(body);
  return compressBrotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
  });
}
