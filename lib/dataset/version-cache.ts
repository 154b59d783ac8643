import { LRUCache } from "lru-cache";
import { currentReading, outsideKeepingReading } from "@/lib/platform/reading";
import type { Version } from "./version";

/** Old versions whose values are held beside those of the newest. */
const OLD_VERSIONS = 4;

/** Values that are read once a dataset version, shared by all requests. Failed reads are not held. */
export class VersionCache<T> {
  readonly #old = new LRUCache<number, Promise<T>>({ max: OLD_VERSIONS });
  #newest: { id: number; value: Promise<T> } | null = null;

  /** The value of the version that the caller reads from, read if it is not held. */
  find({ id }: Version, read: () => Promise<T>): Promise<T> {
    const isOld = currentReading() !== null;
    const known = isOld ? this.#old.get(id) : this.#newest?.id === id ? this.#newest.value : undefined;
    if (known !== undefined) return known;
    const value = outsideKeepingReading(read);
    if (isOld) this.#old.set(id, value);
    else this.#newest = { id, value };
    value.catch(() => {
      if (this.#old.peek(id) === value) this.#old.delete(id);
      if (this.#newest?.value === value) this.#newest = null;
    });
    return value;
  }
}
