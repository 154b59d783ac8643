import "server-only";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis, type Requester } from "@upstash/redis";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/platform/env";
import { slidingWindow } from "./sliding-window";
import type { Decision, Usage } from "./window";

const PREFIX = "price-atlas";
/** Aborts a request that hangs; callers have stopped waiting before. */
const GIVE_UP_MS = 2_000;
const MAX_LIMITERS = 1_000;

type Connection = { redis: Redis; close(): void };

export class RedisStore {
  readonly #limiters = new LRUCache<number, Ratelimit>({ max: MAX_LIMITERS });

  /** `update` receives each bucket's usage and the store's time. */
  constructor(
    private readonly connection: Connection,
    private readonly update: (bucket: string, usage: Usage, now: number) => void,
  ) {}

  /** Rejects when the store is unreachable; may take long. */
  async take(bucket: string, limit: number): Promise<Decision> {
    const { success, remaining, reset } = await this.#limiterOf(limit).limit(bucket);
    return { admitted: success, limit, remaining, resetInMs: reset };
  }

  close(): void {
    this.connection.close();
  }

  #limiterOf(limit: number): Ratelimit {
    const existing = this.#limiters.get(limit);
    if (existing) return existing;
    const created = new Ratelimit({
      redis: this.connection.redis,
      prefix: PREFIX,
      limiter: slidingWindow(limit, (key, usage, now) => this.update(key.slice(PREFIX.length + 1), usage, now)),
      // The library's cache never forgets a caller, and its timeout admits without counting.
      ephemeralCache: false,
      timeout: 0,
      enableTelemetry: false,
    });
    this.#limiters.set(limit, created);
    return created;
  }
}

export function connectStore(onError: (error: unknown) => void): Connection | null {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = env();
  if (url && token) return connectUpstash(url, token);
  return REDIS_URL ? connectRedis(REDIS_URL, onError) : null;
}

function connectUpstash(url: string, token: string): Connection {
  const signal = () => AbortSignal.timeout(GIVE_UP_MS);
  // "retry: false" still tries twice, which could count a request twice.
  return { redis: new Redis({ url, token, signal, retry: { retries: 0 }, enableTelemetry: false }), close: () => {} };
}

/** Loads the client lazily: it takes a tenth of the start-up time, and most servers have no Redis. */
function connectRedis(url: string, onError: (error: unknown) => void): Connection {
  const loaded = import("./redis-client").then(({ makeClient }) => makeClient(url, GIVE_UP_MS, onError));
  const connected = loaded.then((client) => client.connect());
  connected.catch(onError);
  const requester: Requester = {
    async request<T>({ body }: { body?: unknown }) {
      const client = await connected;
      return { result: await client.sendCommand<T>(Array.isArray(body) ? body.map(String) : []) };
    },
  };
  return { redis: new Redis(requester), close: () => void loaded.then((client) => client.destroy()) };
}
