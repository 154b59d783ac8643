import "server-only";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { findTermsByHash, type Terms } from "./data";
import { acceptedUntil } from "./rules";
import { hashToken, isToken } from "./tokens";

/** Time for which a key is known without asking: with that of a query, a change takes effect within 5 s. */
const FRESH_MS = 3_000;
/**
 * Time for which a known key is accepted while the database is unavailable. A revocation may be missed; the damage is
 * limited to that key's rate limit.
 */
const STALE_MS = 600_000;
const MAX_KNOWN = 10_000;
/** Queries at one time: clients that guess tokens use no more connections. */
const QUERIES = 2;

/** Key whose token is accepted now. */
export type ActiveKey = Pick<Terms, "id" | "name" | "requestsPerMinute" | "expiresAt">;

/** Terms of a token, null where it is unknown, and when they were read. */
type KnownKey = { terms: Terms | null; readAt: number };

/** Known keys by the hash of their token. */
const keys = processSingleton("keys", () => {
  const limit = pLimit(QUERIES);
  return new LRUCache<string, KnownKey>({
    max: MAX_KNOWN,
    ttl: FRESH_MS,
    fetchMethod: async (hash, stale) => {
      try {
        const terms = await outsideRequests(() => limit(() => findTermsByHash(hash)));
        return { terms, readAt: Date.now() };
      } catch (error) {
        if (stale?.terms && Date.now() - stale.readAt < STALE_MS) return stale;
        throw error;
      }
    },
  });
});

/**
 * Returns the key of a token; null when it is malformed, unknown, expired or revoked (callers cannot tell which). Rejects
 * when the database is unavailable and the token was not read in the last 10 minutes.
 */
export async function findActiveKey(token: string): Promise<ActiveKey | null> {
  if (!isToken(token)) return null;
  const terms = (await keys.fetch(hashToken(token)))?.terms;
  if (!terms) return null;
  const until = acceptedUntil(terms, terms.token);
  if (Date.now() >= until) return null;
  const { id, name, requestsPerMinute } = terms;
  return { id, name, requestsPerMinute, expiresAt: Number.isFinite(until) ? new Date(until) : null };
}
