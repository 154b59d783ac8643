import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boundConnections, toTimeouts } from "@/server/edge/bounds/connection-bounds";
import { baseUrl, startServer } from "@/tests/support/server";
import type { ServerProcess } from "@/tests/support/spawn-server";

const GET = "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** A connection from one of the addresses of this machine. */
async function open(url: string, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), localAddress });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const openMany = (count: number, url: string, address?: string) =>
  Promise.all(Array.from({ length: count }, () => open(url, address)));

/** Says if a request on this connection is answered; it is not where the connection is closed instead. */
async function isServed(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false;
  socket.write(GET);
  const answered = once(socket, "data").then(
    () => true,
    () => false,
  );
  return Promise.race([answered, once(socket, "close").then(() => false)]);
}

const countServed = async (sockets: Socket[]) => (await Promise.all(sockets.map(isServed))).filter(Boolean).length;
const closeAll = (sockets: Socket[]) => sockets.map((socket) => socket.destroy());

describe("connections at once", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer({ MAX_CONNECTIONS: "25", MAX_CONNECTIONS_PER_ADDRESS: "10", TRUST_PROXY_HOPS: "0" });
  });
  afterAll(() => server.stop());

  test("of one address are bounded, those of others are served, and who leaves makes room", async () => {
    const many = await openMany(30, server.url);
    expect(await countServed(many)).toBe(10);
    const others = await openMany(5, server.url, "127.0.0.2");
    expect(await countServed(others)).toBe(5);
    closeAll([...many, ...others]);
    await expect.poll(async () => isServed(await open(server.url))).toBe(true);
  });

  test("are bounded in all", async () => {
    const sockets: Socket[] = [];
    for (const address of ["127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6"])
      sockets.push(...(await openMany(10, server.url, address)));
    expect(await countServed(sockets)).toBeLessThanOrEqual(25);
    closeAll(sockets);
    await expect.poll(async () => isServed(await open(server.url))).toBe(true);
  });
});

test("behind a proxy, whose address they all have, the bound of an address does not apply", async () => {
  const sockets = await openMany(400, baseUrl);
  expect(await countServed(sockets)).toBe(400);
  closeAll(sockets);
});

describe("a request that does not arrive in time ends its connection", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer({ REQUEST_TIMEOUT_SECONDS: "1" });
  });
  afterAll(() => server.stop());

  test.each([
    ["nothing", ""],
    ["half a line", "GET / HT"],
    ["headers that never end", "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: "],
    [
      "a body that never ends",
      "POST /admin/sign-in HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x",
    ],
  ])("%s", async (_what, bytes) => {
    const socket = await open(server.url);
    // Its sender never closes anything either.
    socket.write(bytes);
    socket.resume();
    await once(socket, "close");
    const second = connect({ host: "127.0.0.1", port: Number(new URL(server.url).port), allowHalfOpen: true });
    second.on("error", () => {});
    second.resume().write("no request\r\n\r\n");
    await once(second, "end");
    await expect
      .poll(() => new Promise((done) => second.write("x", (error) => done(error?.message ?? "taken"))), {
        timeout: 15_000,
      })
      .not.toBe("taken");
  });
});

describe("an answer that waits for its reader", () => {
  /** More than all buffers between two programs hold. */
  const LARGE = Buffer.alloc(64_000_000, "x");

  async function start(slowReaderSeconds: number) {
    const bounds = { max: 100, maxOfAddress: 0, requestSeconds: 20, slowReaderSeconds };
    const server = createServer(toTimeouts(bounds), (_request, response) => response.end(LARGE));
    boundConnections(server, bounds);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
    const accepted = once(server, "connection").then(([socket]: Socket[]) => socket);
    return { server, url, accepted };
  }

  test.each([
    ["never reads", 0],
    ["reads a few bytes a second", 10],
  ])("ends with its connection when the reader %s", async (_what, bytes) => {
    const { server, url, accepted } = await start(2);
    const socket = await open(url);
    socket.write(GET);
    const timer = setInterval(() => bytes > 0 && socket.read(bytes), 100);
    const mine = await accepted;
    await once(mine ?? socket, "close");
    clearInterval(timer);
    socket.destroy();
    server.close();
  });

  test("goes on for as long as its reader takes it, however many spans that are", async () => {
    const { server, url, accepted } = await start(2);
    const socket = await open(url);
    socket.write(GET);
    await accepted;
    let bytes = 0;
    // So slowly that it takes several times the span, and as evenly as large buffers allow.
    for await (const piece of socket.iterator({ destroyOnReturn: false })) {
      bytes += piece.length;
      if (bytes > LARGE.length) break;
      await sleep(piece.length / 6_400);
    }
    expect(bytes).toBeGreaterThan(LARGE.length);
    socket.destroy();
    server.close();
  });
});
