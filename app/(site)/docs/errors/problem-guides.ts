import type { ParameterFault, Problem } from "@/lib/http/problem";

type Guide = {
  meaning: string;
  remedy: string;
  /** An answer as a caller gets it. */
  example: { detail: string; errors?: ParameterFault[]; suggestions?: string[] };
  call: string;
};

/** For each kind of problem what it means and what the caller can do. */
export const PROBLEM_GUIDES: Readonly<Record<Problem["kind"], Guide>> = {
  "bad-parameter": {
    meaning:
      "A parameter is unknown, repeated, empty, malformed, or names something that is not in the dataset. All faults of a call are reported at once.",
    remedy:
      "Look through `errors`: each names the parameter, what is wrong with it and, where there is one, the nearest accepted value.",
    example: {
      detail: "Not accepted: product. See errors for each.",
      errors: [{ parameter: "product", detail: '"netflx" is not in this dataset', suggestion: "netflix" }],
    },
    call: "/api/prices?product=netflx",
  },
  "bad-key": {
    meaning:
      "The key in `x-api-key` is malformed, unknown, revoked or expired. The call also counts against your address.",
    remedy: "Leave the header out to call anonymously, or ask the operator for a new key.",
    example: { detail: "This key is not accepted." },
    call: "/api/countries",
  },
  "not-found": {
    meaning: "There is no such product, or no such path under `/api`.",
    remedy: "Take one of the `suggestions`, or look the slug up in `/api/services`.",
    example: { detail: 'There is no product "netflx".', suggestions: ["netflix"] },
    call: "/api/services/netflx",
  },
  "method-not-allowed": {
    meaning: "The API only reads: `GET`, `HEAD` and `OPTIONS`. The header `Allow` lists them.",
    remedy: "Send a `GET`, with everything in the address.",
    example: { detail: "POST is not possible here; this API is read-only." },
    call: "/api/prices",
  },
  "range-not-satisfiable": {
    meaning: "The range of bytes that was asked for lies behind the end of the export.",
    remedy: "Take the length from `Content-Range`, or leave `Range` out and take the whole.",
    example: { detail: "The export has 463077 bytes." },
    call: "/api/export?dataset=prices&format=csv",
  },
  "too-many-requests": {
    meaning: "The limit of this minute is used up, that of your address or that of your key.",
    remedy:
      "Wait for as many seconds as `Retry-After` says. For whole datasets make one call to `/api/export`; for repeated calls send `If-None-Match`, which costs nothing while the answer is the same.",
    example: { detail: "60 requests a minute are used up. Please wait 23 seconds." },
    call: "/api/prices",
  },
  "internal-error": {
    meaning: "Something failed on our side. Nothing in your call caused it.",
    remedy: "Try again once. If it stays, report the value of `instance`: with it we find the failure in our log.",
    example: { detail: "Something failed on our side. Please report the instance." },
    call: "/api/prices",
  },
  unavailable: {
    meaning: "The database does not answer for the moment, or no dataset has been published yet.",
    remedy: "Wait for as many seconds as `Retry-After` says and try again.",
    example: { detail: "The database does not answer at the moment. Please try again shortly." },
    call: "/api/prices",
  },
};

/** Whether a guide is written for a kind; a test holds that it is for all. */
export const hasGuide = (kind: string): kind is Problem["kind"] => kind in PROBLEM_GUIDES;
