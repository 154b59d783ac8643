import { alternate, type BenchOptions, measureRate } from "./load";
import { startProduct } from "./processes";

const PAGES = { home: "/", product: "/services/netflix", country: "/countries/TR", services: "/services" };

/** (h) Pages a second, cached and rendered, of the same build on the same database. */
export async function measure({ databaseUrl, seconds, rounds }: BenchOptions) {
  const caching = await startProduct({ DATABASE_URL: databaseUrl });
  const rendering = await startProduct({ DATABASE_URL: databaseUrl, CACHE_MB: "0" });
  try {
    const peers = Object.entries(PAGES).flatMap(([name, path]) => [
      [`${name}_cached`, () => measureRate({ url: caching.url, seconds, requests: [{ path }] })] as const,
      [
        `${name}_rendered`,
        () => measureRate({ url: rendering.url, seconds, connections: 4, requests: [{ path }] }),
      ] as const,
    ]);
    const rates: Record<string, number> = await alternate(rounds, Object.fromEntries(peers));
    const ratios = Object.keys(PAGES).map((name) => [
      `h_${name}_cached_vs_rendered`,
      (rates[`${name}_cached`] ?? 0) / (rates[`${name}_rendered`] ?? 0),
    ]);
    return { ratios: Object.fromEntries(ratios), raw: rates };
  } finally {
    await Promise.all([caching.stop(), rendering.stop()]);
  }
}
