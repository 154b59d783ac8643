import CachePolicy from "http-cache-semantics";
import { LRUCache } from "lru-cache";
import type { CacheRequest } from "./cache-key";
import type { Encoding } from "./encodings";

/** Response without what belongs to one request: its headers, and its body in the encodings asked for so far. */
export type Stored = {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string>;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
};

/** Memory of a stored response beside its bodies: headers, keys, the objects themselves. */
const OVERHEAD_BYTES = 2_048;

/** Headers of one message or one connection, and those that the edge writes itself. */
const NOT_STORED = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "date", "vary"],
]);

/** Responses of one epoch, the least recently used evicted beyond `maxBytes`; 0 stores nothing. */
export class Store {
  readonly #responses: LRUCache<string, Stored> | null;
  #epoch = "";

  constructor(maxBytes: number) {
    this.#responses = maxBytes === 0 ? null : new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  get isStoring(): boolean {
    return this.#responses !== null;
  }

  get bytes(): number {
    return this.#responses?.calculatedSize ?? 0;
  }

  /** Evicts everything that was not made for `epoch`. */
  enter(epoch: string): void {
    if (epoch === this.#epoch) return;
    this.#responses?.clear();
    this.#epoch = epoch;
  }

  get(key: string): Stored | undefined {
    return this.#responses?.get(key);
  }

  /** Stores a response, unless it was made for an epoch gone by. */
  set(epoch: string, key: string, stored: Stored): void {
    if (epoch === this.#epoch) this.#responses?.set(key, stored);
  }

  /** Updates the byte count after an encoding was added to a stored response. */
  recount(key: string, stored: Stored): void {
    // Setting the same value again would leave its size as it was.
    if (this.#responses?.peek(key) === stored && this.#responses.delete(key)) this.#responses.set(key, stored);
  }
}

function sizeOf({ bodies }: Stored, key: string): number {
  const bytes = Object.values(bodies).reduce((sum, body) => sum + body.byteLength, 0);
  return OVERHEAD_BYTES + 2 * key.length + bytes;
}

/** The form of a response in which it is stored, and sent to everybody. */
export async function toStored(response: Response): Promise<Stored> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (!NOT_STORED.has(name)) headers[name] = value;
  // A response for all has no request's id; a problem names its own in its body.
  if (response.status === 200) delete headers["x-request-id"];
  return { status: response.status, headers, bodies: { identity: Buffer.from(await response.arrayBuffer()) } };
}

/**
 * Tells whether a response may be stored here (RFC 9111, 3). Those of endpoints are `private` for the headers of their
 * callers, which are added when they are sent.
 */
export function isStorable({ kind, target, headers: asked }: CacheRequest, { status, headers }: Stored): boolean {
  const shared = kind !== "endpoint";
  const policy = new CachePolicy({ url: target, method: "GET", headers: asked }, { status, headers }, { shared });
  return status === 200 && policy.storable() && headers["set-cookie"] === undefined;
}
