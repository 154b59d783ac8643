import { ATTRIBUTION } from "@/lib/contract/envelope";

/** Header with the id under which a request is logged. */
export const REQUEST_ID_HEADER = "x-request-id";

/** Methods for `Allow` and preflights: everything published here is only read. */
export const READ_METHODS = "GET, HEAD, OPTIONS";

/** Response headers that scripts of other origins may read; without this they see only a few safelisted ones. */
const EXPOSED = [
  ...["Accept-Ranges", "Allow", "Content-Range", "Deprecation", "WWW-Authenticate", "X-Attribution", "ETag", "Link"],
  ...["RateLimit", "RateLimit-Policy", "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining"],
  ...["X-RateLimit-Reset", "X-Request-Id", "Content-Disposition"],
];

/**
 * Request headers that scripts may send: any, because no cookie or other credential of a browser is read. Browsers do
 * not count `Authorization` into `*`, and older ones know no `*` at all, so the usual ones are named too.
 */
const ACCEPTED = [
  ...["*", "Authorization", "x-api-key", "Content-Type", "If-Match", "If-Modified-Since", "If-None-Match"],
  ...["If-Range", "Range", "traceparent", "tracestate"],
];

/** Headers of every response of the API; scripts of any origin may read it. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    "X-Request-Id": requestId,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED.join(", "),
    "X-Attribution": ATTRIBUTION,
    Vary: "Accept-Encoding",
  };
}

/** Headers of the response to OPTIONS, beside the common ones. */
export const PREFLIGHT_HEADERS = {
  Allow: READ_METHODS,
  "Access-Control-Allow-Methods": READ_METHODS,
  "Access-Control-Allow-Headers": ACCEPTED.join(", "),
  "Access-Control-Max-Age": "86400",
};
