import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import compression from "compression";
import next from "next";
import { env } from "@/lib/env";
import { watchExports } from "@/lib/exports/artefacts";
import { type Connection, connection } from "@/lib/http/connection";
import { beginStopping } from "@/lib/lifecycle";
import { log } from "@/lib/log";
import { addGauge } from "@/lib/metrics";
import { AnswerDeadline } from "./answer-deadline";
import { answerBeforeNext, dropUnreadHeaders, isApi, trimVary } from "./api-front";
import { answerAuthProblems, isAuth } from "./auth-front";
import { readBuildId } from "./build";
import { Cache } from "./cache/cache";
import { type Asked, type Reply, replyAtOnce, replyFromCache } from "./cache/front";
import { answerExport, isExport } from "./export-front";
import { failedPageOf } from "./failed-page-kept";
import { addFastPath } from "./fast-path";
import { followRequest, noteRequest } from "./follow-request";
import { answerMalformed, answerOddTarget, endWithProblem, hasOneHost, MAX_HEADER_BYTES, toPath } from "./malformed";
import { servePublicPages } from "./page-front";
import type { PlainRequest } from "./plain-request";
import { refuseForeignPost, refuseMethod } from "./post-front";
import { readRouteTable } from "./route-table";
import { setSecurityHeaders } from "./security-headers";

/** Of the 30 s that a supervisor usually gives, all that requests in flight may take. */
const PATIENCE_MS = 25_000;

const PREPARE_AFTER_MS = 500;

export type HttpOptions = {
  dev: boolean;
  host: string;
  port: number;
  /** What listens on the port already, for nobody else to take it. */
  held: Server | null;
  /** How long it goes on answering new requests when it is to end, so that a proxy can notice. */
  graceSeconds: number;
};

export type HttpServer = {
  /** Throws as `listen` of node:http does, with the code EADDRINUSE when the port is taken. */
  listen(): Promise<void>;
  /**
   * Is not ready at once, stops accepting after the grace, lets requests in flight end, within 25 s in all, then
   * closes the app.
   */
  close(): Promise<void>;
};

