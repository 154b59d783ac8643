import "server-only";
import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { env } from "./env";

/** A request to an address that a person or a file named did not come to a good answer. Its message has no address. */
export class FetchFailed extends Error {
  override name = "FetchFailed";
}

/** Refuse addresses of this machine, private networks and a cloud's internal ones before a byte is sent, also behind names. */
const AGENTS = { "http:": new RequestFilteringHttpAgent(), "https:": new RequestFilteringHttpsAgent() };

/** False for an address without https, unless the operator allows its host. */
export const isReadable = (address: string): boolean =>
  URL.canParse(address) && (address.startsWith("https://") || isAllowedHost(new URL(address).host));

/** Throws FetchFailed for what cannot be read or has no https, unless the operator allows its host. */
export function toGuardedUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchFailed("its address cannot be read");
  const url = new URL(address, base);
  const isOpen = url.protocol === "http:" && isAllowedHost(url.host);
  if (url.protocol !== "https:" && !isOpen) throw new FetchFailed("it leads to an address without https");
  return url;
}

type Asked = Pick<RequestOptions, "method"> & {
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
};

/** Asks on the internet only, but for hosts that the operator allows. Follows no redirect. Throws FetchFailed. */
export function requestGuarded(url: URL, { method = "GET", headers, body, signal }: Asked): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const agent = isAllowedHost(url.host) ? false : AGENTS[url.protocol === "https:" ? "https:" : "http:"];
  const named = { ...headers, "user-agent": "price-atlas (+https://github.com/price-atlas)" };
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers: named, signal, agent });
    sent.once("response", resolve);
    sent.once("error", (error) => reject(toFailure(error, signal)));
    sent.end(body);
  });
}

/** Hosts that the operator allows although they are private. */
const isAllowedHost = (host: string): boolean => env().REFRESH_ALLOW_HOSTS.includes(host);

export function toFailure(error: unknown, signal: AbortSignal): FetchFailed {
  if (error instanceof FetchFailed) return error;
  if (signal.aborted) return new FetchFailed("it took too long");
  const { code = "", message = "" } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code === "ECONNRESET") return new FetchFailed("it broke off");
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return new FetchFailed("its name cannot be resolved");
  if (message.startsWith("DNS lookup")) return new FetchFailed("it leads to an address that is not public");
  return new FetchFailed(code === "" ? "it could not be reached" : `it could not be reached (${code})`);
}
