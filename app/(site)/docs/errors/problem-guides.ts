import type { Problem } from "@/lib/api/problem";

type Guide = {
  meaning: string;
  remedy: string;
  /** Call that gives this problem: path, and what else is sent. */
  call: string;
  method?: "POST";
  headers?: Readonly<Record<string, string>>;
};

export const PROBLEM_GUIDES: Readonly<Record<Problem["kind"], Guide>> = {
  "bad-parameter": {
    meaning:
      "A parameter is unknown, repeated, empty, malformed, or names something that is not in the dataset. All faults of a call are reported at once.",
    remedy:
      "Look through `errors`: each names the parameter, what is wrong with it and, where there is one, the nearest accepted value.",
    call: "/api/prices?product=netflx",
  },
  "bad-key": {
    meaning:
      "The key in `x-api-key` is malformed, unknown, revoked or expired. The call also counts against your address.",
    remedy: "Leave the header out to call anonymously, or ask the operator for a new key.",
    call: "/api/countries",
    headers: { "x-api-key": "not-a-key" },
  },
  "not-permitted": {
    meaning: "The key is in force and may read, but `/api/collect` and `/api/readings` need one that may collect.",
    remedy: "Ask the operator for a key that may collect.",
    call: "/api/collect",
    headers: { "x-api-key": "pa_live_…" },
  },
  conflict: {
    meaning:
      "The same `Idempotency-Key` was sent before with other readings, its readings are being received, or as many drafts of the key as may wait are undecided.",
    remedy: "Take another `Idempotency-Key` for other readings, or wait; `GET /api/readings` lists what you sent.",
    call: "/api/readings",
    method: "POST",
    headers: { "x-api-key": "pa_live_…", "Idempotency-Key": "2026-11-20" },
  },
  "too-large": {
    meaning: "More than 100 MB of readings came in one call of `POST /api/readings`. Nothing was taken.",
    remedy: "Send them in parts.",
    call: "/api/readings",
    method: "POST",
    headers: { "x-api-key": "pa_live_…" },
  },
  "not-found": {
    meaning: "There is no such product, or no such path under `/api`.",
    remedy: "Take one of the `suggestions`, or look the slug up in `/api/services`.",
    call: "/api/services/netflx",
  },
  gone: {
    meaning:
      "The rows of the dataset version were removed to save space. `/api/changes` says so of versions that are too far back.",
    remedy: "Take a version that `/api/versions` lists with its files, or leave `version` out.",
    call: "/api/prices?version=2024-05-01.1",
  },
  "method-not-allowed": {
    meaning:
      "The API only reads: `GET`, `HEAD` and `OPTIONS`; `POST` is for `/api/readings` alone. The header `Allow` lists them.",
    remedy: "Send a `GET`, with everything in the address.",
    call: "/api/prices",
    method: "POST",
  },
  "precondition-failed": {
    meaning:
      "You asked for an export with `If-Match` or `If-Unmodified-Since`, and it is another one by now: a new dataset has been published.",
    remedy: "Begin again without the header, and take the new `ETag`.",
    call: "/api/export?dataset=index&format=csv",
    headers: { "If-Match": '"not-its-tag"' },
  },
  "range-not-satisfiable": {
    meaning: "The range of bytes that was asked for lies behind the end of the export.",
    remedy: "Take the length from `Content-Range`, or leave `Range` out and take the whole.",
    call: "/api/export?dataset=index&format=csv",
    headers: { Range: "bytes=999999999-" },
  },
  "too-many-requests": {
    meaning: "The limit of this minute is used up, that of your address or that of your key.",
    remedy:
      "Wait for as many seconds as `Retry-After` says. For whole datasets make one call to `/api/export`; for repeated calls send `If-None-Match`, which costs nothing while the answer is the same.",
    call: "/api/prices",
  },
  "internal-error": {
    meaning: "Something failed on our side. Nothing in your call caused it.",
    remedy: "Try again once. If it stays, report the value of `instance`: with it we find the failure in our log.",
    call: "/api/prices",
  },
  unavailable: {
    meaning: "The database does not answer for the moment, or no dataset has been published yet.",
    remedy: "Wait for as many seconds as `Retry-After` says and try again.",
    call: "/api/prices",
  },
};

export const hasGuide = (kind: string): kind is Problem["kind"] => kind in PROBLEM_GUIDES;
