import { z } from "zod";
import { createKeys } from "./keys";
import { alternate, measureRate } from "./load";
import { startProduct } from "./processes";

const LISTS = {
  all: "/api/prices?page_size=50",
  country: "/api/prices?country=US&page_size=50",
  platform: "/api/prices?page_size=50&platform=ios",
  period: "/api/prices?page_size=50&period=monthly",
  countryAndPlatform: "/api/prices?country=US&page_size=50&platform=ios",
  platformAndPeriod: "/api/prices?page_size=50&period=monthly&platform=ios",
  services: "/api/services?page_size=50",
};

const Linked = z.object({
  data: z.array(z.object({ product: z.string().optional() })),
  links: z.object({ last: z.url() }),
});

type Options = { smallUrl: string; largeUrl: string; seconds: number; rounds: number };

/**
 * (d) The first and the last page of a list, computed for each request, in a database of ten thousand prices and in one
 * of a million. Ratios of time: how often as long the last page takes at a million, and the first page at a million
 * against that at ten thousand; `raw` has the same of each filter. Alone, with two databases of `npm run bench:data`:
 * `SMALL_URL=... LARGE_URL=... npx tsx --conditions=react-server tests/bench/pages-deep.ts`.
 */
export async function measure({ smallUrl, largeUrl, seconds, rounds }: Options) {
  const [small, large] = await Promise.all(
    [smallUrl, largeUrl].map(async (url) => {
      const keys = await createKeys(url, 3);
      return { keys, ...(await startProduct({ DATABASE_URL: url, CACHE_MB: "0", EXPORT_AHEAD: "0" })) };
    }),
  );
  if (small === undefined || large === undefined) throw new Error("two servers were asked for");
  const rate =
    ({ url, keys }: typeof small, path: string) =>
    () =>
      measureRate({
        url,
        seconds,
        connections: 8,
        requests: keys.map((key) => ({ path, headers: { "x-api-key": key } })),
      });
  const read = async (path: string) => Linked.parse(await (await fetch(large.url + path)).json());
  try {
    const ratios: Record<string, { last_page: number; growth: number; first: number; last: number; small: number }> =
      {};
    const [price] = (await read("/api/prices?page_size=1")).data;
    const lists = { ...LISTS, product: `/api/prices?page_size=50&product=${price?.product}` };
    for (const [name, path] of Object.entries(lists)) {
      const last = new URL((await read(path)).links.last);
      const peers = {
        first: rate(large, path),
        last: rate(large, last.pathname + last.search),
        small: rate(small, path),
      };
      await alternate(1, peers);
      const rates = await alternate(rounds, peers);
      ratios[name] = { last_page: rates.first / rates.last, growth: rates.small / rates.first, ...rates };
    }
    return { ratios: { d_last_page: ratios.all?.last_page, d_growth: ratios.all?.growth }, raw: ratios };
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

if (import.meta.filename === process.argv[1]) {
  const { SMALL_URL: smallUrl = "", LARGE_URL: largeUrl = "" } = process.env;
  console.log(JSON.stringify(await measure({ smallUrl, largeUrl, seconds: 3, rounds: 5 }), null, 2));
}
