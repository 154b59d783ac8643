import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { LRUCache } from "lru-cache";
import { NoDataset, readCatalogue } from "@/lib/dataset/data";
import { knownVersion, refreshVersion, type Version } from "@/lib/dataset/version";
import { toWeakTags } from "@/lib/http/caching";
import { isApi } from "@/server/api-front";
import { type Ask, type EndpointAsk, type PageAsk, readEndpointAsk, readPageAsk } from "./ask";
import { compress, type Encoding, isWorthCompressing } from "./encodings";
import { askEndpoint, askNext, isStorable } from "./inner";
import { Store, type Stored } from "./store";

const MAX_SPELLINGS = 20_000;
const MAX_ATTEMPTS = 3;
const DAY_MS = 86_400_000;

type Epoch = { id: string; version: Version; day: number };
type Encoded = { body: Buffer; encoding: Encoding };
export type Found = Encoded & { stored: Stored; cache: "hit" | "miss" };

/**
 * A shared cache (RFC 9111) of what does not depend on who asks. What is kept belongs to an epoch, a dataset version
 * and a day: the version is watched, so an answer is at most 2 s older than the newest publish, and while the
 * database is away what is kept goes on being served.
 */
export class Cache {
  readonly #next: RequestListener;
  readonly #buildId: string;
  readonly #store: Store;
  readonly #asks = new LRUCache<string, EndpointAsk>({ max: MAX_SPELLINGS });
  readonly #making = new Map<string, Promise<Stored>>();
  readonly #encoding = new WeakMap<Stored, Map<Encoding, Promise<Buffer>>>();
  #asksOf = "";
  #epoch: Epoch | null = null;

  /** `buildId` tells the pages of one build from those of another. */
  constructor(next: RequestListener, options: { buildId: string; maxBytes: number }) {
    this.#next = next;
    this.#buildId = options.buildId;
    this.#store = new Store(options.maxBytes);
  }

  /** How many bytes are kept. */
  get bytes(): number {
    return this.#store.bytes;
  }

