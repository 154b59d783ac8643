import { z } from "zod";
import { createKeys } from "./keys";
import { startProduct } from "./processes";

/** What each filter is set to, so that it leaves many prices. */
const FILTERS = {
  country: "US,DE,TR,BR,IN",
  platform: "ios,web",
  period: "monthly,yearly",
  category: "streaming",
  vendor: "*",
  region: "europe",
  tax: "excluded",
};
const PAGE_SIZE = 50;
const SORTS = ["-product", "usd_monthly", "-usd_monthly", "verified_on", "-verified_on", "changed_on", "-changed_on"];

const Listed = z.object({
  data: z.array(z.object({ product: z.string() })),
  links: z.object({ last: z.url() }),
});

type Options = { largeUrl: string; rounds: number };

/**
 * (d) Every combination of the filters of /api/prices at a million prices, first and last page, then each order and a
 * search with them: the costliest against the cheapest that fills a page. One request after the other, computed for
 * each; the least of the rounds, because what others do on the machine only adds.
 */
export async function measure({ largeUrl, rounds }: Options) {
  const [key] = await createKeys(largeUrl, 1);
  const headers = { "x-api-key": key ?? "" };
  const server = await startProduct({ DATABASE_URL: largeUrl, CACHE_MB: "0", EXPORT_AHEAD: "0" });
  const ask = async (path: string) => {
    const response = await fetch(server.url + path, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
    return Listed.parse(JSON.parse(text));
  };
  const timeEach = async (paths: readonly string[]) => {
    const times = new Map<string, number[]>(paths.map((path) => [path, []]));
    for (let round = 0; round <= rounds; round++) {
      for (const [path, taken] of times) {
        const startedAt = performance.now();
        await ask(path);
        if (round > 0) taken.push(performance.now() - startedAt);
      }
    }
    return [...times].map(([path, taken]) => ({ path, ms: Math.min(...taken) })).sort((a, b) => a.ms - b.ms);
  };
  try {
    const [first] = (await ask("/api/prices?page_size=1")).data;
    const vendor = await readVendor(server.url, headers, first?.product ?? "");
    const filters: [string, string][] = Object.entries({ ...FILTERS, vendor });
    const combinations = Array.from({ length: 2 ** filters.length }, (_, chosen) => {
      const parameters = new URLSearchParams(filters.filter((_, at) => (chosen >> at) & 1));
      return `/api/prices?page_size=${PAGE_SIZE}&${parameters}`;
    });
    const pages: string[] = [];
    for (const path of combinations) {
      const { data, links } = await ask(path);
      const last = new URL(links.last);
      if (data.length === PAGE_SIZE) pages.push(path, last.pathname + last.search);
    }
    const filtered = await timeEach([...new Set(pages)]);
    const ordered = await timeEach(
      combinations
        .filter((_, chosen) => chosen % 16 === 0 || chosen % 16 === 5)
        .flatMap((path) => [
          ...SORTS.map((sort) => `${path}&sort=${sort}`),
          `${path}&q=service`,
          `${path}&best=country`,
        ]),
    );
    const [fullest] = filtered;
    const cheapest = fullest?.ms ?? Number.NaN;
    const [costliest, slowest] = [filtered.at(-1), ordered.at(-1)];
    return {
      ratios: {
        d_filters: (costliest?.ms ?? Number.NaN) / cheapest,
        d_sorted: (slowest?.ms ?? Number.NaN) / cheapest,
      },
      raw: { filtered: filtered.length, cheapest: fullest, costliest, ordered: ordered.length, slowest },
    };
  } finally {
    await server.stop();
  }
}

async function readVendor(url: string, headers: Record<string, string>, slug: string): Promise<string> {
  const service = z
    .object({ data: z.object({ vendor: z.string() }) })
    .parse(await (await fetch(`${url}/api/services/${slug}`, { headers })).json());
  return service.data.vendor;
}

if (import.meta.filename === process.argv[1]) {
  const { LARGE_URL: largeUrl = "" } = process.env;
  console.log(JSON.stringify(await measure({ largeUrl, rounds: 5 }), null, 2));
}
