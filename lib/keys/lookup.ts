import "server-only";
import { ChannelListener } from "@/lib/listen";
import { chain, type MaybePromise } from "@/lib/maybe-promise";
import { once } from "@/lib/once";
import { findKeysByHash, type Terms } from "./data";
import { KEYS_CHANNEL } from "./mutations";
import { isAccepted } from "./rules";
import { hashToken, isToken } from "./tokens";

/** With the time of a query, a change is in force within 5 s even where no notice of it arrives. */
const FRESH_MS = 4_000;
/**
 * While the database is away, a key that was seen works for so long. What it may miss is a revocation that
 * reached the database over another path; it costs no more than that key's limit.
 */
const STALE_MS = 600_000;
/** Of known keys, and of unknown tokens, each. */
const MAX_REMEMBERED = 10_000;

type Seen = { terms: Terms | null; askedAt: number };
type Batch = { hashes: Set<string>; answer: Promise<Map<string, Terms>> };

/**
 * Keys as this process knows them. One query at a time asks for all that is needed: guessing tokens takes
 * one connection at most from the answers of others.
 */
class KeyLookup {
  readonly #known = new Map<string, Seen>();
  readonly #unknown = new Map<string, Seen>();
  #listener: ChannelListener | null = null;
  #changedAt = 0;
  #isAway = false;
  #running: Promise<unknown> = Promise.resolve();
  #next: Batch | null = null;

  /** Rejects when the database cannot be asked about a token that was not seen before. */
  find(hash: string): MaybePromise<Terms | null> {
    this.#listener ??= new ChannelListener(KEYS_CHANNEL, () => {
      this.#changedAt = performance.now();
    });
    const seen = this.#known.get(hash) ?? this.#unknown.get(hash);
    if (seen && seen.askedAt > this.#changedAt && performance.now() - seen.askedAt < FRESH_MS) return seen.terms;
    const asked = this.#ask(hash);
    if (!seen?.terms || performance.now() - seen.askedAt > STALE_MS) return asked;
    const fallback = asked.catch(() => seen.terms);
    return this.#isAway ? seen.terms : fallback;
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  async #ask(hash: string): Promise<Terms | null> {
    this.#next ??= { hashes: new Set(), answer: this.#running.then(() => this.#askTogether()) };
    this.#next.hashes.add(hash);
    return (await this.#next.answer).get(hash) ?? null;
  }

  async #askTogether(): Promise<Map<string, Terms>> {
    const hashes = [...(this.#next?.hashes ?? [])];
    this.#next = null;
    const askedAt = performance.now();
    const asking = findKeysByHash(hashes);
    // Those who wait for their turn are turned away with this one when it fails, and the next ones ask anew.
    this.#running = asking.catch((error) => {
      this.#next = null;
      this.#running = Promise.resolve();
      throw error;
    });
    this.#running.catch(() => {});
    try {
      const found = await asking;
      this.#isAway = false;
      for (const hash of hashes) this.#remember(hash, { terms: found.get(hash) ?? null, askedAt });
      return found;
    } catch (error) {
      this.#isAway = true;
      throw error;
    }
  }

  #remember(hash: string, seen: Seen): void {
    const [kept, other] = seen.terms ? [this.#known, this.#unknown] : [this.#unknown, this.#known];
    other.delete(hash);
    kept.delete(hash);
    kept.set(hash, seen);
    const oldest = kept.size > MAX_REMEMBERED ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
  }
}

const lookup = () => once("key-lookup", () => new KeyLookup());

/** A key whose token is accepted now. */
export type ActiveKey = Pick<Terms, "id" | "name" | "requestsPerMinute" | "expiresAt">;

/**
 * The key of a token; null when it is malformed, unknown, expired or revoked, which nobody is told apart.
 * Rejects when the database is away and the token was not seen in the last 10 minutes.
 */
export function findActiveKey(token: string): MaybePromise<ActiveKey | null> {
  return isToken(token) ? chain(lookup().find(hashToken(token)), toActiveKey) : null;
}

function toActiveKey(terms: Terms | null): ActiveKey | null {
  if (!terms || !isAccepted(terms, terms.token, new Date())) return null;
  const ends = [terms.expiresAt, terms.token.expiresAt].filter((end) => end !== null);
  const expiresAt = ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null;
  return { id: terms.id, name: terms.name, requestsPerMinute: terms.requestsPerMinute, expiresAt };
}

/** Ends the listening, for a process that stops. */
export function closeKeyLookup(): Promise<void> {
  return lookup().close();
}
