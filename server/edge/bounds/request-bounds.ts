import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { CallerLeft } from "./render-gate";

/** Longest address, as in most servers: nginx and Apache refuse more by default. Twenty products and fifty countries take a fifth. */
export const MAX_TARGET_CHARS = 8_192;
export const MAX_PARAMETERS = 200;

/** Characters of a header that is parsed here or by a library; no browser or program comes near. */
const MAX_HEADER_CHARS = {
  ...{ accept: 1_024, "accept-encoding": 512, "accept-language": 512, authorization: 4_096, cookie: 8_192 },
  ...{
    "if-match": 4_096,
    "if-none-match": 4_096,
    "if-modified-since": 128,
    "if-unmodified-since": 128,
    "if-range": 256,
    range: 256,
  },
  ...{ host: 512, origin: 512, referer: 4_096, "next-router-state-tree": 16_000, "x-api-key": 512 },
} satisfies Record<string, number>;
const BOUNDED = Object.entries(MAX_HEADER_CHARS);

/** Reason for refusing a request target before anything reads it; null for nearly all. Costs no more than its length. */
export function findExcess(target: string): string | null {
  if (target.length > MAX_TARGET_CHARS) return `The address is longer than ${MAX_TARGET_CHARS} characters.`;
  let parameters = 1;
  for (let at = target.indexOf("&"); at !== -1; at = target.indexOf("&", at + 1)) parameters++;
  return parameters > MAX_PARAMETERS ? `The address has more than ${MAX_PARAMETERS} parameters.` : null;
}

/**
 * Removes headers that are longer than any that means something: reading them costs more than their length. Without
 * them the answer is a whole one, in plain bytes and in no language. Keys and hosts are cut, which makes them wrong ones: a
 * wrong key must not become none. Removes conditions by a date that is none, which would else be read as some day.
 */
export function boundHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, max] of BOUNDED) {
    const value = headers[name];
    if (value === undefined || value.length <= max) continue;
    if (CUT.has(name)) headers[name] = value.slice(0, max);
    else delete headers[name];
  }
  for (const name of DATES) if (headers[name] !== undefined && !isHttpDate(headers[name])) delete headers[name];
}

/** Conditions by a date, to be ignored without a valid one (RFC 9110, 13.1.3 and 13.1.4). */
const DATES = ["if-modified-since", "if-unmodified-since"] as const;

/** The three forms of a date in HTTP (RFC 9110, 5.6.7): `Date.parse` takes many others. */
const HTTP_DATE_FORMS = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
const isHttpDate = (text: string) => HTTP_DATE_FORMS.some((form) => form.test(text)) && !Number.isNaN(Date.parse(text));

const CUT = new Set(["authorization", "host", "x-api-key"]);

/**
 * Reads the body of a request. Null for one of more than `max` bytes, which is read to its end, so that the client reads
 * the answer. Throws CallerLeft where the client left, or sent more than `maxDropped`.
 */
export async function readBody(
  request: IncomingMessage,
  { max, maxDropped }: { max: number; maxDropped: number },
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes <= max) chunks.push(chunk);
      if (bytes > maxDropped) throw new CallerLeft();
    }
  } catch {
    throw new CallerLeft();
  }
  return bytes <= max ? Buffer.concat(chunks) : null;
}
