import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { LRUCache } from "lru-cache";
import { toWeakTags } from "@/lib/api/caching";
import { NoDataset, readCatalogue } from "@/lib/dataset/data";
import { knownVersion, refreshVersion, type Version } from "@/lib/dataset/version";
import { Audience } from "@/server/edge/audience";
import type { RenderCaller, RenderGate } from "@/server/edge/render-gate";
import { isApi } from "@/server/edge/route-kind";
import { type Ask, type EndpointAsk, type PageAsk, readEndpointAsk, readPageAsk } from "./cache-key";
import { compress, type Encoding, isWorthCompressing } from "./encodings";
import { Store, type Stored } from "./store";
import { askEndpoint, askNext, isStorable } from "./upstream";

const MAX_SPELLINGS = 20_000;
const MAX_SPELLINGS_CHARS = 16_000_000;
/** Each kind's part of the memory: a flood of invented addresses of pages drops no answer of the API. */
const SHARES: Record<Ask["kind"], number> = { endpoint: 0.4, page: 0.4, image: 0.1, asset: 0.1 };
const MAX_ATTEMPTS = 3;
const DAY_MS = 86_400_000;

type Epoch = { id: string; version: Version; day: number };
type Encoded = { body: Buffer; encoding: Encoding };
/** An answer that is being made, and those who wait for it. */
type Making = { audience: Audience; stored: Promise<Stored> };

type CacheOptions = {
  /** Tells the pages of one build from those of another. */
  buildId: string;
  maxBytes: number;
  gate: RenderGate;
  /** The paths of the files of the build. */
  assets: ReadonlySet<string>;
};

export type Found = Encoded & { stored: Stored; cache: "hit" | "miss" };

/**
 * A shared cache (RFC 9111) of what does not depend on who asks. What is kept belongs to an epoch, a dataset version
 * and a day: the version is watched, so an answer is at most 2 s older than the newest publish, and while the
 * database is away what is kept goes on being served.
 */
