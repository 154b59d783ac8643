import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer } from "@/tests/support/server";
import type { ServerProcess } from "@/tests/support/spawn-server";

const GET = "GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n";

async function open(url: string, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), localAddress });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const openMany = (count: number, url: string, address?: string) =>
  Promise.all(Array.from({ length: count }, () => open(url, address)));

/** False when the connection is closed instead. */
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
    server = await startServer({ MAX_CONNECTIONS: "25" });
  });
  afterAll(() => server.stop());

  test("are bounded in all", async () => {
    const sockets = await openMany(40, server.url);
    expect(await countServed(sockets)).toBe(25);
    closeAll(sockets);
    await expect.poll(async () => isServed(await open(server.url))).toBe(true);
  });
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
  ])("%s", async (_what, bytes) => {
    const socket = await open(server.url);
    socket.write(bytes);
    socket.resume();
    await once(socket, "close");
    const second = connect({ host: "127.0.0.1", port: Number(new URL(server.url).port), allowHalfOpen: true });
    second.on("error", () => {});
    second.resume().write("no request\r\n\r\n");
    await once(second, "end");
    await expect
      .poll(() => new Promise((done) => second.write("x", (error) => done(error?.message ?? "taken"))))
      .not.toBe("taken");
  });
});
