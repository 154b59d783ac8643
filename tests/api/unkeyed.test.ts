import { afterAll, describe, expect, test } from "vitest";
import { type Reply, wire } from "../support/api";
import { toContent } from "../support/page-content";
import { recordPromise } from "../support/report-promise";

const { sendPatiently } = wire;

/** Headers outside the cache key, which must never change the answers of others. */
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
  { "x-price-atlas-client": "evil 192.0.2.1" },
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

/** Parts that depend on the caller, the scripts loaded so far, or the address. */
const OF_ONE_ANSWER =
  /^(date|age|etag|link|connection|keep-alive|x-request-id|ratelimit.*|x-ratelimit-.*|transfer-encoding|content-length|x-cache|cache-status|server-timing)$/;

/** `mark` makes the address a new one. */
function toComparable({ status, headers, text }: Reply, mark: string) {
  const plain = (value: string) => (mark === "" ? value : value.replaceAll(mark, "MARK"));
  const kept = [...headers].filter(([name]) => !OF_ONE_ANSWER.test(name)).map(([name, value]) => [name, plain(value)]);
  return { status, headers: kept, text: toContent(plain(text)).replace(/"instance":"[^"]*"/g, "") };
}

/** New addresses where possible: the first answer is the one that may be cached. */
const TARGETS: [what: string, path: (mark: string) => string][] = [
  ["a list of the API", (mark) => `/api/prices?page_size=2&page=${mark}`],
  ["a single resource", () => "/api/services/netflix"],
  ["a comparison", () => "/api/compare?products=netflix&countries=US,TR,EG"],
  ["a wrong call", (mark) => `/api/prices?page=0&product=x${mark}`],
  ["a path of the API that is none", (mark) => `/api/x${mark}`],
  ["an export", () => "/api/export?dataset=index&format=csv"],
  ["a page", (mark) => `/about?utm=${mark}`],
  ["a page that does not exist", (mark) => `/x${mark}`],
  ["a redirect", (mark) => `/search?q=x${mark}`],
  ["a redirect of Next's", (mark) => `/services/?utm=${mark}`],
  ["the feed", () => "/feed.xml"],
  ["a file", () => "/robots.txt"],
];
const clean = { "accept-encoding": "identity" };
let answers = 0;
afterAll(() =>
  recordPromise({
    promise: "Web: fields of one caller never change what others are answered",
    test: "tests/api/unkeyed.test.ts",
    figure: `${POISON.length} poisoned requests to each of ${TARGETS.length} addresses, before and after clean ones: ${answers} clean answers, all as without`,
  }),
);
/** Past the last page of any list, so that answers have equal data. */
let marks = 500_000;

describe.each(TARGETS)("%s", (_, path) => {
  test("is the same for everyone, whoever asked before with what", async () => {
    const ask = async (mark: string, headers: Record<string, string>) =>
      toComparable(await sendPatiently("GET", path(mark), { headers }), mark);
    const untouched = await ask(String(++marks), clean);
    expect(untouched.status).not.toBe(503);
    for (const poison of POISON) {
      // First with an empty cache, then after a clean answer.
      const mark = String(++marks);
      const { status, ...answer } = await ask(mark, poison);
      expect([poison, status < 500, JSON.stringify(answer).includes("evil.example")]).toEqual([poison, true, false]);
      expect([poison, await ask(mark, clean)]).toEqual([poison, untouched]);
      answers += 1;
    }
    const mark = String(++marks);
    await ask(mark, clean);
    for (const poison of POISON) await ask(mark, poison);
    expect(await ask(mark, clean)).toEqual(untouched);
    answers += 1;
  });
});
