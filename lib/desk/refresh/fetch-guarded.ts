import "server-only";
import type { IncomingMessage } from "node:http";
import { FetchFailed, requestGuarded, toFailure, toGuardedUrl } from "@/lib/platform/guarded-request";

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** More bytes than were wanted. */
export class TooLong extends FetchFailed {
  override name = "TooLong";
}

type Wanted = {
  etag: string | null;
  lastModified: string | null;
  maxBytes: number;
  /** Total time, with redirects and body. */
  timeoutMs: number;
};

export type Fetched =
  | { kind: "unchanged" }
  | { kind: "read"; content: Buffer; etag: string | null; lastModified: string | null };

/** Fetches from the internet only, also behind redirects. Throws FetchFailed. */
export async function fetchGuarded(address: string, wanted: Wanted): Promise<Fetched> {
  const signal = AbortSignal.timeout(wanted.timeoutMs);
  let url = toGuardedUrl(address);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await ask(url, wanted, signal);
    const { statusCode = 0, headers } = response;
    if (REDIRECTS.has(statusCode) && headers.location !== undefined) {
      response.destroy();
      url = toGuardedUrl(headers.location, url);
      continue;
    }
    if (statusCode === 304) {
      response.destroy();
      return { kind: "unchanged" };
    }
    if (statusCode !== 200) {
      response.destroy();
      throw new FetchFailed(
        statusCode === 404 || statusCode === 410 ? toMoved(statusCode) : `it answered ${statusCode}`,
      );
    }
    const content = await readBody(response, wanted.maxBytes, signal);
    return { kind: "read", content, etag: headers.etag ?? null, lastModified: headers["last-modified"] ?? null };
  }
  throw new FetchFailed(`it redirects more than ${MAX_REDIRECTS} times`);
}

const toMoved = (status: number) => `the address answers ${status}: the publisher may have moved the file`;

function ask(url: URL, { etag, lastModified }: Wanted, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = {
    accept: "*/*",
    "accept-encoding": "identity",
    ...(etag !== null && { "if-none-match": etag }),
    ...(lastModified !== null && { "if-modified-since": lastModified }),
  };
  return requestGuarded(url, { headers, signal });
}

async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const tooLong = () => new TooLong(`it has more than ${maxBytes} bytes`);
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) {
    response.destroy();
    throw tooLong();
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLong();
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    throw toFailure(error, signal);
  }
  if (!response.complete) throw new FetchFailed("it broke off");
  return Buffer.concat(chunks);
}
