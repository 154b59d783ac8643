import { once } from "node:events";
import { createServer, type ServerOptions, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { boundPipelining } from "@/server/edge/bounds/pipelining";

const servers: { close(): void; closeAllConnections(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server whose answers wait in `open`, with the number of the request as their body, and a connection to it. */
async function start(options: ServerOptions = {}) {
  const open: { response: ServerResponse; path: string }[] = [];
  const seen = { most: 0, all: 0 };
  const server = createServer(options, (request, response) => {
    open.push({ response, path: request.url ?? "" });
    seen.all++;
    seen.most = Math.max(seen.most, open.length);
  });
  boundPipelining(server);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  await once(socket, "connect");
  const answerOne = async () => {
    await expect.poll(() => open.length, { interval: 1 }).toBeGreaterThan(0);
    const { response, path } = open.shift() ?? {};
    response?.end(`[${path}]`);
  };
  return { server, socket, open, seen, answerOne };
}

const toRequest = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const bodies = (answers: string) => [...answers.matchAll(/\[(\/\w*)\]/g)].map(([, path]) => path);

async function readToEnd(socket: Socket): Promise<string> {
  return text(socket);
}

test("of a thousand requests in one packet four are begun at a time, and all are answered in their order", async () => {
  const { socket, seen, answerOne } = await start();
  const paths = Array.from({ length: 1_000 }, (_, at) => `/${at}`);
  const received = readToEnd(socket);
  socket.write(paths.map((path, at) => toRequest(path, at === 999 ? "Connection: close\r\n" : "")).join(""));
  for (const _ of paths) await answerOne();
  expect(bodies(await received)).toEqual(paths);
  expect(seen).toEqual({ most: 4, all: 1_000 });
});

test("a connection with a thousand quick answers takes turns with others", async () => {
  const begun: string[] = [];
  const server = createServer((request, response) => {
    begun.push(request.url ?? "");
    response.end();
  });
  boundPipelining(server);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const [many, one] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  await Promise.all([once(many, "connect"), once(one, "connect")]);
  many.resume().write(toRequest("/many").repeat(1_000));
  one.resume().write(toRequest("/one"));
  await expect.poll(() => begun.length).toBe(1_001);
  expect(begun.indexOf("/one")).toBeLessThan(100);
});

test("long answers that are ready before those in front of them go out in their order, too", async () => {
  const { socket, open } = await start();
  const paths = Array.from({ length: 60 }, (_, at) => `/${at}`);
  const received = readToEnd(socket);
  socket.write(paths.map((path, at) => toRequest(path, at === 59 ? "Connection: close\r\n" : "")).join(""));
  for (const _ of paths) {
    await expect.poll(() => open.length, { interval: 1 }).toBeGreaterThan(0);
    const { response, path } = open.pop() ?? {};
    response?.end(`[${path}]${"x".repeat(100_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(bodies(await received)).toEqual(paths);
});

test("half a request that waits for answers in front of it does not run into the time limit of a request", async () => {
  const { socket, open, answerOne } = await start({ requestTimeout: 200, connectionsCheckingInterval: 20 });
  const received = readToEnd(socket);
  const [begun, rest] = [
    toRequest("/4", "Connection: close\r\n").slice(0, 9),
    toRequest("/4", "Connection: close\r\n").slice(9),
  ];
  socket.write(["/1", "/2", "/3"].map((path) => toRequest(path)).join("") + begun);
  await expect.poll(() => open.length).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let at = 0; at < 3; at++) await answerOne();
  socket.write(rest);
  await answerOne();
  expect(bodies(await received)).toEqual(["/1", "/2", "/3", "/4"]);
});

test("what is sent after them waits in the connection, not in this process", async () => {
  const { server, socket, seen, open } = await start();
  const serverSide = new Promise<Socket>((resolve) => server.once("request", ({ socket }) => resolve(socket)));
  socket.write(toRequest("/x").repeat(10));
  const [{ bytesRead }] = [await serverSide];
  await expect.poll(() => open.length).toBe(4);
  const packet = toRequest("/y").repeat(100_000);
  socket.write(packet);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await serverSide).bytesRead - bytesRead).toBeLessThan(packet.length / 4);
  expect(seen.most).toBe(4);
  socket.destroy();
});

test("bodies and their like are passed on as they came", async () => {
  const { socket, open, server } = await start();
  const body = "\r\n\r\nGET / HTTP/1.1\r\n\r\n".repeat(500);
  const received: string[] = [];
  server.on("request", (request) => void text(request).then((read) => received.push(read)));
  socket.write(`POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}${toRequest("/b")}`);
  await expect.poll(() => received.sort()).toEqual(["", body]);
  expect(open.map(({ path }) => path)).toEqual(["/a", "/b"]);
  socket.destroy();
});

test("a caller who leaves frees what was held for him", async () => {
  const { socket, seen, open } = await start();
  socket.write(toRequest("/x").repeat(1_000));
  await expect.poll(() => open.length).toBe(4);
  socket.destroy();
  for (const { response } of open) response.end("x");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(seen.all).toBeLessThan(100);
});
