import "server-only";
import type { OwnKey } from "@/lib/access/keys/schema";
import { admit, KEY_CHALLENGE, refuse } from "./admit";
import type { Answer } from "./handle";
import type { Problem } from "./problem";
import { findBadQuery } from "./query";
import { readSearch } from "./request-context";

const MISSING_KEY: Problem = {
  kind: "bad-key",
  detail: "Send your key in the header x-api-key.",
  headers: { "WWW-Authenticate": KEY_CHALLENGE },
};

/** What a key tells its holder; `GET /api/key`. */
export async function findOwnKey(request: Request): Promise<Answer> {
  const admission = await admit(request, 1);
  const problem = admission.problem ?? findBadQuery(readSearch(request));
  if (problem) return refuse(admission, problem);
  const { headers, key, decision } = admission;
  if (!key || !decision) return refuse(admission, MISSING_KEY);
  const data: OwnKey = {
    name: key.name,
    requests_per_minute: decision.limit,
    window: {
      used: decision.limit - decision.remaining,
      remaining: decision.remaining,
      resets_at: new Date(decision.resetAt).toISOString(),
    },
    expires_at: key.expiresAt?.toISOString() ?? null,
  };
  return {
    status: 200,
    body: JSON.stringify({ data }),
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  };
}
