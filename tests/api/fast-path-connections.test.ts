import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { EdgeResponse } from "@/server/edge/cache/edge-response";
import { addFastPath } from "@/server/edge/fast-path";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Options = {
  limits?: Partial<Server>;
  body?: Buffer;
  handle?: (request: IncomingMessage) => Promise<string>;
  onEnd?: (isAborted: boolean) => void;
};

/** A server whose fast path knows /kept; what node:http answers begins with "node:". */
async function listen({ limits = {}, body = Buffer.from("kept"), handle, onEnd = () => {} }: Options = {}) {
  const server = createServer({ connectionsCheckingInterval: 50 }, async (request, response) => {
    response.end(`node:${handle ? await handle(request) : request.url}`);
  });
  Object.assign(server, limits);
  const headers = [["Content-Length", String(body.byteLength)]] as const;
  const response: EdgeResponse = { status: 200, shared: headers, own: [["X-Own", "1"]], body };
  addFastPath(server, ({ url }) => (url === "/kept" ? { response, onEnd } : null));
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const socket = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1");
  socket.setEncoding("latin1").on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const toGet = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

/** Reads all that has arrived when `end` has come as the last of it. */
async function readUntil(socket: Socket, end: string): Promise<string> {
  let text = "";
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += piece;
    if (text.endsWith(end)) return text;
  }
  throw new Error(`the connection ended after:\n${text}`);
}

async function ask(socket: Socket, bytes: string, end: string): Promise<string> {
  socket.write(bytes, "latin1");
  return readUntil(socket, end);
}

test("the first request of a connection is answered by node:http, the next ones past it, in any turn", async () => {
  const socket = await listen();
  await ask(socket, toGet("/kept"), "node:/kept");
  const reply = await ask(socket, toGet("/kept"), "\r\n\r\nkept");
  expect(reply.replace(/Date: [^\r]+ GMT/, "Date: now")).toBe(
    "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nX-Own: 1\r\nDate: now\r\nConnection: keep-alive\r\n" +
      "Keep-Alive: timeout=5\r\n\r\nkept",
  );
  await ask(socket, toGet("/other"), "node:/other");
  await ask(socket, toGet("/kept"), "\r\n\r\nkept");
  expect(await ask(socket, toGet("/kept").replace("GET", "HEAD"), "\r\n\r\n")).toContain("Content-Length: 4\r\n");
  await ask(socket, toGet("/kept"), "\r\n\r\nkept");
});

test("answers keep the order of their requests", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const socket = await listen({
    handle: async ({ url = "" }) => {
      if (url === "/slow") await held;
      return url;
    },
  });
  await ask(socket, toGet("/"), "node:/");
  socket.write(toGet("/slow"));
  await sleep(100);
  socket.write(toGet("/kept"));
  await sleep(100);
  release();
  const both = await readUntil(socket, "node:/kept");
  expect(both.indexOf("node:/slow")).toBeGreaterThan(0);
});

test("a body that looks like a request is a body, however it arrives", async () => {
  const readBody = async (request: IncomingMessage) => {
    let text = "";
    for await (const piece of request) text += piece;
    return `${request.method} ${text.length}`;
  };
  const inside = toGet("/kept");
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${inside.length}\r\n\r\n`;
  for (const cut of [0, 10, head.length - 2, head.length, head.length + 7]) {
    const socket = await listen({ handle: readBody });
    await ask(socket, toGet("/"), "node:GET 0");
    const whole = head + inside;
    if (cut > 0) socket.write(whole.slice(0, cut));
    await sleep(50);
    expect(await ask(socket, whole.slice(cut), `node:POST ${inside.length}`)).not.toContain("kept");
    // Whoever has sent such a thing is served by node:http from then on.
    await ask(socket, toGet("/kept"), "node:GET 0");
  }
});

test("several requests at once, and one in pieces, are answered in full by node:http", async () => {
  const socket = await listen();
  await ask(socket, toGet("/"), "node:/");
  await ask(socket, toGet("/kept") + toGet("/kept") + toGet("/last"), "node:/last");
  const other = await listen();
  await ask(other, toGet("/"), "node:/");
  other.write("GET /kept HT");
  await sleep(50);
  await ask(other, toGet("/kept").slice(12), "node:/kept");
});

test("bytes that are no request are refused as ever", async () => {
  const socket = await listen();
  await ask(socket, toGet("/"), "node:/");
  expect(await ask(socket, "GET /kept HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n", "\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
});

test("a connection that lives on such answers outlives the limit for a first request", async () => {
  const socket = await listen({ limits: { headersTimeout: 200, requestTimeout: 300, keepAliveTimeout: 2_000 } });
  await ask(socket, toGet("/"), "node:/");
  for (let at = 0; at < 12; at++) {
    await sleep(50);
    await ask(socket, toGet("/kept"), "\r\n\r\nkept");
  }
});

test("a connection on which nothing more comes is ended as after any answer", async () => {
  const socket = await listen({ limits: { keepAliveTimeout: 300 } });
  await ask(socket, toGet("/"), "node:/");
  await ask(socket, toGet("/kept"), "\r\n\r\nkept");
  const started = performance.now();
  socket.resume();
  await once(socket, "close");
  expect(performance.now() - started).toBeGreaterThan(200);
});

/** Node waits for a second more than `keepAliveTimeout`, and twice where something is left to be written. */
const BEYOND_PATIENCE_MS = 3_000;
const LARGE = Buffer.alloc(20_000_000, "a");

/** The beginning of a large answer, of which the rest waits for its reader. */
async function stall(options: Options = {}): Promise<Socket> {
  const socket = await listen({ limits: { keepAliveTimeout: 200 }, body: LARGE, ...options });
  await ask(socket, toGet("/"), "node:/");
  socket.pause();
  socket.write(toGet("/kept"));
  await sleep(200);
  return socket;
}

test("a reader who is slow gets all of a large answer, and its connection ends as after any", async () => {
  const socket = await stall();
  await sleep(BEYOND_PATIENCE_MS);
  let received = 0;
  for await (const piece of socket) received += piece.length;
  expect(received).toBeGreaterThan(LARGE.byteLength);
});

test("who does not read is not given more ahead of node:http, which stops to listen", async () => {
  const socket = await stall();
  socket.write(toGet("/kept"));
  await readUntil(socket, "node:/kept");
});

test("a slow answer after a large one is not cut short by the patience with idle connections", async () => {
  const handle = async ({ url = "" }: IncomingMessage) => {
    if (url === "/slow") await sleep(2 * BEYOND_PATIENCE_MS);
    return url;
  };
  const socket = await stall({ handle });
  socket.write(toGet("/slow"));
  await sleep(200);
  await readUntil(socket, "node:/slow");
});

test("the end of an answer is told when its last byte has gone out, or its reader has before", async () => {
  const ends: boolean[] = [];
  const onEnd = (isAborted: boolean) => ends.push(isAborted);
  const small = await listen({ onEnd });
  await ask(small, toGet("/"), "node:/");
  await ask(small, toGet("/kept"), "\r\n\r\nkept");
  expect(ends.splice(0)).toEqual([false]);

  const slow = await stall({ onEnd });
  expect(ends).toEqual([]);
  slow.resume();
  await expect.poll(() => ends.splice(0)).toEqual([false]);

  const gone = await stall({ onEnd });
  expect(ends).toEqual([]);
  gone.destroy();
  await expect.poll(() => ends).toEqual([true]);
});
