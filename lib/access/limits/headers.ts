import { type Decision, WINDOW_SECONDS } from "./window";

/** Owner of a limit: an address, or an API key. */
export type Policy = "anonymous" | "key";

/** Whole seconds until a request is admitted again, or the window ends. */
export function secondsLeft(decision: Decision, now: number): number {
  return Math.max(1, Math.ceil((decision.resetAt - now) / 1000));
}

/**
 * Headers about the caller's limit: those of draft-ietf-httpapi-ratelimit-headers-10, which may still change, and those
 * in use before it.
 */
export function toLimitHeaders(policy: Policy, decision: Decision, now: number): Record<string, string> {
  return {
    "RateLimit-Policy": `"${policy}";q=${decision.limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${policy}";r=${decision.remaining};t=${secondsLeft(decision, now)}`,
    "X-RateLimit-Limit": String(decision.limit),
    "X-RateLimit-Remaining": String(decision.remaining),
    "X-RateLimit-Reset": String(Math.ceil(decision.resetAt / 1000)),
  };
}
