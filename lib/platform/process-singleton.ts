import { AsyncLocalStorage } from "node:async_hooks";

const KEY = Symbol.for("price-atlas.instances");
const OUTSIDE = "outside-requests";
const shared = globalThis as { [KEY]?: Map<string, unknown> };
shared[KEY] ??= new Map();
const instances = shared[KEY];
// The server loads this before there is a request; Next's bundles, which load it within one, take what is there.
if (!instances.has(OUTSIDE)) instances.set(OUTSIDE, AsyncLocalStorage.snapshot());

/**
 * Runs what goes on for longer than a request, or is shared by several, as if none had started it. A promise, timer or
 * socket holds the AsyncLocalStorage of where it was created: all of a page, for as long as a shared read is cached.
 */
export function outsideRequests<T>(work: () => T): T {
  const run = instances.get(OUTSIDE) as <R>(work: () => R) => R;
  return run(work);
}

/**
 * The one instance of `name` in this process, made on first use. The HTTP front and Next's bundles load
 * their own copies of a module; what has state (pools, caches, counters) must be shared between them.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  const known = instances.get(name);
  if (known !== undefined) return known as T;
  const made = outsideRequests(create);
  instances.set(name, made);
  return made;
}
