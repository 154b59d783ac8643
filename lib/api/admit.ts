import "server-only";
import { type ActiveKey, findActiveKey } from "@/lib/access/keys/lookup";
import { findClientAddress } from "@/lib/access/limits/client-address";
import { type Policy, secondsLeft, toLimitHeaders } from "@/lib/access/limits/headers";
import { takeRequest } from "@/lib/access/limits/limiter";
import type { Decision } from "@/lib/access/limits/window";
import { env } from "@/lib/platform/env";
import type { Problem } from "./problem";
import type { RequestContext } from "./request-context";

export const ANONYMOUS_LIMIT = 60;

export type Admission = {
  /** Limit headers of every answer to this request. */
  headers: Record<string, string>;
  /** Refusal of the request, without the limit headers: 400, 401 or 429. */
  problem: Problem | null;
  /** The caller's key, and what is left of the limit that applied; null where there is none. */
  key: ActiveKey | null;
  decision: Decision | null;
};

/** For `WWW-Authenticate`, which every 401 carries (RFC 9110, 15.5.2). */
export const KEY_CHALLENGE = 'ApiKey header="x-api-key"';

/** Admission of what counts against nobody's limit. */
export const UNLIMITED: Admission = { headers: {}, problem: null, key: null, decision: null };

/**
 * Decides whether the caller may have an answer now; the context has the decision from then on. `cost` is what the answer
 * takes from the caller's limit: 1, or 0 for a 304, which still wants a good key. Rejects when the key cannot be read.
 */
export async function admit(headers: Headers, context: RequestContext, cost: 0 | 1): Promise<Admission> {
  context.admission ??= await decide(headers, cost);
  return context.admission;
}

async function decide(headers: Headers, cost: 0 | 1): Promise<Admission> {
  const token = headers.get("x-api-key");
  const claim = toClaim(headers, token === null ? undefined : await findActiveKey(token));
  if (isFree(claim, cost)) return { ...UNLIMITED, key: claim.key };
  return toAdmission(claim, await takeRequest(claim.bucket, claim.limit));
}

/** Limit that a request counts against; `refusal`: why it gets no answer, whatever is left of the limit. */
type Claim = { bucket: string; limit: number; policy: Policy; key: ActiveKey | null; refusal: Problem | null };

/** `key`: null is one that is not accepted, undefined none at all. */
function toClaim(headers: Headers, key: ActiveKey | null | undefined): Claim {
  if (key) return { bucket: `key:${key.id}`, limit: key.requestsPerMinute, policy: "key", key, refusal: null };
  const bucket = `ip:${findClientAddress(headers.get("x-forwarded-for"), env().TRUST_PROXY_HOPS)}`;
  const isMisplaced = key === undefined && HAS_TOKEN.test(headers.get("authorization") ?? "");
  const refusal = isMisplaced ? MISPLACED_KEY : key === null ? BAD_KEY : null;
  return { bucket, limit: ANONYMOUS_LIMIT, policy: "anonymous", key: null, refusal };
}

/** Schemes of tokens. `Basic` and the like may belong to a proxy in front. */
const HAS_TOKEN = /^ *(?:bearer|token|api-?key|pa_)/i;

/** Guessing keys uses up the anonymous limit, whatever is asked for. */
const isFree = ({ refusal }: Claim, cost: 0 | 1) => cost === 0 && refusal === null;

/** Over the limit, a guess at a key is not even answered. */
function toAdmission({ policy, key, refusal }: Claim, decision: Decision): Admission {
  const headers = toLimitHeaders(policy, decision, Date.now());
  if (decision.admitted) return { headers, problem: refusal, key, decision };
  return { headers, problem: toLimitProblem(policy, decision.limit, secondsLeft(decision)), key, decision };
}

/** The 429 of a caller who may try again in so many seconds. */
export function toLimitProblem(policy: Policy, limit: number, seconds: number): Problem {
  const whose = policy === "key" ? "This API key has" : "Without an API key, an address has";
  return {
    kind: "too-many-requests",
    detail: `${whose} ${limit} requests a minute. Try again in ${seconds} s.`,
    headers: { "Retry-After": String(seconds) },
  };
}

/** A caller who believes to have sent a key must not be taken for an anonymous one without a word. */
const MISPLACED_KEY: Problem = {
  kind: "bad-parameter",
  detail: "Authorization is not read here. Send your key in the header x-api-key, or no key at all.",
};

/** The 401 of a key that is malformed, unknown, revoked or expired. */
export const BAD_KEY: Problem = {
  kind: "bad-key",
  detail: "The key in x-api-key is not accepted. Leave the header out to ask without one.",
  headers: { "WWW-Authenticate": KEY_CHALLENGE },
};
