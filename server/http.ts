import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { REQUEST_ID_HEADER } from "@/lib/api/headers";
import { toFailurePage } from "@/lib/pages/failure-page";
import { countConnections, followAnswer, followConnection, untilAnswered } from "@/lib/platform/connections";
import { env } from "@/lib/platform/env";
import { beginStopping } from "@/lib/platform/lifecycle";
import { log } from "@/lib/platform/log";
import { addGauge } from "@/lib/platform/metrics";
import { isCall, noteCache } from "@/lib/watch-requests";
import { createFastLane, UNREPRESENTABLE } from "./fast-lane";
import { PageCache, TooManyWaiting } from "./page-cache";

const MAX_OF_CONNECTION = 16;
const MAX_PAGES = 64;
/** Enough for 100 MB at 1.4 Mbit/s. */
const UPLOAD_MS = 600_000;
const IDLE_MS = 120_000;

type HttpOptions = {
  dev: boolean;
  /** Folder that has `.next`. */
  dir: string;
  host: string;
  port: number;
  held: Server | null;
  graceSeconds: number;
  buildId: string;
};

type HttpServer = {
  /** Makes one page that nobody gets, before the first caller. */
  prepare(): Promise<void>;
  /** Throws like `listen` of node:http: EADDRINUSE when the port is taken. */
  listen(): Promise<void>;
  /** Stops taking connections after the grace and lets answers finish, within 25 s. */
  close(): Promise<void>;
};

/** Serves the build with fast lane and page cache; in development the sources, by Next alone. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { dev, dir, host, port, held, graceSeconds, buildId } = options;
  const headersTimeout = env().REQUEST_TIMEOUT_SECONDS * 1000;
  const requestTimeout = Math.max(headersTimeout, UPLOAD_MS);
  const server = createServer({ headersTimeout, requestTimeout, connectionsCheckingInterval: 1_000 });
  server.timeout = IDLE_MS;
  server.maxConnections = env().MAX_CONNECTIONS;
  addGauge("http_connections", "Connections of callers that are open.", countConnections);
  let state: "open" | "closing" | "draining" = "open";
  server.on("connection", (socket: Socket) => {
    if (state === "draining") return void socket.destroy();
    followConnection(socket);
  });

  // Next's upgrade listener would leave HTTP/2 offers unanswered, so it gets an unused server. Any host but localhost
  // would send rewrites over the network.
  const app = next({ dev, dir, hostname: "localhost", port, httpServer: dev ? server : createServer() });
  await app.prepare();
  const askNext: RequestListener = app.getRequestHandler();
  const fastLane = dev ? null : await createFastLane();
  const pages = dev ? null : new PageCache(askNext, buildId);
  let pagesInFlight = 0;

  server.on("request", (request, response) => {
    const underWay = followAnswer(request.socket, response);
    if (state !== "open") response.setHeader("Connection", "close");
    if (underWay > MAX_OF_CONNECTION)
      return void response.writeHead(503, { Connection: "close", "Retry-After": "1" }).end();
    if (fastLane && isCall(request.url ?? "/")) return fastLane(request, response);
    if (UNREPRESENTABLE.test(request.method ?? ""))
      return void response.writeHead(405, { Allow: "GET, HEAD, OPTIONS" }).end();
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = String(request.headers[REQUEST_ID_HEADER]);
    try {
      if (pages?.takes(request)) noteCache(response, await sendPage(pages, request, response, requestId));
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
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      sendFailure(response, "crowded", request, requestId);
      return "none";
    } finally {
      pagesInFlight--;
    }
  }

  return {
    prepare: async () => pages?.prepare(),
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
      await untilAnswered();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await app.close();
    },
  };
}

const toPath = ({ url = "/" }: IncomingMessage) => url.split("?", 1)[0] ?? "/";

function sendFailure(
  response: ServerResponse,
  kind: "busy" | "crowded" | "failed",
  request: IncomingMessage,
  requestId: string,
): void {
  const { status, headers, body } = toFailurePage(kind, toPath(request), requestId);
  response.writeHead(status, headers).end(body);
}
