import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { createKey } from "@/lib/access/keys/mutations";
import { newSender, wire } from "@/tests/support/api";
import { baseUrl } from "@/tests/support/server";

const { get } = wire;

let token: string;
beforeAll(async () => {
  ({ token } = await createKey({ name: "keep-alive", owner: "tests", requests_per_minute: 100 }, { staffId: null }));
});

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  return socket;
}

async function ask(socket: Socket, method: string, path: string, headers: Record<string, string>): Promise<string> {
  const fields = Object.entries({ Host: new URL(baseUrl).host, ...headers }).map((field) => field.join(": "));
  socket.write(`${[`${method} ${path} HTTP/1.1`, ...fields].join("\r\n")}\r\n\r\n`, "latin1");
  let text = "";
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece.toString("latin1");
    const end = text.indexOf("\r\n\r\n") + 4;
    if (end === 3) continue;
    const head = text.slice(0, end);
    const rest = text.slice(end);
    const length = method === "HEAD" ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const isWhole = /^transfer-encoding: chunked/im.test(head)
      ? /(?:^|\r\n)0\r\n\r\n$/.test(rest)
      : rest.length >= length;
    if (isWhole) return text;
  }
  throw new Error(`the connection ended after:\n${text}`);
}

const common = (answer: string) =>
  answer
    .replace(/^(Date|X-Request-Id|RateLimit|X-RateLimit-(?:Remaining|Reset)|Retry-After): .*$/gim, "$1: …")
    .replace(/"instance":"[^"]*"/, '"instance":"…"')
    .replace(/\d+ s\./, "… s.");

const CACHED = "/api/prices?country=TR&page_size=25";
const PRODUCT = "/services/netflix";

describe("the first answer of a connection and those after it are the same bytes", () => {
  test.each<[what: string, method: string, path: string, headers?: Record<string, string>]>([
    ["a call", "GET", CACHED],
    ["its fields alone", "HEAD", CACHED],
    ["a call in another spelling", "GET", "/api/prices?page_size=25&country=tr"],
    ["a call for gzip", "GET", CACHED, { "Accept-Encoding": "gzip" }],
    ["a call for br", "GET", CACHED, { "Accept-Encoding": "gzip, deflate, br, zstd" }],
    ["a call with a wrong key", "GET", CACHED, { "x-api-key": "pa_live_wrong" }],
    ["a call of which the caller has a part", "GET", CACHED, { Range: "bytes=0-9" }],
    ["a wrong call", "GET", "/api/prices?country=XX"],
    ["an unknown path", "GET", "/api/nothing"],
    ["a page", "GET", PRODUCT],
    ["its fields alone", "HEAD", PRODUCT],
    ["a page in another currency", "GET", PRODUCT, { Cookie: "currency=EUR", "Accept-Encoding": "br" }],
    ["a page for who reads German", "GET", PRODUCT, { "Accept-Language": "de-AT" }],
    ["a page that does not exist", "GET", "/nothing"],
    ["a file", "GET", "/icons/192.png"],
  ])("%s", async (_what, method, path, headers = {}) => {
    const own = { "X-Forwarded-For": newSender(), ...headers };
    // Fills the cache for this encoding before the comparison.
    await ask(await open(), method, path, own);
    const socket = await open();
    const first = await ask(socket, method, path, own);
    expect(common(first)).toMatch(/^HTTP\/1\.1 \d+ .*\r\n/);
    for (let times = 0; times < 3; times++) expect(common(await ask(socket, method, path, own))).toBe(common(first));
    socket.destroy();
  });

  test.each([CACHED, PRODUCT])("what the caller has already: %s", async (path) => {
    const own = { "X-Forwarded-For": newSender() };
    const { headers } = await get(path);
    const held = { ...own, "If-None-Match": headers.get("etag") ?? "" };
    const socket = await open();
    const first = await ask(socket, "GET", path, held);
    expect(first).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/);
    expect(common(await ask(socket, "GET", path, held))).toBe(common(first));
    expect(await ask(socket, "GET", path, own)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    socket.destroy();
  });

  test("a key, of which each answer takes one", async () => {
    const socket = await open();
    const answers: string[] = [];
    for (let times = 0; times < 4; times++) answers.push(await ask(socket, "GET", CACHED, { "x-api-key": token }));
    expect(new Set(answers.map(common)).size).toBe(1);
    const left = answers.map((answer) => Number(/^X-RateLimit-Remaining: (\d+)/im.exec(answer)?.[1]));
    expect(left).toEqual([99, 98, 97, 96]);
    socket.destroy();
  });

  test("the limit, which counts both", async () => {
    const own = { "X-Forwarded-For": newSender() };
    const socket = await open();
    const other = await open();
    for (let times = 0; times < 60; times++) expect(await ask(socket, "GET", CACHED, own)).toMatch(/^HTTP\/1\.1 200 /);
    const refused = await ask(socket, "GET", CACHED, own);
    expect(refused).toMatch(/^HTTP\/1\.1 429 [\s\S]+^Retry-After: \d+\r\n[\s\S]*\{"type":/im);
    expect(common(await ask(other, "GET", CACHED, own))).toBe(common(refused));
    for (const each of [socket, other]) each.destroy();
  });
});

test("an answer that is made between two cached ones keeps its turn", async () => {
  const own = { "X-Forwarded-For": newSender() };
  const socket = await open();
  for (let page = 1; page < 8; page++) {
    expect(await ask(socket, "GET", CACHED, own)).toContain('"country":"TR"');
    const made = await ask(socket, "GET", `/api/prices?country=BR&page_size=7&page=${page}`, own);
    expect(made).toContain(`"page":${page},`);
  }
  socket.destroy();
});

// Node reads over what nobody has begun to read; Next begins.
test.each(["/admin/changes/upload", "/api/readings"])(
  "a body that %s refuses unread costs the next request nothing",
  async (path) => {
    const socket = await open();
    const own = { "X-Forwarded-For": newSender(), "Content-Type": "multipart/form-data; boundary=x" };
    const body = "x".repeat(3_000_000);
    const refused = ask(socket, "POST", path, { ...own, "Content-Length": String(body.length) });
    socket.write(body);
    expect(await refused).toMatch(/^HTTP\/1\.1 40[13] /);
    expect(await ask(socket, "GET", CACHED, own)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    socket.destroy();
  },
);
