import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importFiles } from "@/lib/import/import-files";
import { wire } from "../support/api";
import type { TestDatabase } from "../support/database";
import { makeFolder, query } from "../support/import-cli";
import { toContent } from "../support/page-content";
import { baseUrl, createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";
import { timeOfReadings } from "../support/test-days";
import { countWaitingCalls, IS_WATCH, listWaiting } from "../support/waiting-queries";

const { get, send } = wire;

const PATH = "/api/prices?country=TR&page_size=25";
const PRICES = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const priceOf = (amount: string, day: string) =>
  `netflix,TR,ios,monthly,${amount},TRY,${day},opentherank-2026-09-30,https://opentherank.com/streaming-pricing/netflix/`;

const OWN = /^(date|x-request-id|ratelimit.*|x-ratelimit-.*|keep-alive|connection)$/;
const shared = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !OWN.test(name)));

describe("an answer that is kept", () => {
  const paths = [
    PATH,
    "/api/services?page=2",
    "/api/services/netflix",
    "/api/countries",
    "/api/compare?products=netflix,spotify&countries=US,TR",
    "/",
    "/services/netflix",
    "/countries",
    "/countries/TR",
    "/compare?products=netflix,spotify&countries=US,TR",
    "/docs",
    "/feed.xml",
    "/sitemap.xml",
    "/icons/192.png",
  ];
  test("is the one that is made anew: a page in content, all else byte for byte", async () => {
    // Answers contain the service's address, which must be that of the main test server.
    await using anew = await startServer({ CACHE_MB: "0", PUBLIC_URL: baseUrl });
    for (const path of paths) {
      const expected = await get(path, { base: anew.url });
      await get(path);
      const kept = await get(path, { reuses: true });
      expect(kept.status, path).toBe(200);
      const isPage = kept.headers.get("content-type")?.startsWith("text/html");
      if (isPage) expect(toContent(kept.text), path).toBe(toContent(expected.text));
      else expect(kept.bytes.equals(expected.bytes), path).toBe(true);
      expect(shared(kept.headers), path).toEqual(shared(expected.headers));
    }
  });

  test("has the same content in every encoding, with its length", async () => {
    const plain = await get(PATH);
    for (const encoding of ["gzip", "br"]) {
      const packed = await get(PATH, { headers: { "accept-encoding": encoding } });
      expect(packed.headers.get("content-encoding")).toBe(encoding);
      expect(Number(packed.headers.get("content-length"))).toBeLessThan(plain.bytes.length);
      expect(packed.text).toBe(plain.text);
      expect(packed.headers.get("etag")).toBe(plain.headers.get("etag"));
    }
  });

  test.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["br;q=0, gzip;q=0", null],
    ["*", "br"],
    ["identity", null],
    ["", null],
    ["nonsense", null],
  ])("is sent to who accepts %j as %s", async (accepted, encoding) => {
    const reply = await get(PATH, { headers: { "accept-encoding": accepted } });
    expect(reply.headers.get("content-encoding")).toBe(encoding);
    expect(reply.headers.get("vary")).toBe("Accept-Encoding, Accept");
  });

  test("is given to HEAD without its body, and to who has it as 304 without one", async () => {
    const whole = await get(PATH);
    const head = await send("HEAD", PATH);
    expect(head.text).toBe("");
    expect(shared(head.headers)).toEqual(shared(whole.headers));
    const same = await get(PATH, { headers: { "if-none-match": whole.headers.get("etag") ?? "" } });
    expect(same).toMatchObject({ status: 304, text: "" });
    for (const name of ["etag", "cache-control", "vary", "last-modified"])
      expect(same.headers.get(name), name).toBe(whole.headers.get(name));
  });

  test("is one for all spellings of a question", async () => {
    const first = await get("/api/prices?page_size=25&country=tr");
    const second = await get("/api/prices?country=TR&page=1&page_size=25");
    expect(second.text).toBe(first.text);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  });

  test("counts against the caller's limit like any other", async () => {
    const headers = { "x-forwarded-for": "192.0.2.77" };
    const left = [];
    for (let at = 0; at < 3; at++) left.push((await get(PATH, { headers })).headers.get("x-ratelimit-remaining"));
    expect(left).toEqual(["59", "58", "57"]);
    for (let at = 0; at < 57; at++) await get(PATH, { headers });
    expect(await get(PATH, { headers })).toMatchObject({ status: 429, body: { status: 429 } });
    expect(await get(PATH, { headers: { "x-api-key": "pa_live_guessed" } })).toMatchObject({ status: 401 });
  });

  test("has another request id each time", async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await get(PATH)).headers.get("x-request-id")));
    expect(new Set(ids).size).toBe(3);
  });
});

