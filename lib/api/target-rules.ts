const ABSOLUTE = /^https?:\/\/[^/?#@\\]+/i;
/** What parsers of addresses take for another host or another slash, and what they pass over. */
const READ_DIFFERENTLY = /^\/\/|^[^?#]*[\\\t\r\n]/;
const BASE = "http://localhost";

/**
 * The path and query that a request line asks for (RFC 9112, 3.2), with dots resolved; an absolute address becomes its
 * path. Null for what a proxy and a server may read as different paths.
 */
export function readTarget(target: string): string | null {
  const own = target.replace(ABSOLUTE, "").replace(/^(?=[?#]|$)/, "/");
  if (!own.startsWith("/") || READ_DIFFERENTLY.test(own)) return null;
  const { pathname, search } = new URL(own, BASE);
  return pathname.startsWith("//") ? null : pathname + search;
}