  /** What a GET or HEAD asks for; null when its answer is not shared, or nothing is published. */
  async readAsk(url: string, headers: IncomingHttpHeaders): Promise<Ask | null> {
    const epoch = this.#currentEpoch();
    if (epoch === null) return null;
    const known = this.readAskAtOnce(url, headers);
    if (known !== null || !isApi(url)) return known;
    const catalogue = await readCatalogue().catch(() => null);
    const ask = catalogue && readEndpointAsk(url, catalogue);
    if (ask !== null && this.#asksOf === epoch.id) this.#asks.set(url, ask);
    return ask;
  }

  /** The same without waiting: null also for a call of the API that was not asked for lately. */
  readAskAtOnce(url: string, headers: IncomingHttpHeaders): Ask | null {
    const epoch = this.#currentEpoch();
    if (epoch === null) return null;
    if (!isApi(url)) return readPageAsk(url, headers);
    if (this.#asksOf !== epoch.id) this.#asks.clear();
    this.#asksOf = epoch.id;
    return this.#asks.get(url) ?? null;
  }

  /** The answer, kept or made now; those who ask for the same at the same time wait for one. */
  async find(ask: Ask, wanted: Encoding): Promise<Found> {
    const epoch = this.#currentEpoch();
    // Nothing is asked for before something was published, and a version that is known stays so.
    if (epoch === null) throw new NoDataset();
    this.#store.enter(epoch.id);
    const kept = this.#store.get(ask.key);
    const stored = kept ?? (await this.#share(ask, epoch));
    const ready = readyBody(stored, wanted) ?? (await this.#compress(ask, stored, wanted));
    return { stored, ...ready, cache: kept === undefined ? "miss" : "hit" };
  }

  /** The same without waiting; null where something has to be made. */
  findKept(ask: Ask, wanted: Encoding): Found | null {
    const epoch = this.#currentEpoch();
    if (epoch === null) return null;
    this.#store.enter(epoch.id);
    const stored = this.#store.get(ask.key);
    const ready = stored && readyBody(stored, wanted);
    return stored && ready ? { stored, ...ready, cache: "hit" } : null;
  }

  #share(ask: Ask, epoch: Epoch): Promise<Stored> {
    if (!this.#store.isKeeping) return this.#make(ask, epoch);
    const id = `${epoch.id}\n${ask.key}`;
    const making = this.#making.get(id) ?? this.#make(ask, epoch).finally(() => this.#making.delete(id));
    this.#making.set(id, making);
    return making;
  }

  /** The body in an encoding, which is kept beside the others from then on. */
  async #compress(ask: Ask, stored: Stored, wanted: Encoding): Promise<Encoded> {
    const begun = this.#encoding.get(stored) ?? new Map<Encoding, Promise<Buffer>>();
    this.#encoding.set(stored, begun);
    const encoding = begun.get(wanted) ?? compress(stored.bodies.identity, wanted);
    begun.set(wanted, encoding);
    const body = await encoding;
    stored.bodies[wanted] = body;
    this.#store.recount(ask.key, stored);
    return { body, encoding: wanted };
  }

  #make(ask: Ask, epoch: Epoch): Promise<Stored> {
    if (ask.kind === "endpoint") return this.#makeEndpoint(ask, epoch);
    return ask.kind === "page" ? this.#makePage(ask) : this.#makeAsset(ask, epoch);
  }

  /** An endpoint reads one snapshot, which may be newer than the epoch: its ETag says so. */
  async #makeEndpoint(ask: EndpointAsk, epoch: Epoch): Promise<Stored> {
    const stored = await askEndpoint(ask);
    if (isStorable(ask, stored) && stored.headers.etag === toWeakTags(epoch.version, ask.key).etag)
      this.#store.keep(epoch.id, ask.key, stored);
    return stored;
  }

  /** A page reads several times: when something was published meanwhile it is made anew. */
  async #makePage(ask: PageAsk, attempt = 1): Promise<Stored> {
    const isKnown = await refreshVersion().then(Boolean, () => false);
    const before = this.#currentEpoch();
    const stored = await askNext(this.#next, ask);
    if (isKnown) await refreshVersion().catch(() => null);
    if (before?.id !== this.#currentEpoch()?.id && attempt < MAX_ATTEMPTS) return this.#makePage(ask, attempt + 1);
    if (before === null || before.id !== this.#currentEpoch()?.id) return stored;
    if (stored.status === 200 && stored.headers["content-type"]?.startsWith("text/html")) {
      stored.headers["cache-control"] = "public, max-age=0, must-revalidate";
      stored.headers.etag = toWeakTags(before.version, `${this.#buildId}\n${before.id}\n${ask.key}`).etag;
    }
    if (isStorable(ask, stored)) this.#store.keep(before.id, ask.key, stored);
    return stored;
  }

  async #makeAsset(ask: PageAsk, epoch: Epoch): Promise<Stored> {
    const stored = await askNext(this.#next, ask);
    if (isStorable(ask, stored)) this.#store.keep(epoch.id, ask.key, stored);
    return stored;
  }

  /** Pages say how old things are: what is kept of one day is not served on the next. */
  #currentEpoch(): Epoch | null {
    const version = knownVersion();
    const day = Math.floor(Date.now() / DAY_MS);
    if (this.#epoch?.version === version && this.#epoch?.day === day) return this.#epoch;
    this.#epoch = version && { id: `${version.id}.${day}`, version, day };
    return this.#epoch;
  }
}

/** The body in the encoding that is wanted, or as it is where compressing would gain nothing; null when to be made. */
function readyBody({ headers, bodies }: Stored, wanted: Encoding): Encoded | null {
  const ready = bodies[wanted];
  if (ready !== undefined) return { body: ready, encoding: wanted };
  return isWorthCompressing(headers["content-type"], bodies.identity)
    ? null
    : { body: bodies.identity, encoding: "identity" };
}
