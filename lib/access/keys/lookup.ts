import "server-only";
import { LRUCache } from "lru-cache";
import { ChannelListener } from "@/lib/platform/listen";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { findKeysByHash, type Terms } from "./data";
import { KEYS_CHANNEL } from "./mutations";
import { acceptedUntil } from "./rules";
import { hashToken, isToken } from "./tokens";

/** With the time of a query, a change takes effect within 5 s even when its notification is lost. */
const FRESH_MS = 4_000;
/**
 * Time for which a cached key is accepted while the database is unavailable. A revocation that came over another path
 * may be missed; the damage is limited to that key's rate limit.
 */
const STALE_MS = 600_000;
/** Most cached entries: known keys, and as many unknown tokens. */
const MAX_CACHED = 10_000;

/** Key whose token is accepted now. */
export type ActiveKey = Pick<Terms, "id" | "name" | "requestsPerMinute" | "expiresAt">;

type AcceptedKey = { key: ActiveKey; acceptedUntil: number };
type CachedKey = { known: AcceptedKey | null; readAt: number };
type Batch = { hashes: Set<string>; answer: Promise<Map<string, AcceptedKey>> };

/**
 * Keys cached by this process. Batches look-ups so that only one query runs at a time: clients that guess tokens use at
 * most one database connection.
 */
class KeyLookup {
  readonly #known = new LRUCache<string, CachedKey>({ max: MAX_CACHED });
  readonly #unknown = new LRUCache<string, CachedKey>({ max: MAX_CACHED });
  #listener: ChannelListener | null = null;
  #changedAt = 0;
  #isUnavailable = false;
  #running: Promise<unknown> = Promise.resolve();
  #next: Batch | null = null;

  /** Queries the database for what is not cached, or not fresh. Rejects when it is unavailable and the token is not cached. */
  async find(token: string): Promise<AcceptedKey | null> {
    const hash = hashToken(token);
    const cached = this.#known.get(hash) ?? this.#unknown.get(hash);
    if (cached === undefined && !isToken(token)) return null;
    const isFresh = cached && cached.readAt > this.#changedAt && performance.now() - cached.readAt < FRESH_MS;
    return isFresh ? cached.known : this.#fetch(hash, cached);
  }

  async #fetch(hash: string, cached: CachedKey | undefined): Promise<AcceptedKey | null> {
    this.#listener ??= outsideRequests(
      () =>
        new ChannelListener(KEYS_CHANNEL, () => {
          this.#changedAt = performance.now();
        }),
    );
    const reading = this.#query(hash);
    if (!cached?.known || performance.now() - cached.readAt > STALE_MS) return reading;
    const fallback = reading.catch(() => cached.known);
    return this.#isUnavailable ? cached.known : fallback;
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  async #query(hash: string): Promise<AcceptedKey | null> {
    this.#next ??= { hashes: new Set(), answer: outsideRequests(() => this.#running.then(() => this.#queryBatch())) };
    this.#next.hashes.add(hash);
    return (await this.#next.answer).get(hash) ?? null;
  }

  async #queryBatch(): Promise<Map<string, AcceptedKey>> {
    const hashes = [...(this.#next?.hashes ?? [])];
    this.#next = null;
    const readAt = performance.now();
    const reading = findKeysByHash(hashes);
    // Look-ups that wait for their turn fail together with this one; later ones start a new query.
    this.#running = reading.catch((error) => {
      this.#next = null;
      this.#running = Promise.resolve();
      throw error;
    });
    this.#running.catch(() => {});
    try {
      const found = new Map([...(await reading)].map(([hash, terms]) => [hash, toAcceptedKey(terms)]));
      this.#isUnavailable = false;
      for (const hash of hashes) this.#store(hash, { known: found.get(hash) ?? null, readAt });
      return found;
    } catch (error) {
      this.#isUnavailable = true;
      throw error;
    }
  }

  #store(hash: string, cached: CachedKey): void {
    const [entries, other] = cached.known ? [this.#known, this.#unknown] : [this.#unknown, this.#known];
    other.delete(hash);
    entries.set(hash, cached);
  }
}

const lookup = () => processSingleton("key-lookup", () => new KeyLookup());

/**
 * Returns the key of a token; null when it is malformed, unknown, expired or revoked (callers cannot tell which). Rejects
 * when the database is unavailable and the token was not read in the last 10 minutes.
 */
export async function findActiveKey(token: string): Promise<ActiveKey | null> {
  const known = await lookup().find(token);
  return known !== null && Date.now() < known.acceptedUntil ? known.key : null;
}

function toAcceptedKey({ id, name, requestsPerMinute, revokedAt, expiresAt, token }: Terms): AcceptedKey {
  const until = acceptedUntil({ revokedAt, expiresAt }, token);
  const ends = Number.isFinite(until) ? new Date(until) : null;
  return { key: { id, name, requestsPerMinute, expiresAt: ends }, acceptedUntil: until };
}

/** Stops listening, when the process stops. */
export function closeKeyLookup(): Promise<void> {
  return lookup().close();
}
