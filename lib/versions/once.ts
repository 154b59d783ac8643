import "server-only";
import { LRUCache } from "lru-cache";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import type { Version } from "./current";

const MAX_VALUES = 200;

const values = processSingleton(
  "values-of-versions",
  () => new LRUCache<string, Promise<unknown>>({ max: MAX_VALUES }),
);

const keyOf = ({ id, redacted }: Version) => `${id}.${redacted}`;

/** Caches a read by version and `name`; failed reads are not kept. */
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

export const oncePerVersion =
  <T>(name: string, read: (version: Version) => Promise<T>) =>
  (version: Version): Promise<T> =>
    once(version, name, () => read(version));

/** Some 2 kB each. */
const MAX_PRICES = 10_000;

const products = processSingleton(
  "products-of-versions",
  () => new LRUCache<string, { prices: readonly unknown[] }>({ maxSize: MAX_PRICES }),
);

/** The same of what has prices, of which as many are kept as take some 20 MB; what has more is read each time. */
export async function keepPrices<T extends { prices: readonly unknown[] }>(
  version: Version,
  name: string,
  read: () => Promise<T>,
): Promise<T> {
  const key = `${keyOf(version)} ${name}`;
  const known = products.get(key) as T | undefined;
  if (known !== undefined) return known;
  const value = await outsideRequests(read);
  products.set(key, value, { size: value.prices.length + 1 });
  return value;
}
