import { NoDataset } from "@/lib/versions/current";
import type { CacheRequest } from "./cache-key";
import { compress, type Encoding, isWorthCompressing } from "./encodings";
import { currentEpoch, type Epoch } from "./epoch";
import { isStorable, Store, type Stored, toStored } from "./store";

/** Makes the response of an epoch that is not cached. The signal is aborted when nobody waits for it any more. */
export type Origin = (epoch: Epoch, signal: AbortSignal) => Promise<Response>;

/** Origin of a response that is not cached, and a signal that is aborted when its caller leaves. */
type Miss = { origin: Origin; signal: AbortSignal };

/** Cached response in an encoding that its caller reads. */
export type Cached = { stored: Stored; body: Buffer; encoding: Encoding; cache: "hit" | "miss" };
type Encoded = Pick<Cached, "body" | "encoding">;

/** Callers who wait for one piece of work. `signal` is aborted when all of them have left. */
export class Audience {
  readonly #controller = new AbortController();
  #size = 0;

  readonly signal = this.#controller.signal;

  join(caller: AbortSignal): void {
    if (caller.aborted) return;
    this.#size++;
    caller.addEventListener("abort", () => this.#leave(), { once: true });
  }

  #leave(): void {
    this.#size--;
    if (this.#size === 0) this.#controller.abort();
  }
}

/** Response that is being made, and the callers who wait for it. */
type Pending = { audience: Audience; stored: Promise<Stored> };

/**
 * A shared cache (RFC 9111) around any origin. Responses belong to an epoch, a dataset version and a day: the newest version
 * is asked for once a second, and while the database is unavailable what is cached goes on being served.
 */
export class Cache {
  readonly #stores: Record<CacheRequest["kind"] | "past", Store>;
  readonly #pending = new Map<string, Pending>();
  readonly #compressing = new WeakMap<Stored, Map<Encoding, Promise<Buffer>>>();

  constructor(maxBytes: number) {
    const store = (share: number) => new Store(Math.floor(maxBytes * share));
    // A flood of invented addresses of pages evicts no answer of the API, and who asks for history nothing that is newest.
    this.#stores = { endpoint: store(0.35), page: store(0.35), past: store(0.1), image: store(0.1), asset: store(0.1) };
  }

  /** Bytes of all cached responses. */
  get bytes(): number {
    return Object.values(this.#stores).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * The response, cached or made by its origin, once however many callers wait for it. `onMiss` is called where it is not
   * cached; work that nobody waits for is called off. Throws what the origin throws.
   */
  async fetch(request: CacheRequest, wanted: Encoding, onMiss: () => Miss): Promise<Cached> {
    const epoch = currentEpoch();
    if (epoch === null) throw new NoDataset();
    const hit = this.#enter(request, epoch).get(request.key);
    const stored = hit ?? (await this.#share(request, epoch, onMiss()));
    const encoded = readyBody(stored, wanted) ?? (await this.#compress(request, stored, wanted));
    return { stored, ...encoded, cache: hit === undefined ? "miss" : "hit" };
  }

  #storeOf({ kind, isOfPast }: CacheRequest): Store {
    return this.#stores[isOfPast ? "past" : kind];
  }

  #enter(request: CacheRequest, epoch: Epoch): Store {
    const store = this.#storeOf(request);
    store.enter(epoch.id);
    return store;
  }

  #share(request: CacheRequest, epoch: Epoch, { origin, signal }: Miss): Promise<Stored> {
    if (!this.#storeOf(request).isStoring) return this.#make(request, epoch, origin, signal);
    const id = `${epoch.id}\n${request.key}`;
    const pending = this.#pending.get(id) ?? this.#begin(id, request, epoch, origin);
    pending.audience.join(signal);
    return pending.stored;
  }

  #begin(id: string, request: CacheRequest, epoch: Epoch, origin: Origin): Pending {
    const audience = new Audience();
    const forget = () => {
      if (this.#pending.get(id) === pending) this.#pending.delete(id);
    };
    const stored = this.#make(request, epoch, origin, audience.signal).finally(forget);
    const pending: Pending = { audience, stored };
    // Keeps later callers from joining work that is being called off.
    audience.signal.addEventListener("abort", forget);
    this.#pending.set(id, pending);
    return pending;
  }

  async #make(request: CacheRequest, epoch: Epoch, origin: Origin, signal: AbortSignal): Promise<Stored> {
    const stored = await toStored(await origin(epoch, signal));
    if (isStorable(request, stored)) this.#storeOf(request).set(epoch.id, request.key, stored);
    return stored;
  }

  /** The body in an encoding, which is stored beside the others from then on. */
  async #compress(request: CacheRequest, stored: Stored, wanted: Encoding): Promise<Encoded> {
    const begun = this.#compressing.get(stored) ?? new Map<Encoding, Promise<Buffer>>();
    this.#compressing.set(stored, begun);
    const compressing = begun.get(wanted) ?? compress(stored.bodies.identity, wanted);
    begun.set(wanted, compressing);
    const body = await compressing.catch((error: unknown) => {
      begun.delete(wanted);
      throw error;
    });
    stored.bodies[wanted] = body;
    this.#storeOf(request).recount(request.key, stored);
    return { body, encoding: wanted };
  }
}

/** The body in the wanted encoding, or as it is where compressing would gain nothing; null where it has to be made. */
function readyBody({ headers, bodies }: Stored, wanted: Encoding): Encoded | null {
  const ready = bodies[wanted];
  if (ready !== undefined) return { body: ready, encoding: wanted };
  return isWorthCompressing(headers["content-type"], bodies.identity)
    ? null
    : { body: bodies.identity, encoding: "identity" };
}
