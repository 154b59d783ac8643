import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { REQUEST_ID_HEADER } from "@/lib/api/headers";
import { type RecordedRequest, recordRequest } from "@/lib/api/record-request";
import { toFailurePage } from "@/lib/pages/failure-page";
import { findPageRoute } from "@/lib/pages/parameters";
import { env, publicUrl } from "@/lib/platform/env";
import { beginStopping } from "@/lib/platform/lifecycle";
import { log } from "@/lib/platform/log";
import { addGauge } from "@/lib/platform/metrics";
import { createFastLane, isCall, UNREPRESENTABLE } from "./fast-lane";
import { PageCache } from "./page-cache";

/** Longest time for requests in flight, of the 30 s that a supervisor usually gives. */
const PATIENCE_MS = 25_000;
const LOOK_EVERY_MS = 50;
/** Requests of one connection, and pages in all, that may be in flight. */
const MAX_OF_CONNECTION = 16;
const MAX_PAGES = 64;
/** Time in which an upload of 100 MB has to arrive: over a line of 1.4 Mbit/s. */
const UPLOAD_MS = 600_000;
/** A connection on which nothing moves for this long is closed. */
const IDLE_MS = 120_000;

type HttpOptions = {
  dev: boolean;
  host: string;
  port: number;
  /** Server that holds the port, so that nobody else takes it. */
  held: Server | null;
  /** Seconds for which new requests are still answered when the process is to end, so that a proxy can notice. */
  graceSeconds: number;
  /** Tells the pages of one build from those of another. */
  buildId: string;
};

type HttpServer = {
  /** Throws as `listen` of node:http does, with the code EADDRINUSE when the port is taken. */
  listen(): Promise<void>;
  /** Is not ready at once, takes no new connections after the grace, lets answers be read to their end, within 25 s. */
  close(): Promise<void>;
};

/**
 * The app behind node:http: in production its build, with calls on the fast lane and kept pages; in development its
 * sources with reload, by Next alone.
 */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { dev, host, port, held, graceSeconds, buildId } = options;
  const headersTimeout = env().REQUEST_TIMEOUT_SECONDS * 1000;
  const requestTimeout = Math.max(headersTimeout, UPLOAD_MS);
  const server = createServer({ headersTimeout, requestTimeout, connectionsCheckingInterval: 1_000 });
  server.timeout = IDLE_MS;
  server.maxConnections = env().MAX_CONNECTIONS;
  const connections = new Map<Socket, { inFlight: number }>();
  addGauge("http_connections", "Connections of callers that are open.", () => connections.size);
  let state: "open" | "closing" | "draining" = "open";
  server.on("connection", (socket: Socket) => {
    if (state === "draining") return void socket.destroy();
    connections.set(socket, { inFlight: 0 });
    socket.once("close", () => connections.delete(socket));
  });

  // Next gets a server that nobody connects to: its upgrade listener would leave requests that offer HTTP/2 unanswered.
  // The name is localhost, because Next sends rewrites of proxy.ts under any other name over the network.
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer: dev ? server : createServer() });
  await app.prepare();
  const askNext: RequestListener = app.getRequestHandler();
  const fastLane = dev ? null : createFastLane();
  const pages = dev ? null : new PageCache(askNext, buildId);
  let pagesInFlight = 0;

  server.on("request", (request, response) => {
    request.url = toTarget(request.url ?? "/");
    setForwardedFor(request);
    const connection = connections.get(request.socket) ?? { inFlight: 0 };
    connection.inFlight++;
    response.once("close", () => connection.inFlight--);
    if (state !== "open") response.setHeader("Connection", "close");
    if (connection.inFlight > MAX_OF_CONNECTION)
      return void response.writeHead(503, { Connection: "close", "Retry-After": "1" }).end();
    if (fastLane && isCall(request.url)) return fastLane(request, response);
    if (UNREPRESENTABLE.test(request.method ?? "")) return void response.writeHead(405, { Allow: "GET, HEAD" }).end();
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    request.headers[REQUEST_ID_HEADER] = requestId;
    const record = follow(request, response, requestId);
    try {
      if (pages?.takes(request)) record.cache = await sendPage(pages, request, response, requestId);
      else await askNext(request, response);
    } catch (error) {
      log().error({ requestId, error: error instanceof Error ? error.stack : String(error) }, "not answered");
      if (response.headersSent) response.destroy();
      else sendFailure(response, "failed", request, requestId);
    }
  }

  async function sendPage(cache: PageCache, request: IncomingMessage, response: ServerResponse, requestId: string) {
    if (pagesInFlight >= MAX_PAGES) {
      sendFailure(response, "busy", request, requestId);
      return "none";
    }
    pagesInFlight++;
    try {
      return await cache.send(request, response, requestId);
    } finally {
      pagesInFlight--;
    }
  }

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        const listening = () => {
          server.off("error", reject);
          resolve();
        };
        if (held) server.listen(held, listening);
        else server.listen(port, host, listening);
      }),
    close: async () => {
      state = "closing";
      beginStopping();
      await sleep(graceSeconds * 1000);
      state = "draining";
      const until = performance.now() + PATIENCE_MS;
      // The close of node:http cuts answers that were handed over and are still being read.
      const isBusy = () => [...connections].some(([socket, { inFlight }]) => inFlight > 0 || socket.writableLength > 0);
      while (isBusy() && performance.now() < until) await sleep(LOOK_EVERY_MS);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await app.close();
    },
  };
}

/** Path and query with dots resolved; an absolute address (RFC 9112, 3.2.2) is taken for its path. */
function toTarget(url: string): string {
  if (url.startsWith("//") || !URL.canParse(url, "http://localhost")) return url;
  const { pathname, search } = new URL(url, "http://localhost");
  return pathname + search;
}

/**
 * Writes the address of the socket into X-Forwarded-For, from which the app takes the client's, unless trusted proxies
 * stand in front, who write it.
 */
function setForwardedFor({ headers, socket }: IncomingMessage): void {
  if (env().TRUST_PROXY_HOPS === 0 || headers["x-forwarded-for"] === undefined)
    headers["x-forwarded-for"] = socket.remoteAddress ?? "";
  // This process speaks http: from here Next reads what a staff form leads to, and compares the form's origin with the host.
  delete headers["x-forwarded-proto"];
  delete headers["x-forwarded-host"];
  if (headers.origin === publicUrl()) headers["x-forwarded-host"] = new URL(publicUrl()).host;
}

const toPath = ({ url = "/" }: IncomingMessage) => url.split("?", 1)[0] ?? "/";

function sendFailure(
  response: ServerResponse,
  kind: "busy" | "failed",
  request: IncomingMessage,
  requestId: string,
): void {
  const { status, headers, body } = toFailurePage(kind, toPath(request), requestId);
  response.writeHead(status, headers).end(body);
}

/** Records a request when its answer has gone out, or its caller has. Calls are recorded by their route. */
function follow({ url: target = "/", method = "" }: IncomingMessage, response: ServerResponse, requestId: string) {
  const startedAt = performance.now();
  const record: Pick<RecordedRequest, "cache"> = { cache: "none" };
  const route = findPageRoute(target.split("?", 1)[0] ?? "/");
  response.once("close", () => {
    const { statusCode: status, writableFinished } = response;
    recordRequest({ ...record, requestId, method, route, target, status, startedAt, isAborted: !writableFinished });
  });
  return record;
}