/** The app behind node:http: in production its build, in development its sources with reload. */
export async function createHttpServer({ dev, host, port, held, graceSeconds }: HttpOptions): Promise<HttpServer> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false });
  answerMalformed(server);
  // Where Next listens for upgrades, nothing else answers them: callers that offer HTTP/2 would get no answer at all.
  // Under any other name of this machine Next takes the rewrites of proxy.ts for those to another host, and calls it.
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer: dev ? server : createServer() });
  await app.prepare();
  const askApp = app.getRequestHandler();
  const handle = dev ? askApp : servePublicPages(askApp);
  const compress = compression();
  const { CACHE_MB, EXPORT_DIR } = env();
  const cache = dev ? null : new Cache(askApp, { buildId: await readBuildId(), maxBytes: CACHE_MB * 1_000_000 });
  const routes = await readRouteTable();
  const deadline = new AnswerDeadline(failedPageOf(askApp), dev);
  addGauge("http_cache_bytes", "What the cache in front of Next keeps.", () => cache?.bytes ?? 0);
  const endWatch = EXPORT_DIR === undefined ? () => {} : watchExports(EXPORT_DIR);
  let isClosing = false;
  server.on("request", (request, response) => {
    request.url = toPath(request.url ?? "/");
    if (isClosing) response.setHeader("Connection", "close");
    const about: Connection = { address: request.socket.remoteAddress ?? "", requestId: randomUUID() };
    followRequest(request, response, about, routes);
    void respond(request, response, about).catch((error: unknown) => fail(request, response, error));
    if (!response.headersSent) deadline.watch(request, response, about);
  });
  if (cache !== null)
    addFastPath(server, (request, socket) => (isClosing ? null : answerPlain(cache, request, socket)));

  /** What is kept for a request that node:http does not see. */
  function answerPlain(cache: Cache, { method, target, headers }: PlainRequest, socket: Socket) {
    const startedAt = performance.now();
    const address = socket.remoteAddress;
    const about: Connection = { address: address ?? "", requestId: randomUUID() };
    const url = toPath(target);
    try {
      const reply = replyAtOnce(cache, { url, headers, address }, about);
      if (reply === null) return null;
      const { status } = reply;
      const onEnd = (isAborted: boolean) => noteRequest({ method, url, status, startedAt, isAborted }, about, routes);
      return { reply, onEnd };
    } catch (error) {
      // Answered the other way, where there is somebody to tell.
      log().error({ error: error instanceof Error ? error.stack : error }, "not answered at once");
      return null;
    }
  }

  async function respond(request: IncomingMessage, response: ServerResponse, about: Connection): Promise<void> {
    const asked = cache && readAsked(request);
    const reply = asked && (replyAtOnce(cache, asked, about) ?? (await replyFromCache(cache, asked, about)));
    if (reply) send(request, response, reply);
    else await passOn(request, response, about);
  }

  /** To Next, what it alone can answer. */
  async function passOn(request: IncomingMessage, response: ServerResponse, about: Connection): Promise<void> {
    response.setHeader("X-Request-Id", about.requestId);
    about.target = request.url ?? "/";
    setSecurityHeaders(request, response, dev);
    if (answerOddTarget(request, response)) return;
    if (isApi(request.url ?? "")) {
      if (await answerBeforeNext(request, response, about)) return;
      trimVary(response);
      dropUnreadHeaders(request);
      if (isExport(request)) return await connection.run(about, () => answerExport(request, response));
    } else if (isAuth(request.url ?? "") && answerAuthProblems(request, response)) return;
    else if (refuseMethod(request, response) || refuseForeignPost(request, response)) return;
    const ask = async () => handle(request, response);
    connection.run(about, () =>
      compress(request, response, () => void ask().catch((error: unknown) => fail(request, response, error))),
    );
  }

  /** Nothing gets here that is expected: the caller learns that something failed, the log what. */
  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    log().error({ error: error instanceof Error ? error.stack : error }, "not answered");
    if (response.headersSent) return void response.destroy();
    setSecurityHeaders(request, response, dev);
    if (/^\/+api/i.test(request.url ?? "")) return void endWithProblem(response, 500);
    response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
    response.end("Something failed on our side.\n");
  }

  // Node forgets a connection once it is upgraded (the reload channel of `npm run dev`).
  const upgraded = new Set<Duplex>();
  if (dev)
    server.on("upgrade", (_request, socket) => upgraded.add(socket.once("close", () => upgraded.delete(socket))));

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        const listening = () => {
          server.off("error", reject);
          resolve();
          // Beside what is asked first, and before it is needed.
          if (!dev) setTimeout(() => void failedPageOf(askApp).find(""), PREPARE_AFTER_MS).unref();
        };
        if (held) server.listen(held, listening);
        else server.listen(port, host, listening);
      }),
    close: async () => {
      isClosing = true;
      beginStopping();
      endWatch();
      const giveUp = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
      await sleep(graceSeconds * 1000);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of upgraded) socket.destroy();
      // Connections whose answer had begun stay open for a next request, unless they are told.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      await closed;
      clearInterval(sweep);
      clearTimeout(giveUp);
      deadline.close();
      await app.close();
    },
  };
}

/** A request whose answer may be shared. */
function readAsked(request: IncomingMessage): Asked | null {
  const { method, url = "/", headers, socket } = request;
  const mayBeShared = (method === "GET" || method === "HEAD") && hasOneHost(request);
  return mayBeShared ? { url, headers, address: socket.remoteAddress } : null;
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, shared, own, body }: Reply): void {
  response.writeHead(status, [...shared.fields, ...own].flat());
  response.end(method === "HEAD" ? undefined : (body ?? undefined));
}
