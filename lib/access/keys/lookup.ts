import "server-only";
import { ChannelListener } from "@/lib/platform/listen";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { findKeysByHash, type Terms } from "./data";
import { KEYS_CHANNEL } from "./mutations";
import { acceptedUntil } from "./rules";
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

/** A key whose token is accepted now. */
export type ActiveKey = Pick<Terms, "id" | "name" | "requestsPerMinute" | "expiresAt">;

type Known = { key: ActiveKey; acceptedUntil: number };
type Seen = { known: Known | null; askedAt: number };
type Batch = { hashes: Set<string>; answer: Promise<Map<string, Known>> };

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

  /** What is known of a token now; undefined when the database has to be asked. */
  findAtOnce(token: string): Known | null | undefined {
    return this.#judge(token, this.#see(hashToken(token)));
  }

  /** Rejects when the database cannot be asked about a token that was not seen before. */
  async find(token: string): Promise<Known | null> {
    this.#listener ??= outsideRequests(
      () =>
        new ChannelListener(KEYS_CHANNEL, () => {
          this.#changedAt = performance.now();
        }),
    );
    const hash = hashToken(token);
    const seen = this.#see(hash);
    const known = this.#judge(token, seen);
    if (known !== undefined) return known;
    const asked = this.#ask(hash);
    if (!seen?.known || performance.now() - seen.askedAt > STALE_MS) return asked;
    const fallback = asked.catch(() => seen.known);
    return this.#isAway ? seen.known : fallback;
  }

  #see(hash: string): Seen | undefined {
    return this.#known.get(hash) ?? this.#unknown.get(hash);
  }

  #judge(token: string, seen: Seen | undefined): Known | null | undefined {
    if (seen === undefined) return isToken(token) ? undefined : null;
    const isFresh = seen.askedAt > this.#changedAt && performance.now() - seen.askedAt < FRESH_MS;
    return isFresh ? seen.known : undefined;
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  async #ask(hash: string): Promise<Known | null> {
    this.#next ??= { hashes: new Set(), answer: outsideRequests(() => this.#running.then(() => this.#askTogether())) };
    this.#next.hashes.add(hash);
    return (await this.#next.answer).get(hash) ?? null;
  }

  async #askTogether(): Promise<Map<string, Known>> {
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
      const found = new Map([...(await asking)].map(([hash, terms]) => [hash, toKnown(terms)]));
      this.#isAway = false;
      for (const hash of hashes) this.#remember(hash, { known: found.get(hash) ?? null, askedAt });
      return found;
    } catch (error) {
      this.#isAway = true;
      throw error;
    }
  }

  #remember(hash: string, seen: Seen): void {
    const [kept, other] = seen.known ? [this.#known, this.#unknown] : [this.#unknown, this.#known];
    other.delete(hash);
    kept.delete(hash);
    kept.set(hash, seen);
    const oldest = kept.size > MAX_REMEMBERED ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
  }
}

const lookup = () => processSingleton("key-lookup", () => new KeyLookup());

/**
 * The key of a token; null when it is malformed, unknown, expired or revoked, which nobody is told apart.
 * Rejects when the database is away and the token was not seen in the last 10 minutes.
 */
export async function findActiveKey(token: string): Promise<ActiveKey | null> {
  return toActive(await lookup().find(token));
}

/** The same without waiting; undefined where the database has to be asked. */
export function findActiveKeyAtOnce(token: string): ActiveKey | null | undefined {
  const known = lookup().findAtOnce(token);
  return known === undefined ? undefined : toActive(known);
}

function toActive(known: Known | null): ActiveKey | null {
  return known !== null && Date.now() < known.acceptedUntil ? known.key : null;
}

function toKnown({ id, name, requestsPerMinute, revokedAt, expiresAt, token }: Terms): Known {
  const until = acceptedUntil({ revokedAt, expiresAt }, token);
  const ends = Number.isFinite(until) ? new Date(until) : null;
  return { key: { id, name, requestsPerMinute, expiresAt: ends }, acceptedUntil: until };
}

/** Ends the listening, for a process that stops. */
export function closeKeyLookup(): Promise<void> {
  return lookup().close();
}
