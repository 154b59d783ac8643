import { describe, expect, test } from "vitest";
import { get, type Reply } from "../support/api";

/** What a caller may add to a request, and what must never change the answer that others get. */
const POISON: Record<string, string>[] = [
  { "x-forwarded-host": "evil.example" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", "x-forwarded-port": "4443" },
  { "x-forwarded-proto": "nothttps" },
  { "x-forwarded-prefix": "/evil", "x-forwarded-scheme": "https" },
  { forwarded: "host=evil.example;proto=https" },
  { host: "evil.example" },
  { host: "localhost:1@evil.example" },
  { "x-host": "evil.example", "x-original-host": "evil.example" },
  { "x-original-url": "/admin/sign-in", "x-rewrite-url": "/admin/sign-in" },
  { rsc: "1" },
  { rsc: "1", "next-router-state-tree": "%5B%22%22%5D", "next-url": "/evil" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  { "next-router-prefetch": "1", purpose: "prefetch" },
  { "next-action": "00".repeat(21) },
  { "next-url": "/evil" },
  { "x-nextjs-data": "1" },
  { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  { "x-middleware-subrequest": "src/proxy:src/proxy:src/proxy:src/proxy:src/proxy" },
  { "x-middleware-prefetch": "1", "x-middleware-rewrite": "/admin/sign-in", "x-middleware-next": "1" },
  { "x-middleware-override-headers": "x-price-atlas-path", "x-middleware-request-x-price-atlas-path": "/evil" },
  { "x-price-atlas-path": "/evil" },
  { "x-invoke-path": "/admin/sign-in", "x-invoke-query": "%7B%7D", "x-invoke-status": "500", "x-invoke-error": "{}" },
  { "x-matched-path": "/admin/sign-in", "x-now-route-matches": "1=evil" },
  {
    "x-prerender-revalidate": "evil",
    "x-prerender-bypass": "1",
    cookie: "__prerender_bypass=evil; __next_preview_data=evil",
  },
  { "content-security-policy": "script-src 'nonce-evil'" },
  { accept: "application/json" },
  { accept: "text/x-component" },
  { range: "bytes=0-9" },
  { range: "bytes=99999999-" },
  { "if-none-match": "*" },
  { "if-modified-since": "Fri, 01 Jan 2038 00:00:00 GMT" },
  { cookie: "session=evil; price-atlas.session=evil; __proto__=evil" },
  { authorization: "Bearer evil" },
  { "user-agent": "Googlebot/2.1" },
  { "x-http-method-override": "POST", "x-method-override": "DELETE" },
  { "transfer-encoding": "chunked" },
  { "accept-encoding": "gzip;q=0, br;q=0, identity;q=0" },
  { "cache-control": "no-cache, no-store", pragma: "no-cache" },
  { "content-type": "multipart/form-data; boundary=evil" },
  { "save-data": "on", dpr: "3", "sec-ch-ua-mobile": "?1", "sec-fetch-mode": "cors" },
  { origin: "https://evil.example", "access-control-request-method": "PUT" },
];

/** What belongs to the caller or to the moment, and what a nonce makes different. */
const OF_ONE_ANSWER =
  /^(date|age|connection|keep-alive|x-request-id|ratelimit.*|x-ratelimit-.*|transfer-encoding|content-length|x-cache|cache-status|server-timing)$/;

function toComparable({ status, headers, text }: Reply) {
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
  const plain = (value: string) => (nonce === undefined ? value : value.replaceAll(nonce, "NONCE"));
  const kept = [...headers].filter(([name]) => !OF_ONE_ANSWER.test(name)).map(([name, value]) => [name, plain(value)]);
  return { status, headers: kept, text: plain(text).replace(/"instance":"[^"]*"/g, "") };
}

/** Addresses that nobody asked for before, so that the first answer is the one that is kept. */
let asked = 0;
const TARGETS: [what: string, fresh: () => string][] = [
  ["a list of the API", () => `/api/prices?page_size=2&page=${++asked}`],
  ["a comparison of the API", () => `/api/compare?products=netflix&countries=US,TR,EG&countries_=${++asked}`],
  ["a single resource", () => "/api/services/netflix"],
  ["a wrong call", () => `/api/prices?page=0&product=nope-${++asked}`],
  ["a path of the API that is none", () => `/api/nope-${++asked}`],
  ["an export", () => "/api/export?dataset=index&format=csv"],
  ["a page", () => `/services?category=streaming&utm=${++asked}`],
  ["a product", () => `/services/netflix?utm=${++asked}`],
  ["a page that does not exist", () => `/nope-${++asked}`],
  ["a redirect", () => `/search?q=nope${++asked}`],
  ["a redirect of Next's", () => `/services/?utm=${++asked}`],
  ["the feed", () => "/feed.xml"],
  ["a file", () => "/theme.js"],
  ["the list of pages", () => "/sitemap.xml"],
];
const clean = { "accept-encoding": "identity" };

describe.each(TARGETS)("%s", (_, fresh) => {
  test("is the same for everyone, whoever asked before with what", { timeout: 90_000 }, async () => {
    for (const poison of POISON) {
      const path = fresh();
      // Poisoned first, then twice clean; and the address asked for clean before is clean after.
      await get(path, { headers: poison });
      const first = toComparable(await get(path, { headers: clean }));
      await get(path, { headers: poison });
      const second = toComparable(await get(path, { headers: clean }));
      expect([poison, JSON.stringify(first).includes("evil")]).toEqual([poison, false]);
      expect([poison, second]).toEqual([poison, first]);
    }
  });

  test("a poisoned caller gets nothing of the poison either", { timeout: 90_000 }, async () => {
    for (const poison of POISON) {
      const { status, text, headers } = await get(fresh(), { headers: poison });
      expect([poison, status < 500]).toEqual([poison, true]);
      expect([poison, text.includes("evil.example") || [...headers.values()].join().includes("evil.example")]).toEqual([
        ...[poison, false],
      ]);
    }
  });
});

test("the answer after poison is the answer before it, of the same address", async () => {
  for (const path of [
    "/api/countries",
    "/api/prices?country=TR",
    "/countries/TR",
    "/services?category=music",
    "/about",
  ]) {
    const before = toComparable(await get(path, { headers: clean }));
    for (const poison of POISON) await get(path, { headers: poison });
    expect(toComparable(await get(path, { headers: clean }))).toEqual(before);
  }
}, 90_000);
