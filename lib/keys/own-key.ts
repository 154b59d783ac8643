import "server-only";
import { admit, KEY_CHALLENGE, refuse } from "@/lib/http/admit";
import type { Answer } from "@/lib/http/answer";
import { readSearch } from "@/lib/http/connection";
import { findBadQuery } from "@/lib/http/parse";
import type { Problem } from "@/lib/http/problem";
import type { OwnKey } from "./schema";

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
