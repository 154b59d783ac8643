import "server-only";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { currentTime } from "@/lib/platform/clock";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { findTermsByHash, type Terms } from "./data";
import { acceptedUntil } from "./rules";
import { hashToken, isToken } from "./tokens";

/** Caches a key this long: with the query's time, a change takes effect within 5 s. */
const FRESH_MS = 3_000;
/**
 * Accepts a cached key this long while the database is unavailable. A missed revocation costs at most the key's rate
 * limit.
 */
const STALE_MS = 600_000;
const MAX_KNOWN = 10_000;
const QUERIES = 2;

export type ActiveKey = Pick<Terms, "id" | "name" | "requestsPerMinute" | "scope" | "expiresAt">;

type KnownKey = { terms: Terms | null; readAt: number };

const keys = processSingleton("keys", () => {
  const limit = pLimit(QUERIES);
  return new LRUCache<string, KnownKey>({
    max: MAX_KNOWN,
    ttl: FRESH_MS,
    fetchMethod: async (hash, stale) => {
      try {
        const terms = await outsideRequests(() => limit(() => findTermsByHash(hash)));
        return { terms, readAt: currentTime().getTime() };
      } catch (error) {
        if (stale?.terms && currentTime().getTime() - stale.readAt < STALE_MS) return stale;
        throw error;
      }
    },
  });
});

/**
 * Returns null for an invalid, unknown, expired or revoked token. Rejects when the database is unavailable and the
 * token is not cached.
 */
export async function findActiveKey(token: string): Promise<ActiveKey | null> {
  if (!isToken(token)) return null;
  const terms = (await keys.fetch(hashToken(token)))?.terms;
  if (!terms) return null;
  const until = acceptedUntil(terms, terms.token);
  if (currentTime().getTime() >= until) return null;
  const { id, name, requestsPerMinute, scope } = terms;
  return { id, name, requestsPerMinute, scope, expiresAt: Number.isFinite(until) ? new Date(until) : null };
}
