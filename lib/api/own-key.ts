import "server-only";
import { usageByDay } from "@/lib/access/keys/data";
import type { OwnKey } from "@/lib/access/keys/schema";
import { currentTime } from "@/lib/platform/clock";
import { KEY_CHALLENGE } from "./admit";
import { type BodyReply, toDataReply } from "./endpoint";
import type { Problem } from "./problem";
import type { RequestContext } from "./request-context";

const DAYS = 30;

export async function findOwnKey(
  _input: object,
  { context }: { context: RequestContext },
): Promise<BodyReply | Problem> {
  const { key = null, decision = null } = context.admission ?? {};
  if (key === null || decision === null) return MISSING_KEY;
  const data: OwnKey = {
    name: key.name,
    requests_per_minute: decision.limit,
    scope: key.scope,
    window: {
      used: decision.limit - decision.remaining,
      remaining: decision.remaining,
      resets_at: new Date(currentTime().getTime() + decision.resetInMs).toISOString(),
    },
    expires_at: key.expiresAt?.toISOString() ?? null,
    days: await usageByDay(key.id, DAYS).catch(() => null),
  };
  return toDataReply(data);
}

const MISSING_KEY: Problem = {
  kind: "bad-key",
  detail: "Send your key in the header x-api-key.",
  headers: { "WWW-Authenticate": KEY_CHALLENGE },
};
