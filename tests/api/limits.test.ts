import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { GET } from "@/app/api/services/route";
import { makeToken } from "@/lib/access/keys/tokens";
import { CLIENT_ADDRESS_HEADER } from "@/lib/access/limits/client-address";
import { watchRequests } from "@/lib/watch-requests";
import { newSender, type Reply, wire } from "../support/api";
import { admitted, countdown, flood, remaining } from "../support/limits";
import { recordPromise } from "../support/report-promise";
import { baseUrl, startServer } from "../support/server";
import { isLauncher, isProxied, type ServerProcess } from "../support/spawn-server";

const { get, send } = wire;

/** Cached, so that a slow database does not affect this test. */
const PATH = "/api/services";
const TEST = "tests/api/limits.test.ts";
const BEGUN_S = Date.now() / 1000;
const LIMIT_FIELDS = [
  "ratelimit",
  "ratelimit-policy",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];
const Problem = z.object({
  type: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ parameter: z.string(), detail: z.string() })).optional(),
});

const from = (sender: string) => ({ "x-forwarded-for": sender });
const useUp = async (sender: string) => flood([baseUrl], 60, PATH, () => from(sender));

test("requests that nobody watches count as one caller, whatever they say of themselves", async () => {
  const server = createServer(getRequestListener((request) => GET(request))).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const left = async (headers: Record<string, string>) => {
    const reply = await get(PATH, { base: `http://127.0.0.1:${port}`, headers, reuses: false });
    return Number(reply.headers.get("x-ratelimit-remaining"));
  };
  const sayOfOneself = () => ({ ...from(newSender()), [CLIENT_ADDRESS_HEADER]: `${"0".repeat(22)} ${newSender()}` });
  const endWatching = watchRequests();
  expect([await left(sayOfOneself()), await left(sayOfOneself())]).toEqual([59, 59]);
  endWatching();
  expect(await left(sayOfOneself())).toBeLessThanOrEqual(59);
  expect(await left(sayOfOneself())).toBeLessThanOrEqual(58);
});

describe.skipIf(isProxied)("callers are told apart by their socket", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer({ TRUST_PROXY_HOPS: "0" });
  });
  afterAll(() => server.stop());

  test("of 500 requests at once exactly 60 are answered, with every remaining once", async () => {
    const replies = await flood([server.url], 500, PATH, () => ({}));
    expect(remaining(admitted(replies))).toEqual(countdown(60));
    expect(admitted(replies).every(({ status }) => status === 200)).toBe(true);
    for (const reply of replies) expectLimitFields(reply, "anonymous", 60);
    for (const refused of replies.filter(({ status }) => status === 429)) {
      expect(Problem.parse(refused.body)).toMatchObject({ status: 429 });
      expect(refused.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
      expect(refused.headers.get("cache-control")).toBe("no-store");
      const seconds = Number(refused.headers.get("retry-after"));
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.headers.get("ratelimit")).toBe(`"anonymous";r=0;t=${seconds}`);
    }
    recordPromise({
      promise: "Limiter: of 500 requests at once from one address exactly 60 are admitted, each remaining once",
      test: TEST,
      figure: `${replies.length} requests over as many connections: ${admitted(replies).length} admitted, remaining 59 to 0 once each, ${replies.length - admitted(replies).length} x 429`,
    });
  });

  test("no header out of 1,000 forged ones buys a new limit", async () => {
    const replies = await flood([server.url], 1_000, PATH, (at) => ({
      "x-forwarded-for": newSender(),
      "x-real-ip": newSender(),
      forwarded: `for=${newSender()};proto=https`,
      "cf-connecting-ip": newSender(),
      "true-client-ip": newSender(),
      "x-client-ip": newSender(),
      "user-agent": `client ${at}`,
    }));
    expect(admitted(replies)).toHaveLength(0);
    recordPromise({
      promise: "Limiter: forged address fields buy no new limit",
      test: TEST,
      figure: `${replies.length} requests, each with six other forged fields, after the limit was used up: ${admitted(replies).length} admitted`,
    });
  });

  test("preflights and the health check are answered nevertheless, without limit fields", async () => {
    const preflight = await send("OPTIONS", PATH, { base: server.url });
    const health = await get("/api/health", { base: server.url });
    expect([preflight.status, health.status]).toEqual([204, 200]);
    for (const { headers } of [preflight, health]) expect(LIMIT_FIELDS.filter((name) => headers.has(name))).toEqual([]);
  });
});

describe("behind one trusted proxy", () => {
  test("the right-most entry counts, whatever a client wrote before it", async () => {
    const sender = newSender();
    const replies = await flood([baseUrl], 200, PATH, () => from(`${newSender()}, ${newSender()}, ${sender}`));
    expect(remaining(admitted(replies))).toEqual(countdown(60));
    expect((await get(PATH)).status).toBe(200);
  });

  test("200 addresses of one IPv6 /64 share a limit, and the next /64 has its own", async () => {
    const group = () => Math.floor(Math.random() * 65_536).toString(16);
    const network = `2001:db8:${group()}`;
    const replies = await flood([baseUrl], 200, PATH, () =>
      from(`${network}:1:${group()}:${group()}:${group()}:${group()}`),
    );
    expect(remaining(admitted(replies))).toEqual(countdown(60));
    expect((await get(PATH, { headers: from(`${network}:2::1`) })).headers.get("x-ratelimit-remaining")).toBe("59");
    recordPromise({
      promise: "Limiter: 200 addresses of one IPv6 /64 share a limit, the next /64 has its own",
      test: TEST,
      figure: `${replies.length} addresses of one /64: ${admitted(replies).length} admitted; one of the next /64: 59 left`,
    });
  });

  test("two IPv4-mapped addresses have a limit each, shared with their plain spelling", async () => {
    const one = newSender();
    const two = newSender();
    const left = async (sender: string) =>
      (await get(PATH, { headers: from(sender) })).headers.get("x-ratelimit-remaining");
    expect(await left(`::ffff:${one}`)).toBe("59");
    expect(await left(`::ffff:${two}`)).toBe("59");
    expect(await left(one)).toBe("58");
    recordPromise({
      promise: "Limiter: two IPv4-mapped addresses have a limit each",
      test: TEST,
      figure: "59 left of each of two; 58 for the plain spelling of the first",
    });
  });
});

