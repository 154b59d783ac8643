import { KEY_CHALLENGE } from "@/lib/api/admit";
import type { Problem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { MAX_FILE_BYTES } from "@/lib/desk/changes/schema";

const toProblem = (kind: Problem["kind"], detail: string): Problem => ({ kind, detail });

const MISSING_KEY: Problem = {
  ...toProblem("bad-key", "Send a key that may collect in the header x-api-key."),
  headers: { "WWW-Authenticate": KEY_CHALLENGE },
};
export const READS_ONLY = toProblem(
  "not-permitted",
  "This key may read only. Collecting needs a key that may collect: ask the operator.",
);
export const OTHER_CONTENT = toProblem(
  "conflict",
  "This Idempotency-Key was sent before, with other readings. Nothing was taken; send another key.",
);
export const BEING_RECEIVED = toProblem(
  "conflict",
  "Readings with this Idempotency-Key are being received. Ask again in a minute: the first answer is given.",
);
export const TOO_MANY_OPEN = toProblem(
  "conflict",
  "As many drafts of this key as may wait are undecided. Nothing was taken; ask whoever decides on them.",
);
export const TOO_LARGE = toProblem(
  "too-large",
  `Readings have at most ${MAX_FILE_BYTES / 1_000_000} MB a call. Nothing was taken; send them in parts.`,
);
export const BUSY: Problem = {
  ...toProblem("unavailable", "Others send files at this moment. Please try again shortly."),
  headers: { "Retry-After": "10" },
};
export const EMPTY = toProblem("bad-parameter", "The call has no body: send readings as NDJSON, one object a line.");
export const BAD_IDEMPOTENCY_KEY = toProblem(
  "bad-parameter",
  "An Idempotency-Key has 1 to 255 visible characters of ASCII.",
);

/** The key that may collect, or why there is none. */
export function findCollector({ admission }: RequestContext) {
  const key = admission?.key ?? null;
  if (key === null) return MISSING_KEY;
  return key.scope === "collect" ? key : READS_ONLY;
}
