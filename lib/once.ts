const KEY = Symbol.for("price-atlas.instances");
const shared = globalThis as { [KEY]?: Map<string, unknown> };
shared[KEY] ??= new Map();
const instances = shared[KEY];

/**
 * The one instance of `name` in this process, made on first use. The HTTP front and Next's bundles load
 * their own copies of a module; what has state (pools, caches, counters) must be shared between them.
 */
export function once<T>(name: string, create: () => T): T {
  const known = instances.get(name);
  if (known !== undefined) return known as T;
  const made = create();
  instances.set(name, made);
  return made;
}
