import { ATTRIBUTION } from "@/lib/contract/envelope";

export const REQUEST_ID_HEADER = "x-request-id";
/** Carries what is wrong with a message from where it is read to what answers 400; a caller cannot set it. */
export const FAULT_HEADER = "x-price-atlas-fault";

/** On answers to a guess, also those that have no `meta`. */
export const GUESS_HEADER = "X-Q-Is-Guess";

export const READ_METHODS = "GET, HEAD, OPTIONS";

const EXPOSED = [
  "Accept-Ranges",
  "Allow",
  "Content-Range",
  "Deprecation",
  "WWW-Authenticate",
  "X-Attribution",
  "ETag",
  "Link",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
  "Content-Disposition",
  GUESS_HEADER,
];

/**
 * Allows any header, because no cookie is read. Browsers exclude `Authorization` from `*`, and older ones ignore `*`,
 * so names follow.
 */
const ACCEPTED = [
  "*",
  "Authorization",
  "x-api-key",
  "Content-Type",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "If-Range",
  "Range",
  "traceparent",
  "tracestate",
];

export function commonHeaders(requestId: string): Record<string, string> {
  return {
    "X-Request-Id": requestId,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED.join(", "),
    "X-Attribution": ATTRIBUTION,
    Vary: "Accept-Encoding",
  };
}

export const PREFLIGHT_HEADERS = {
  Allow: READ_METHODS,
  "Access-Control-Allow-Methods": READ_METHODS,
  "Access-Control-Allow-Headers": ACCEPTED.join(", "),
  "Access-Control-Max-Age": "86400",
};
