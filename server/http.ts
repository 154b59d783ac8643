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

/** Fits into the 30 s that a supervisor usually gives. */
const PATIENCE_MS = 25_000;
const LOOK_EVERY_MS = 50;
const MAX_OF_CONNECTION = 16;
const MAX_PAGES = 64;
/** Enough for 100 MB at 1.4 Mbit/s. */
const UPLOAD_MS = 600_000;
const IDLE_MS = 120_000;

type HttpOptions = {
  dev: boolean;
  host: string;
  port: number;
  held: Server | null;
  graceSeconds: number;
  buildId: string;
};

type HttpServer = {
  /** Throws like `listen` of node:http: EADDRINUSE when the port is taken. */
  listen(): Promise<void>;
  /** Stops taking connections after the grace and lets answers finish, within 25 s. */
  close(): Promise<void>;
};

/** Serves the build with fast lane and page cache; in development the sources, by Next alone. */
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

  // Next's upgrade listener would leave HTTP/2 offers unanswered, so it gets an unused server. Any host but localhost
  // would send rewrites over the network.
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
      // node:http's close cuts answers that are still being read.
      const isBusy = () => [...connections].some(([socket, { inFlight }]) => inFlight > 0 || socket.writableLength > 0);
      while (isBusy() && performance.now() < until) await sleep(LOOK_EVERY_MS);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await app.close();
    },
  };
}

/** Resolves dots; an absolute address (RFC 9112, 3.2.2) becomes its path. */
function toTarget(url: string): string {
  if (url.startsWith("//") || !URL.canParse(url, "http://localhost")) return url;
  const { pathname, search } = new URL(url, "http://localhost");
  return pathname + search;
}

/** Writes the socket's address, unless trusted proxies write the header. */
function setForwardedFor({ headers, socket }: IncomingMessage): void {
  if (env().TRUST_PROXY_HOPS === 0 || headers["x-forwarded-for"] === undefined)
    headers["x-forwarded-for"] = socket.remoteAddress ?? "";
  // Next would take the protocol from this header, but this process speaks http.
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