describe("every answer under /api", () => {
  test.each([
    ["GET", "/api/countries", 200, "an answer"],
    ["HEAD", "/api/countries", 200, "its head"],
    ["GET", "/api/countries?typo=1", 400, "a bad parameter"],
    ["GET", "/api/services/no-such-product", 404, "an unknown name"],
    ["GET", "/api/no/such/path", 404, "an unknown path"],
    ["GET", "/api/key", 401, "a missing key"],
    ["GET", PATH, 200, "an answer that is kept"],
    ["POST", PATH, 405, "another method"],
    // Next answers these itself.
    ...(isLauncher
      ? ([
          ["GET", "/api/%E0%A4%A", 400, "a broken path"],
          ["TRACE", PATH, 405, "a method that Next does not know"],
        ] as const)
      : []),
  ] as const)("%s %s (%i, %s) takes one request and says what is left", async (method, path, status, _what) => {
    const headers = from(newSender());
    await get(PATH, { headers });
    const reply = await send(method, path, { headers });
    expect(reply.status).toBe(status);
    expectLimitFields(reply, "anonymous", 60);
    expect(reply.headers.get("x-ratelimit-remaining")).toBe("58");
    expect(reply.headers.get("access-control-expose-headers")).toContain("RateLimit-Policy");
  });

  test("a 304 takes nothing, and is given with the limit used up", async () => {
    const headers = from(newSender());
    const etag = (await get(PATH, { headers })).headers.get("etag") ?? "";
    const again = await flood([baseUrl], 100, PATH, () => ({ ...headers, "if-none-match": etag }));
    expect(again.map(({ status }) => status)).toEqual(Array(100).fill(304));
    expect((await get(PATH, { headers })).headers.get("x-ratelimit-remaining")).toBe("58");
    await useUp(headers["x-forwarded-for"]);
    expect((await get(PATH, { headers })).status).toBe(429);
    expect((await get(PATH, { headers: { ...headers, "if-none-match": etag } })).status).toBe(304);
  });
});

describe("keys that are not accepted", () => {
  test.each([
    ["", "an empty header"],
    ["pa_live_mistyped", "malformed"],
    [makeToken(), "unknown"],
    [`${makeToken()}, ${makeToken()}`, "two"],
    ["' OR 1=1 --", "an attempt"],
  ])("get the same 401: %j (%s)", async (key, _what) => {
    const headers = { ...from(newSender()), "x-api-key": key };
    const reply = await get(PATH, { headers });
    expect(reply.status).toBe(401);
    expect(Problem.parse(reply.body).detail).toBe(
      "The key in x-api-key is not accepted. Leave the header out to ask without one.",
    );
    expect(reply.headers.get("www-authenticate")).toBe('ApiKey header="x-api-key"');
    expectLimitFields(reply, "anonymous", 60);
  });

  test("use up the anonymous limit of whoever sends them, 304 or not", async () => {
    const headers = from(newSender());
    const etag = (await get(PATH, { headers })).headers.get("etag") ?? "";
    const guesses = await flood([baseUrl], 200, PATH, (at) => ({
      ...headers,
      "x-api-key": makeToken(),
      ...(at % 2 === 0 && { "if-none-match": etag }),
    }));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(59);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(141);
    expect((await get(PATH, { headers })).status).toBe(429);
  });

  test.each([
    [`${PATH}?api_key=SECRET`],
    ["/api/services/netflix?api_key=SECRET"],
    ["/api/compare?products=netflix&countries=US&apikey=SECRET"],
    ["/api/export?dataset=prices&x-api-key=SECRET"],
    ["/api/openapi.json?api_key=SECRET"],
    ["/api/key?api_key=SECRET"],
    ["/api/health?api_key=SECRET"],
    ["/api/no/such/path?API_KEY=SECRET"],
  ])("in the address are a 400 that says where they belong, and are not repeated: %s", async (path) => {
    const reply = await get(path.replace("SECRET", "pa_live_secret"));
    expect(reply.status).toBe(400);
    const { errors = [] } = Problem.parse(reply.body);
    expect(errors.map(({ detail }) => detail)).toContain(
      "is never accepted in an address; send your key in the header x-api-key",
    );
    expect(reply.text + JSON.stringify([...reply.headers])).not.toContain("pa_live_secret");
  });
});

function expectLimitFields({ headers }: Reply, policy: string, limit: number) {
  const left = headers.get("x-ratelimit-remaining") ?? "";
  expect(headers.get("ratelimit-policy")).toBe(`"${policy}";q=${limit};w=60`);
  expect(headers.get("x-ratelimit-limit")).toBe(String(limit));
  const seconds = Number(/^"\w+";r=(\d+);t=(\d+)$/.exec(headers.get("ratelimit") ?? "")?.[2]);
  expect(headers.get("ratelimit")).toBe(`"${policy}";r=${left};t=${seconds}`);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  const reset = Number(headers.get("x-ratelimit-reset"));
  expect(reset - Date.now() / 1000).toBeLessThanOrEqual(61);
  expect(reset).toBeGreaterThan(BEGUN_S);
}
