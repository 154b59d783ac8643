import type { IncomingHttpHeaders } from "node:http";

/** A name or address, and a port: what a Host header may say (RFC 9110, 7.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Tells whether a Host header names a host. */
export const isHost = (value: string | undefined): value is string => value !== undefined && HOST.test(value);

/** Request without a body, as node:http would read it. */
export type PlainRequest = { method: "GET" | "HEAD"; url: string; headers: IncomingHttpHeaders };

/** Longest message that is read here; longer ones are rare. */
const MAX_BYTES = 4_096;

/** A whole message and nothing after it: headers of one line each, written the way all programs write them. */
const FORM = /^(GET|HEAD) (\/[!-~]*) HTTP\/1\.1\r\n((?:[\w-]+:[ -~]*\r\n)+)\r\n$/;

/** Headers about the message or the connection. Of these, only that it is to stay open is plain. */
const ABOUT_MESSAGE = new Set([
  ...["content-length", "transfer-encoding", "te", "trailer", "expect"],
  ...["connection", "proxy-connection", "upgrade", "http2-settings"],
]);

/**
 * The request that these bytes are, where they are exactly one, whole, without a body, to one host, and nobody could
 * read it in two ways. Null for all others, also good ones: they are for node:http, which is the judge of messages.
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  if (bytes.byteLength > MAX_BYTES) return null;
  const [, method, url = "", lines = ""] = FORM.exec(bytes.toString("latin1")) ?? [];
  if (method !== "GET" && method !== "HEAD") return null;
  const headers: IncomingHttpHeaders = {};
  for (let at = 0; at < lines.length; ) {
    const [colon, end] = [lines.indexOf(":", at), lines.indexOf("\r", at)];
    const name = lines.slice(at, colon).toLowerCase();
    const value = lines.slice(colon + 1, end).trim();
    // Two values of one header may be meant to be read together.
    if (headers[name] !== undefined) return null;
    if (ABOUT_MESSAGE.has(name) && !(name === "connection" && value.toLowerCase() === "keep-alive")) return null;
    headers[name] = value;
    at = end + 2;
  }
  return isHost(headers.host) ? { method, url, headers } : null;
}
