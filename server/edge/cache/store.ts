import { LRUCache } from "lru-cache";
import type { Encoding } from "./encodings";

/** An answer without what belongs to one request: its fields and its body in the encodings asked for so far. */
export type Stored = {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string>;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
};

/** What a stored answer takes beside its bodies: fields, keys, the objects themselves. */
const OVERHEAD_BYTES = 2_048;

/** Answers of one dataset version, the least recently used dropped beyond `maxBytes`; 0 keeps nothing. */
export class Store {
  readonly #answers: LRUCache<string, Stored> | null;
  #of = "";

  constructor(maxBytes: number) {
    this.#answers = maxBytes === 0 ? null : new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  get isKeeping(): boolean {
    return this.#answers !== null;
  }

  get bytes(): number {
    return this.#answers?.calculatedSize ?? 0;
  }

  /** Everything that was not made for `epoch` is dropped. */
  enter(epoch: string): void {
    if (epoch === this.#of) return;
    this.#answers?.clear();
    this.#of = epoch;
  }

  get(key: string): Stored | undefined {
    return this.#answers?.get(key);
  }

  /** Keeps an answer, unless it was made for an epoch gone by. */
  keep(epoch: string, key: string, stored: Stored): void {
    if (epoch === this.#of) this.#answers?.set(key, stored);
  }

  /** To be called when an answer has got another body, in case that it is kept. */
  recount(key: string, stored: Stored): void {
    // Setting the same value again would leave its size as it was.
    if (this.#answers?.peek(key) === stored && this.#answers.delete(key)) this.#answers.set(key, stored);
  }
}

function sizeOf({ bodies }: Stored, key: string): number {
  const bytes = Object.values(bodies).reduce((sum, body) => sum + body.byteLength, 0);
  return OVERHEAD_BYTES + 2 * key.length + bytes;
}
