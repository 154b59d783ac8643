import "server-only";
import { type ActiveKey, findActiveKey } from "@/lib/access/keys/lookup";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { type Policy, secondsLeft, toLimitHeaders } from "@/lib/access/limits/headers";
import { takeRequest } from "@/lib/access/limits/limiter";
import type { Decision } from "@/lib/access/limits/window";
import { currentTime } from "@/lib/platform/clock";
import type { Problem } from "./problem";
import type { Admission, RequestContext } from "./request-context";

export const ANONYMOUS_LIMIT = 60;

/** Value of `WWW-Authenticate`, which every 401 carries (RFC 9110, 15.5.2). */
export const KEY_CHALLENGE = 'ApiKey header="x-api-key"';

export const UNLIMITED: Admission = { headers: {}, problem: null, key: null, decision: null };

/** `cost` 0 is for a 304, which still needs a valid key. Rejects when the key cannot be read. */
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

type Claim = { bucket: string; limit: number; policy: Policy; key: ActiveKey | null; refusal: Problem | null };

/** `key` is null for one that is not accepted, undefined for none. */
function toClaim(headers: Headers, key: ActiveKey | null | undefined): Claim {
  if (key) return { bucket: `key:${key.id}`, limit: key.requestsPerMinute, policy: "key", key, refusal: null };
  const bucket = `ip:${readClientAddress(headers)}`;
  const isMisplaced = key === undefined && HAS_TOKEN.test(headers.get("authorization") ?? "");
  const refusal = isMisplaced ? MISPLACED_KEY : key === null ? BAD_KEY : null;
  return { bucket, limit: ANONYMOUS_LIMIT, policy: "anonymous", key: null, refusal };
}

/** Not `Basic` and the like: they may belong to a proxy in front. */
const HAS_TOKEN = /^ *(?:bearer|token|api-?key|pa_)/i;

const isFree = ({ refusal }: Claim, cost: 0 | 1) => cost === 0 && refusal === null;

function toAdmission({ policy, key, refusal }: Claim, decision: Decision): Admission {
  const headers = toLimitHeaders(policy, decision, currentTime().getTime());
  if (decision.admitted) return { headers, problem: refusal, key, decision };
  return { headers, problem: toLimitProblem(policy, decision.limit, secondsLeft(decision)), key, decision };
}

export function toLimitProblem(policy: Policy, limit: number, seconds: number): Problem {
  const whose = policy === "key" ? "This API key has" : "Without an API key, an address has";
  return {
    kind: "too-many-requests",
    detail: `${whose} ${limit} requests a minute. Try again in ${seconds} s.`,
    headers: { "Retry-After": String(seconds) },
  };
}

/** Refuses a key in the wrong header instead of silently serving its caller as anonymous. */
const MISPLACED_KEY: Problem = {
  kind: "bad-parameter",
  detail: "Authorization is not read here. Send your key in the header x-api-key, or no key at all.",
};

export const BAD_KEY: Problem = {
  kind: "bad-key",
  detail: "The key in x-api-key is not accepted. Leave the header out to ask without one.",
  headers: { "WWW-Authenticate": KEY_CHALLENGE },
};
