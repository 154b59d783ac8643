import { join } from "node:path";
import { createKeys } from "./keys";
import { alternate, type BenchOptions, measureRate } from "./load";
import { startPeer } from "./processes";
import { copyWithEmptyRoute, EMPTY_PATH } from "./same-build";

const LIST = "/api/prices?country=TR&page_size=50";
const PRODUCT = "/api/services/spotify";
/** Connections that the gate of renders lets one caller have. */
const RENDERS_OF_ONE = 8;

/**
 * (b) and (c): answers that are computed for each request, with the limiter on, against Fastify and pg giving the same
 * records from the same database, and against a route of the same build that does nothing. Ratios of answers a second;
 * those of the goals are of a page of prices. `databaseUrl` holds the bundled dataset. Alone:
 * `DATABASE_URL=... npx tsx --conditions=react-server tests/bench/answers.ts`.
 */
export async function measure({ databaseUrl, seconds, rounds }: BenchOptions) {
  const keys = await createKeys(databaseUrl, 3);
  const folder = await copyWithEmptyRoute();
  const product = await startPeer(
    [
      // Folder in which the settings and the build look for what is theirs.
      ...["--import", `data:text/javascript,process.chdir(${encodeURIComponent(JSON.stringify(folder))})`],
      ...["--conditions=react-server", join(folder, ".next/launcher/start.mjs")],
    ],
    { DATABASE_URL: databaseUrl, CACHE_MB: "0", PORT: "0" },
  );
  const fastify = await startPeer(["--import", "tsx", "tests/bench/peers/fastify.ts"], { DATABASE_URL: databaseUrl });
  const rate = (url: string, path: string, connections?: number) => () =>
    measureRate({
      ...{ url, seconds, requests: keys.map((key) => ({ path, headers: { "x-api-key": key } })) },
      ...(connections && { connections }),
    });
  try {
    const peers = {
      fastifyList: rate(fastify.url, LIST),
      list: rate(product.url, LIST),
      empty: rate(product.url, EMPTY_PATH, RENDERS_OF_ONE),
      listOfFew: rate(product.url, LIST, RENDERS_OF_ONE),
      product: rate(product.url, PRODUCT),
      fastifyProduct: rate(fastify.url, PRODUCT),
    };
    await alternate(1, peers);
    const rates = await alternate(rounds, peers);
    return {
      ratios: {
        b_uncached_vs_fastify: rates.list / rates.fastifyList,
        c_uncached_vs_empty_route: rates.listOfFew / rates.empty,
      },
      raw: {
        ...rates,
        product_vs_fastify: rates.product / rates.fastifyProduct,
        product_vs_empty_route: rates.product / rates.empty,
      },
    };
  } finally {
    await Promise.all([product.stop(), fastify.stop()]);
  }
}

if (import.meta.filename === process.argv[1]) {
  const databaseUrl = process.env.DATABASE_URL ?? "";
  console.log(JSON.stringify(await measure({ databaseUrl, seconds: 5, rounds: 5 }), null, 2));
}