describe("a page that is kept", () => {
  const PRODUCT = "/services/netflix";

  test("may be had again by its ETag, and is checked each time", async () => {
    const page = await get(PRODUCT);
    expect(page.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(page.headers.get("vary")).toBe("Accept-Encoding, Cookie, Accept-Language");
    const again = await get(PRODUCT, { headers: { "if-none-match": page.headers.get("etag") ?? "" } });
    expect(again).toMatchObject({ status: 304, text: "" });
  });

  test("is another one for each display currency and country that the reader's browser names, and for nothing else", async () => {
    const read = async (headers: Record<string, string>) => (await get(PRODUCT, { headers })).headers.get("etag");
    const plain = await read({});
    const euro = await read({ cookie: "currency=EUR" });
    const german = await read({ "accept-language": "de-DE" });
    expect(new Set([plain, euro, german]).size).toBe(3);
    expect(await read({ cookie: "a=b; currency=EUR; c=d" })).toBe(euro);
    expect(await read({ "accept-language": "de-DE,de;q=0.5" })).toBe(german);
    expect(await read({ cookie: "session=1", "user-agent": "x", "x-forwarded-host": "evil.example" })).toBe(plain);
    expect((await get(PRODUCT, { headers: { cookie: "currency=EUR" } })).text).toContain("€");
    expect((await get(PRODUCT)).text).not.toContain("€");
  });

  test.each(["/docs/call?operation=listPrices", "/admin/sign-in"])("%s is not", async (path) => {
    expect((await get(path)).headers.get("cache-control")).toContain("no-store");
  });
});

describe("a server with a database of its own", () => {
  let database: TestDatabase;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await createDatabase("small");
    server = await startServer({ DATABASE_URL: database.url });
    await get("/api/prices?country=US", { base: server.url });
  });
  afterAll(async () => {
    await server.stop();
    await database[Symbol.asyncDispose]();
  });

  test("fifty callers who ask for the same at the same time wait for one answer of the database, its rows and their number", async () => {
    const path = "/api/prices?country=EG&page_size=25";
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    try {
      await locker.query("BEGIN; LOCK TABLE price IN ACCESS EXCLUSIVE MODE");
      const asked = Promise.all(Array.from({ length: 50 }, () => get(path, { base: server.url })));
      await expect.poll(() => countWaitingCalls(database.url)).toBe(2);
      expect(await countWaitingCalls(database.url)).toBe(2);
      await locker.query("ROLLBACK");
      const replies = await asked;
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    } finally {
      await locker.end();
    }
  });

  test("what looks at the database when it is told of something takes one connection, however long it waits", async () => {
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    try {
      await locker.query("BEGIN; LOCK TABLE series, dataset_version IN ACCESS EXCLUSIVE MODE");
      const tell = () => query(database.url, "SELECT pg_notify('price_atlas', 'report')");
      await tell();
      await expect.poll(() => listWaiting(database.url)).toContainEqual(expect.stringMatching(IS_WATCH));
      // Several looks, but less time than a query may wait.
      for (let times = 0; times < 3; times++) {
        await tell();
        await sleep(1_000);
      }
      const waiting = await listWaiting(database.url);
      expect(waiting, "each of them once").toEqual([...new Set(waiting)]);
    } finally {
      await locker.end();
    }
    await expect.poll(async () => (await get("/api/prices?country=AR", { base: server.url })).status).toBe(200);
  });

  test("publishes in the middle of a load: no answer mixes versions, none is older than one before it, and all come to the newest", async () => {
    await using scratch = await makeFolder();
    const base = server.url;
    const amounts = [289.99];
    const seen: { id: number; amount: number | undefined }[] = [];
    const pages: string[] = [];
    let ends = false;
    const readPages = async () => {
      while (!ends) pages.push((await get("/services/netflix", { base, reuses: true })).text);
    };
    const readPrices = async () => {
      while (!ends) {
        const { body } = await get("/api/prices?product=netflix&country=TR&platform=ios", { base, reuses: true });
        const { data, meta } = body as { data: { amount: number }[]; meta: { dataset_version: string } };
        seen.push({ id: Number(meta.dataset_version.split(".")[1]), amount: data[0]?.amount });
      }
    };
    const load = [readPrices(), readPages()];
    for (const [at, amount] of ["301.99", "302.99", "303.99"].entries()) {
      const file = await scratch.write(`${at}.csv`, `${PRICES}\n${priceOf(amount, `2026-10-1${at}`)}\n`);
      await importFiles({ files: [file], importedBy: "test", connectionString: database.url, now: timeOfReadings() });
      amounts.push(Number(amount));
      await expect.poll(() => seen.at(-1)?.id).toBe(at + 2);
      await expect.poll(() => pages.at(-1)).toContain(amount);
    }
    ends = true;
    await Promise.all(load);
    for (const { id, amount } of seen) expect(amount, `version ${id}`).toBe(amounts[id - 1]);
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).sort((a, b) => a - b));
    const shown = pages.map((text) => amounts.findLastIndex((amount) => text.includes(String(amount))));
    expect(shown).not.toContain(-1);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
  });
});

test("a page of one caller, whose form no one else could send, is kept by no shared cache and asked for again; others may", async () => {
  const keptBy = async (path: string) => (await get(path)).headers.get("cache-control");
  const report = "/report?country=TR&period=monthly&platform=web&product=netflix-premium";
  const ofOne = ["/docs/keys", "/reading?product=netflix", report];
  for (const path of ofOne) expect([path, await keptBy(path)]).toEqual([path, "private, no-cache"]);
  for (const path of ["/services", "/docs"])
    expect([path, await keptBy(path)]).toEqual([path, "public, max-age=0, must-revalidate"]);
});
