import type { IncomingMessage } from "node:http";

/** Sets a lower-case header that is ours alone, in place of all that the client sent under this name; null sets none. */
export function setOwnHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string | null): void {
  delete headers[name];
  // Some copy a request from these.
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2)
    if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
  if (value === null) return;
  headers[name] = value;
  rawHeaders.push(name, value);
}
