import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Drain } from "@/server/edge/bounds/drain";

/** More than all buffers between two programs hold. */
const LARGE = Buffer.alloc(64_000_000, "x");

async function start(answer: RequestListener) {
  const server = createServer(answer);
  const drain = new Drain(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { drain, port };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** Reads to the end of the connection. Returns how many bytes there were after the headers. */
async function readAll(socket: Socket, pauseMs = 0): Promise<number> {
  let text = "";
  let bytes = 0;
  for await (const piece of socket) {
    bytes += piece.length;
    if (!text.includes("\r\n\r\n")) text += piece.toString("latin1");
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return bytes - text.indexOf("\r\n\r\n") - 4;
}

test("an answer whose bytes still wait for their reader is sent to its end, and its connection then closed", async () => {
  const { drain, port } = await start((_request, response) => response.end(LARGE));
  const socket = await open(port);
  socket.write(GET);
  await once(socket, "readable");
  const ended = drain.end();
  await sleep(1_000);
  expect(await readAll(socket)).toBe(LARGE.length);
  await ended;
});

test("an answer that comes late is sent, and a request that is on its way answered", async () => {
  const { drain, port } = await start((_request, response) => void setTimeout(() => response.end("late"), 1_000));
  const [early, late] = await Promise.all([open(port), open(port)]);
  early.write(GET);
  await sleep(100);
  const ended = drain.end();
  await sleep(100);
  late.write(GET);
  expect(await Promise.all([readAll(early), readAll(late)])).toEqual([4, 4]);
  await ended;
});

test("a connection that asks for nothing is closed", async () => {
  const { drain, port } = await start((_request, response) => response.end("ok"));
  const [fresh, used] = await Promise.all([open(port), open(port)]);
  used.write(GET);
  await once(used, "data");
  used.resume();
  fresh.resume();
  const closed = Promise.all([once(fresh, "close"), once(used, "close")]);
  await drain.end();
  await closed;
});

test("a reader who never reads does not outlast the patience, and one who never closes not even that", async () => {
  const { drain, port } = await start((_request, response) => response.end(LARGE));
  const socket = await open(port);
  socket.on("error", () => {});
  socket.write(GET);
  await once(socket, "readable");
  setTimeout(() => drain.cutAll(), 1_500);
  await drain.end();
  const other = await start((_request, response) => response.end("ok"));
  const open_ = connect({ port: other.port, host: "127.0.0.1", allowHalfOpen: true });
  open_.write(GET);
  await once(open_, "data");
  open_.resume();
  await other.drain.end();
  open_.destroy();
});
