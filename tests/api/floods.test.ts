import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { get, newSender, send, sendPatiently } from "../support/api";
import type { TestDatabase } from "../support/database";
import { sendInOnePacket } from "../support/pipeline";
import { createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";

const CALL = "/api/prices?country=TR&page_size=25";

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await createDatabase("bundled");
  // So little memory that a few dozen pages fill it.
  server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: "info", CACHE_MB: "2" });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await database[Symbol.asyncDispose]();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  get(path, { base: server.url, headers: { "x-forwarded-for": newSender(), ...headers } });

/** In the cache or not, as the log has it, of the request with this id. */
async function cacheOf(requestId: string | null): Promise<string | undefined> {
  const find = () =>
    server
      .output()
      .split("\n")
      .find((line) => line.includes(`"requestId":"${requestId}"`));
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return /"cache":"(\w+)"/.exec(find() ?? "")?.[1];
}

describe("one caller's flood", { timeout: 120_000 }, () => {
  test("a thousand requests for one page in a packet of 56 KB, each with another parameter, render nothing anew", async () => {
    const paths = Array.from({ length: 1_000 }, (_, at) => `/services/netflix?p=${at}`);
    const headers = { "Accept-Encoding": "br" };
    await sendPatiently("GET", "/services/netflix", { base: server.url, headers });
    const answers = await sendInOnePacket(server.url, paths, { "X-Forwarded-For": newSender(), ...headers });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const ids = answers.map(({ head }) => /^x-request-id: (\S+)/im.exec(head)?.[1] ?? "none");
    const logged = () =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes('"cache":"hit"'));
    const countHits = () => {
      const hits = logged().join();
      return ids.filter((id) => hits.includes(id)).length;
    };
    await expect.poll(countHits, { timeout: 20_000 }).toBe(1_000);
  });

  test("of a hundred other pages a few are rendered, the rest refused at once, and another's page comes between", async () => {
    const sender = newSender();
    const flood = Array.from({ length: 100 }, (_, at) => ask(`/services?q=${at}`, { "x-forwarded-for": sender }));
    const other = await ask("/services?q=another");
    const answers = await Promise.all(flood);
    expect(other.status).toBe(200);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(50);
    expect(answers.filter(({ status }) => status === 200).length).toBe(100 - refused.length);
    for (const { headers, text } of refused) {
      expect(Object.fromEntries(headers)).toMatchObject({
        ...{ "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "retry-after": "2" },
      });
      expect(text).toContain("many readers");
    }
    for (const { status, text } of answers) if (status === 200) expect(text).toContain("</html>");
  });

  test("invented addresses of pages and images drop no answer of the API from the cache", async () => {
    await ask(CALL);
    for (let at = 0; at < 40; at++) await ask(`/services?q=flush${at}`);
    const { headers } = await ask(CALL);
    expect(await cacheOf(headers.get("x-request-id"))).toBe("hit");
  });

  test("renders that hang close the way to no one's sign-in, and to nothing that needs none", async () => {
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    try {
      await locker.query("BEGIN; LOCK TABLE price, product, observation IN ACCESS EXCLUSIVE MODE");
      const hanging = Array.from({ length: 30 }, (_, at) => ask(`/services?q=hang${at}`));
      // The sign-in page itself, and what is answered without rendering.
      expect((await ask("/admin/sign-in")).status).toBe(200);
      expect((await ask("/api/health?probe=live")).status).toBe(200);
      expect((await send("OPTIONS", "/services", { base: server.url })).status).toBe(204);
      expect((await ask("/_next/data/nothing.json")).status).toBe(404);
      expect((await ask(CALL)).status).toBe(200);
      await locker.query("ROLLBACK");
      const statuses = (await Promise.all(hanging)).map(({ status }) => status);
      expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    } finally {
      await locker.end();
    }
  });
});

describe("what is too long is refused before it is read", () => {
  test.each([
    ["an address of a page", `/docs/call?operation=listPrices&${"country=TR&".repeat(1_400)}`, 414],
    ["parameters of a page", `/services?${"x&".repeat(300)}`, 414],
    ["parameters of a call", `/api/prices?${"x&".repeat(300)}`, 400],
    ["an address of a call", `/api/prices?country=${"x".repeat(20_000)}`, 400],
  ])("%s", async (_what, path, status) => {
    const reply = await ask(path);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([status, "no-store"]);
    expect(reply.headers.get("content-type")).toMatch(status === 414 ? /^text\/html/ : /^application\/problem\+json/);
    expect(reply.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });

  test("calls that are refused for it count against the limit like any other", async () => {
    const headers = { "x-forwarded-for": newSender() };
    const left = [];
    for (const path of [
      `/api/prices?${"x&".repeat(300)}`,
      `/api/nope?x=${"x".repeat(20_000)}`,
      "/api/prices?x=1",
      CALL,
    ])
      left.push((await ask(path, headers)).headers.get("x-ratelimit-remaining"));
    expect(left).toEqual(["59", "58", "57", "56"]);
  });

  test("a language of 24 KB is none", async () => {
    const plain = await ask("/services/netflix");
    const odd = await ask("/services/netflix", { "accept-language": `de-AT,${"de-AT-aaaaaaaa,".repeat(1_600)}` });
    expect(odd.headers.get("etag")).toBe(plain.headers.get("etag"));
  });
});
