import { type Decision, WINDOW_SECONDS } from "./window";

export type Policy = "anonymous" | "key";

export function secondsLeft({ resetInMs }: Decision): number {
  return Math.max(1, Math.ceil(resetInMs / 1000));
}

/** Headers of draft-ietf-httpapi-ratelimit-headers-10 and their older forms. `now` is in Unix milliseconds. */
export function toLimitHeaders(policy: Policy, decision: Decision, now: number): Record<string, string> {
  return {
    "RateLimit-Policy": `"${policy}";q=${decision.limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${policy}";r=${decision.remaining};t=${secondsLeft(decision)}`,
    "X-RateLimit-Limit": String(decision.limit),
    "X-RateLimit-Remaining": String(decision.remaining),
    "X-RateLimit-Reset": String(Math.ceil((now + decision.resetInMs) / 1000)),
  };
}
