import { AsyncLocalStorage } from "node:async_hooks";

const KEY = Symbol.for("price-atlas.instances");
const OUTSIDE = "outside-requests";
const shared = globalThis as { [KEY]?: Map<string, unknown> };
shared[KEY] ??= new Map();
const instances = shared[KEY];
// The server loads this module before any request; Next's bundles load it within one, and use the stored snapshot.
if (!instances.has(OUTSIDE)) instances.set(OUTSIDE, AsyncLocalStorage.snapshot());

/**
 * Runs work that outlives a request or is shared by several, detached from the request that started it. A promise,
 * timer or socket holds the AsyncLocalStorage of its creator: without this, a whole page would stay in memory as long
 * as a shared read is cached.
 */
export function outsideRequests<T>(work: () => T): T {
  const run = instances.get(OUTSIDE) as <R>(work: () => R) => R;
  return run(work);
}

/**
 * Returns the one instance of `name` in this process, created on first use. The server and Next's bundles load their
 * own copies of a module; state (pools, caches, counters) must be shared between the copies.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  const known = instances.get(name);
  if (known !== undefined) return known as T;
  const made = outsideRequests(create);
  instances.set(name, made);
  return made;
}
