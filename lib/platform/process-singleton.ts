import { AsyncLocalStorage } from "node:async_hooks";

const KEY = Symbol.for("price-atlas.instances");
const OUTSIDE = "outside-requests";
const shared = globalThis as { [KEY]?: Map<string, unknown> };
shared[KEY] ??= new Map();
const instances = shared[KEY];
// The server loads this module outside any request, Next's bundles within one, so the first snapshot is kept.
if (!instances.has(OUTSIDE)) instances.set(OUTSIDE, AsyncLocalStorage.snapshot());

/**
 * Detaches work from its request: promises, timers and sockets hold its AsyncLocalStorage, which would keep a whole
 * page in memory.
 */
export function outsideRequests<T>(work: () => T): T {
  const run = instances.get(OUTSIDE) as <R>(work: () => R) => R;
  return run(work);
}

/** Shares state: the server and Next's bundles have separate copies of each module. */
export function processSingleton<T>(name: string, create: () => T): T {
  const known = instances.get(name);
  if (known !== undefined) return known as T;
  const made = outsideRequests(create);
  instances.set(name, made);
  return made;
}
