import "server-only";
import { lookup } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { env } from "@/lib/platform/env";
import { isPublicAddress } from "./rules";

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export class FetchFailed extends Error {
  override name = "FetchFailed";
}

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

/**
 * Fetches from the internet only. Checks each connected address, also of redirects, so that no private network is
 * reached. Throws FetchFailed.
 */
export async function fetchGuarded(address: string, wanted: Wanted): Promise<Fetched> {
  const signal = AbortSignal.timeout(wanted.timeoutMs);
  let url = toUrl(address);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await ask(url, wanted, signal);
    const { statusCode = 0, headers } = response;
    if (REDIRECTS.has(statusCode) && headers.location !== undefined) {
      response.destroy();
      url = toUrl(headers.location, url);
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

/** False for an address without https, unless the operator allows its host. */
export const isReadable = (address: string): boolean =>
  URL.canParse(address) && (address.startsWith("https://") || isAllowedHost(new URL(address).host));

function toUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchFailed("its address cannot be read");
  const url = new URL(address, base);
  // Hosts of the operator's own may do without.
  const isOpen = url.protocol === "http:" && isAllowedHost(url.host);
  if (url.protocol !== "https:" && !isOpen) throw new FetchFailed("it leads to an address without https");
  return url;
}

function ask(url: URL, { etag, lastModified }: Wanted, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isAllowed = isAllowedHost(url.host);
  if (isIP(host) !== 0 && !isAllowed && !isPublicAddress(host)) throw new FetchFailed(PRIVATE);
  const headers = {
    accept: "*/*",
    "accept-encoding": "identity",
    "user-agent": "price-atlas (+https://github.com/price-atlas)",
    ...(etag !== null && { "if-none-match": etag }),
    ...(lastModified !== null && { "if-modified-since": lastModified }),
  };
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(url, { headers, signal, agent: false, ...(!isAllowed && { lookup: lookupPublic }) });
    // Checks the address before a byte is sent.
    sent.on("socket", (socket) =>
      socket.once("connect", () => {
        if (!isAllowed && !isPublicAddress(socket.remoteAddress ?? "")) sent.destroy(new FetchFailed(PRIVATE));
      }),
    );
    sent.once("response", resolve);
    sent.once("error", (error) => reject(toFailure(error, signal)));
    sent.end();
  });
}

const PRIVATE = "it leads to an address that is not public";

const lookupPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    const open = error ? [] : addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (error) done(error, "");
    else if (first === undefined) done(new FetchFailed(PRIVATE), "");
    else if (options.all) done(null, open);
    else done(null, first.address, first.family);
  });
};

/** Hosts that the operator allows although they are private. */
const isAllowedHost = (host: string): boolean => env().REFRESH_ALLOW_HOSTS.includes(host);

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

function toFailure(error: unknown, signal: AbortSignal): FetchFailed {
  if (error instanceof FetchFailed) return error;
  if (signal.aborted) return new FetchFailed("it took too long");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNRESET") return new FetchFailed("it broke off");
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return new FetchFailed("its name cannot be resolved");
  return new FetchFailed(code === "" ? "it could not be reached" : `it could not be reached (${code})`);
}
