import "server-only";
import { LRUCache } from "lru-cache";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import type { Version } from "./current";

/** Values held at a time: those of the newest version, and some of others that are asked for. */
const MAX_VALUES = 200;

const values = processSingleton(
  "values-of-versions",
  () => new LRUCache<string, Promise<unknown>>({ max: MAX_VALUES }),
);

/** Name of a version's rows: another one after something was erased of it. */
const keyOf = ({ id, redacted }: Version) => `${id}.${redacted}`;

/** Reads what depends on a version and `name` alone once, for all who ask. Failed reads are not held. */
export function once<T>(version: Version, name: string, read: () => Promise<T>): Promise<T> {
  const key = `${keyOf(version)} ${name}`;
  const known = values.get(key) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const value = outsideRequests(read);
  values.set(key, value);
  value.catch(() => {
    if (values.peek(key) === value) values.delete(key);
  });
  return value;
}

/** Wraps a read that depends on nothing but the version. */
export const oncePerVersion =
  <T>(name: string, read: (version: Version) => Promise<T>) =>
  (version: Version): Promise<T> =>
    once(version, name, () => read(version));
