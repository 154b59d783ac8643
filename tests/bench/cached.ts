import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKeys } from "./keys";
import { alternate, type BenchOptions, measureRate } from "./load";
import { startPeer, startProduct } from "./processes";

/** New ones on each connection and in each round, so many that none comes near its limit of 60 a minute. */
const CALLERS = 300;
/** A key has 100,000 requests a minute at most. */
const KEYS = 24;
const PATH = "/api/prices?country=TR&page_size=50";

/**
 * (a), and (b) as far as it is cached: a cached answer, with the limiter on, against node:http sending the
 * same bytes and fields to the same requests, and against Fastify and pg. Ratios of answers a second.
 */
export async function measure({ databaseUrl, seconds, rounds }: BenchOptions) {
  const keys = await createKeys(databaseUrl, KEYS);
  const product = await startProduct({ DATABASE_URL: databaseUrl, TRUST_PROXY_HOPS: "1" });
  const answer = await fetch(`${product.url}${PATH}`, { headers: { "accept-encoding": "identity" } });
  const body = Buffer.from(await answer.arrayBuffer());
  const file = join(tmpdir(), `price-atlas-answer-${process.pid}.json`);
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !["connection", "keep-alive", "date"].includes(name)),
  );
  writeFileSync(file, JSON.stringify({ status: answer.status, headers, body: body.toString("base64") }));
  const plain = await startPeer(["--import", "tsx", "tests/bench/peers/plain-http.ts", file]);
  const fastify = await startPeer(["--import", "tsx", "tests/bench/peers/fastify.ts"], { DATABASE_URL: databaseUrl });
  try {
    const withKey = keys.map((key) => ({ path: PATH, headers: { "x-api-key": key } }));
    const peers = {
      plainAnonymous: () => measureRate({ url: plain.url, seconds, requestsOf: newCallers }),
      anonymous: () => measureRate({ url: product.url, seconds, requestsOf: newCallers }),
      plainWithKey: () => measureRate({ url: plain.url, seconds, requests: withKey }),
      withKey: () => measureRate({ url: product.url, seconds, requests: withKey }),
      fastify: () => measureRate({ url: fastify.url, seconds, requests: withKey }),
    };
    await alternate(1, peers);
    const rates = await alternate(rounds, peers);
    return {
      ratios: {
        a_cached: rates.anonymous / rates.plainAnonymous,
        a_cached_with_key: rates.withKey / rates.plainWithKey,
        b_cached_vs_fastify: rates.withKey / rates.fastify,
      },
      raw: { bytes: body.byteLength, ...rates },
    };
  } finally {
    rmSync(file, { force: true });
    await Promise.all([product.stop(), plain.stop(), fastify.stop()]);
  }
}

let callers = 0;

function newCallers() {
  return Array.from({ length: CALLERS }, () => {
    callers++;
    return {
      path: PATH,
      headers: { "x-forwarded-for": `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}` },
    };
  });
}
