/**
 * The one instance of `name` in this process, made on first use. The HTTP front and Next's bundles load
 * their own copies of a module; what has state (pools, caches, counters) must be shared between them.
 */
export function once<T>(name: string, create: () => T): T {
  const instances = globalThis as { [key: symbol]: unknown };
  const key = Symbol.for(`price-atlas.${name}`);
  instances[key] ??= create();
  return instances[key] as T;
}
