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
  // So little memory that a few pages fill it.
  server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: "info", CACHE_MB: "4" });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await database[Symbol.asyncDispose]();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  get(path, { base: server.url, headers: { "x-forwarded-for": newSender(), ...headers } });

async function cacheOf(requestId: string | null): Promise<string | undefined> {
  const find = () =>
    server
      .output()
      .split("\n")
      .find((line) => line.includes(`"requestId":"${requestId}"`));
  await expect.poll(find).toBeDefined();
  return /"cache":"(\w+)"/.exec(find() ?? "")?.[1];
}

describe("one caller's flood", { timeout: 120_000 }, () => {
  test("a thousand requests for one page in a packet of 56 KB, each with another parameter, render nothing anew", async () => {
    const paths = Array.from({ length: 1_000 }, (_, at) => `/services/netflix?p=${at}`);
    const headers = { "Accept-Encoding": "br" };
    await sendPatiently("GET", "/services/netflix", { base: server.url, headers });
    const countMade = () =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes('"route":"/services/[slug]"') && line.includes('"cache":"miss"')).length;
    await expect.poll(countMade).toBeGreaterThan(0);
    const before = countMade();
    const answers = await sendInOnePacket(server.url, paths, { "X-Forwarded-For": newSender(), ...headers });
    // The server handles sixteen requests of a connection at a time and closes it after a refusal.
    expect(answers.length).toBeLessThan(1_000);
    for (const { status } of answers) expect([200, 503]).toContain(status);
    const next = await sendPatiently("GET", "/services/netflix", { base: server.url, headers });
    expect(next.status).toBe(200);
    expect(countMade()).toBe(before);
  });

  test("invented addresses of pages and images drop no answer of the API from the cache", async () => {
    await ask(CALL);
    for (let at = 0; at < 40; at++) await ask(`/services?q=flush${at}`);
    const { headers } = await ask(CALL);
    expect(await cacheOf(headers.get("x-request-id"))).toBe("hit");
  });

  test("of a hundred pages that hang 64 wait, the rest are refused at once, and what needs no database is answered", async () => {
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    await ask(CALL);
    try {
      await locker.query("BEGIN; LOCK TABLE price, product, observation IN ACCESS EXCLUSIVE MODE");
      const hanging = Array.from({ length: 100 }, (_, at) => ask(`/services?q=hang${at}`));
      const first = await Promise.any(hanging);
      expect(first.status).toBe(503);
      expect(first.text).toContain("many readers");
      expect(Object.fromEntries(first.headers)).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "retry-after": "5",
      });
      expect((await ask("/api/health?probe=live")).status).toBe(200);
      expect((await send("OPTIONS", "/services", { base: server.url })).status).toBe(204);
      expect((await ask(CALL)).status).toBe(200);
      await locker.query("ROLLBACK");
      const answers = await Promise.all(hanging);
      expect(answers.filter(({ text }) => text.includes("many readers")).length).toBe(36);
      expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    } finally {
      await locker.end();
    }
  });
});

test("of the pages of one address that have to be made, two are made and four wait; those of others go on waiting", {
  timeout: 120_000,
}, async () => {
  const locker = new Client({ connectionString: database.url });
  await locker.connect();
  await ask("/services/netflix");
  const from = (address: string) => ({ "x-forwarded-for": address });
  try {
    await locker.query("BEGIN; LOCK TABLE price, product, observation IN ACCESS EXCLUSIVE MODE");
    // One customer has a whole /64.
    const asked = Array.from({ length: 10 }, (_, at) => ask(`/services?q=crowd${at}`, from(`2001:db8::${at}`)));
    const first = await Promise.any(asked);
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "5"]);
    const ofAnother = ask("/services?q=quiet", from("2001:db8:1::1"));
    expect((await ask("/services/netflix", from("2001:db8::1"))).status).toBe(200);
    expect((await ask("/api/health?probe=live", from("2001:db8::1"))).status).toBe(200);
    await locker.query("ROLLBACK");
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBe(4);
    expect(statuses.filter((status) => status === 200).length).toBe(6);
    expect((await ofAnother).status).toBe(200);
  } finally {
    await locker.end();
  }
});

describe("what is too long is refused before it is read", () => {
  test.each([
    ["parameters of a call", `/api/prices?${"x&".repeat(300)}`],
    ["an address of a call", `/api/prices?country=${"x".repeat(9_000)}`],
  ])("%s", async (_what, path) => {
    const reply = await ask(path);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([400, "no-store"]);
    expect(reply.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(reply.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });

  test("calls that are refused for it count against the limit like any other", async () => {
    const headers = { "x-forwarded-for": newSender() };
    const left = [];
    for (const path of [`/api/prices?${"x&".repeat(300)}`, `/api/nope?x=${"x".repeat(9_000)}`, "/api/prices?x=1", CALL])
      left.push((await ask(path, headers)).headers.get("x-ratelimit-remaining"));
    expect(left).toEqual(["59", "58", "57", "56"]);
  });

  test("a language of 14 KB is none", async () => {
    const plain = await ask("/services/netflix");
    const odd = await ask("/services/netflix", { "accept-language": `de-AT,${"de-AT-aaaaaaaa,".repeat(900)}` });
    expect(odd.headers.get("etag")).toBe(plain.headers.get("etag"));
  });
});