export class Cache {
  readonly #next: RequestListener;
  readonly #buildId: string;
  readonly #stores: Record<Ask["kind"], Store>;
  readonly #gate: RenderGate;
  readonly #assets: ReadonlySet<string>;
  readonly #asks = new LRUCache<string, EndpointAsk>({
    max: MAX_SPELLINGS,
    maxSize: MAX_SPELLINGS_CHARS,
    sizeCalculation: ({ key, target }, url) => url.length + key.length + target.length,
  });
  readonly #making = new Map<string, Making>();
  readonly #encoding = new WeakMap<Stored, Map<Encoding, Promise<Buffer>>>();
  #asksOf = "";
  #epoch: Epoch | null = null;

  constructor(next: RequestListener, { buildId, maxBytes, gate, assets }: CacheOptions) {
    this.#next = next;
    this.#buildId = buildId;
    this.#gate = gate;
    this.#assets = assets;
    const storeOf = (kind: Ask["kind"]) => new Store(Math.floor(maxBytes * SHARES[kind]));
    this.#stores = {
      endpoint: storeOf("endpoint"),
      page: storeOf("page"),
      image: storeOf("image"),
      asset: storeOf("asset"),
    };
  }

  /** How many bytes are kept. */
  get bytes(): number {
    return Object.values(this.#stores).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** False until something was published: there is nothing to share before. */
  get isOpen(): boolean {
    return this.#currentEpoch() !== null;
  }

  /** Cache key of an API call; null when its answer is not shared, or nothing is published. */
  async readEndpoint(url: string): Promise<EndpointAsk | null> {
    const known = this.readEndpointAtOnce(url);
    const epoch = this.#currentEpoch();
    if (known !== null || epoch === null) return known;
    const catalogue = await readCatalogue().catch(() => null);
    const ask = catalogue && readEndpointAsk(url, catalogue);
    if (ask !== null && this.#asksOf === epoch.id) this.#asks.set(url, ask);
    return ask;
  }

  /** Cache key without waiting and without parsing the query; null also for a spelling that was not used lately. */
  readEndpointAtOnce(url: string): EndpointAsk | null {
    const epoch = this.#currentEpoch();
    if (epoch === null) return null;
    if (this.#asksOf !== epoch.id) this.#asks.clear();
    this.#asksOf = epoch.id;
    return this.#asks.get(url) ?? null;
  }

  /** Cache key of a GET or HEAD, as far as it is known without waiting. */
  readAskAtOnce(url: string, headers: IncomingHttpHeaders): Ask | null {
    if (isApi(url)) return this.readEndpointAtOnce(url);
    return this.isOpen ? readPageAsk(url, headers) : null;
  }

  /**
   * The answer, kept or made now; those who ask for the same at the same time wait for one. Throws what the gate around
   * renders throws.
   */
  async find(ask: Ask, wanted: Encoding, caller: RenderCaller): Promise<Found> {
    const epoch = this.#currentEpoch();
    // Nothing is asked for before something was published, and a version that is known stays so.
    if (epoch === null) throw new NoDataset();
    const store = this.#stores[ask.kind];
    store.enter(epoch.id);
    const kept = store.get(ask.key);
    const stored = kept ?? (await this.#share(ask, epoch, caller));
    const ready = readyBody(stored, wanted) ?? (await this.#compress(ask, stored, wanted));
    return { stored, ...ready, cache: kept === undefined ? "miss" : "hit" };
  }

  /** The same without waiting; null where something has to be made. */
  findKept(ask: Ask, wanted: Encoding): Found | null {
    const epoch = this.#currentEpoch();
    if (epoch === null) return null;
    const store = this.#stores[ask.kind];
    store.enter(epoch.id);
    const stored = store.get(ask.key);
    const ready = stored && readyBody(stored, wanted);
    return stored && ready ? { stored, ...ready, cache: "hit" } : null;
  }

  #share(ask: Ask, epoch: Epoch, caller: RenderCaller): Promise<Stored> {
    if (!this.#stores[ask.kind].isKeeping) return this.#make(ask, epoch, caller);
    const id = `${epoch.id}\n${ask.key}`;
    const making = this.#making.get(id) ?? this.#begin(id, ask, epoch, caller);
    making.audience.join(caller.signal);
    return making.stored;
  }

  #begin(id: string, ask: Ask, epoch: Epoch, { client }: RenderCaller): Making {
    const audience = new Audience();
    const forget = () => {
      if (this.#making.get(id) === making) this.#making.delete(id);
    };
    const stored = this.#make(ask, epoch, { client, signal: audience.signal }).finally(forget);
    const making: Making = { audience, stored };
    // Keeps later callers from joining work that is being called off.
    audience.signal.addEventListener("abort", forget);
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
    this.#stores[ask.kind].recount(ask.key, stored);
    return { body, encoding: wanted };
  }

  /** Passes renders through the gate. A file that exists is only read, once. */
  #make(ask: Ask, epoch: Epoch, caller: RenderCaller): Promise<Stored> {
    if (ask.kind === "endpoint") return this.#makeEndpoint(ask, epoch);
    if (ask.kind !== "asset") return this.#gate.run(caller, () => this.#makePage(ask));
    const make = () => this.#makeAsset(ask, epoch);
    return this.#assets.has(ask.target.replace(/\?.*$/, "")) ? make() : this.#gate.run(caller, make);
  }

  /** An endpoint reads one snapshot, which may be newer than the epoch: its ETag says so. */
  async #makeEndpoint(ask: EndpointAsk, epoch: Epoch): Promise<Stored> {
    const stored = await askEndpoint(ask);
    if (isStorable(ask, stored) && stored.headers.etag === toWeakTags(epoch.version, ask.key).etag)
      this.#stores.endpoint.keep(epoch.id, ask.key, stored);
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
    if (isStorable(ask, stored)) this.#stores[ask.kind].keep(before.id, ask.key, stored);
    return stored;
  }

  async #makeAsset(ask: PageAsk, epoch: Epoch): Promise<Stored> {
    const stored = await askNext(this.#next, ask);
    if (isStorable(ask, stored)) this.#stores[ask.kind].keep(epoch.id, ask.key, stored);
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
