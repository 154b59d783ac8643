import { LRUCache } from "lru-cache";
import { currentReading, outsideKeepingReading } from "@/lib/platform/reading";
import type { Version } from "./version";

/** Old versions whose values are held beside those of the newest. */
const OLD_VERSIONS = 4;

/** Values that are read once a dataset version, shared by all requests. Failed reads are not held. */
export class VersionCache<T> {
  /** By the schema that they were read from: another one, where something was erased of the version since. */
  readonly #old = new LRUCache<string, Promise<T>>({ max: OLD_VERSIONS });
  #newest: { id: number; value: Promise<T> } | null = null;

  /** Tells whether a value of a newest version is held, be it that of the one before. */
  get isUsed(): boolean {
    return this.#newest !== null;
  }

  /** The value of the version that the caller reads from, read if it is not held. */
  find({ id }: Version, read: () => Promise<T>): Promise<T> {
    const schema = currentReading()?.schema;
    const newest = this.#newest?.id === id ? this.#newest.value : undefined;
    const known = schema === undefined ? newest : this.#old.get(schema);
    if (known !== undefined) return known;
    const value = outsideKeepingReading(read);
    if (schema === undefined) this.#newest = { id, value };
    else this.#old.set(schema, value);
    value.catch(() => {
      if (schema !== undefined && this.#old.peek(schema) === value) this.#old.delete(schema);
      if (this.#newest?.value === value) this.#newest = null;
    });
    return value;
  }
}
