import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import compression from "compression";
import next from "next";
import { env } from "@/lib/env";
import { watchExports } from "@/lib/exports/artefacts";
import { connection } from "@/lib/http/connection";
import { log } from "@/lib/log";
import { attempt, chain, type MaybePromise } from "@/lib/maybe-promise";
import { answerBeforeNext, dropUnreadHeaders, isApi, trimVary } from "./api-front";
import { readBuildId } from "./build";
import { Cache } from "./cache/cache";
import { answerFromCache } from "./cache/front";
import { answerExport, isExport } from "./export-front";
import { answerMalformed, answerOddTarget, MAX_HEADER_BYTES, toPath } from "./malformed";
import { servePublicPages } from "./page-front";
import { refuseForeignPost } from "./post-front";
import { setSecurityHeaders } from "./security-headers";

const GRACE_MS = 25_000;

export type HttpOptions = { dev: boolean; host: string; port: number };

export type HttpServer = {
  /** Throws as `listen` of node:http does, with the code EADDRINUSE when the port is taken. */
  listen(): Promise<void>;
  /** Stops accepting, lets requests in flight end for 25 s at most, then closes the app. */
  close(): Promise<void>;
};

/** The app behind node:http: in production its build, in development its sources with reload. */
export async function createHttpServer({ dev, host, port }: HttpOptions): Promise<HttpServer> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false });
  answerMalformed(server);
  // Where Next listens for upgrades, nothing else answers them: callers that offer HTTP/2 would get no answer at all.
  // Under any other name of this machine Next takes the rewrites of proxy.ts for those to another host, and calls it.
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer: dev ? server : createServer() });
  await app.prepare();
  const handle = dev ? app.getRequestHandler() : servePublicPages(app.getRequestHandler());
  const compress = compression();
  const { CACHE_MB, EXPORT_DIR } = env();
  const cache = dev ? null : new Cache(handle, { buildId: await readBuildId(), maxBytes: CACHE_MB * 1_000_000 });
  const endWatch = EXPORT_DIR === undefined ? () => {} : watchExports(EXPORT_DIR);
  let isClosing = false;
  server.on("request", (request, response) => {
    request.url = toPath(request.url ?? "/");
    if (isClosing) response.setHeader("Connection", "close");
    void attempt(
      () => respond(request, response),
      (error) => fail(request, response, error),
    );
  });

  function respond(request: IncomingMessage, response: ServerResponse): MaybePromise<void> {
    const answered = cache === null ? false : answerFromCache(cache, request, response);
    return chain(answered, (done) => (done ? undefined : passOn(request, response)));
  }

  /** To Next, what it alone can answer. */
  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const from = { address: request.socket.remoteAddress ?? "", target: request.url ?? "/" };
    setSecurityHeaders(request, response, dev);
    if (answerOddTarget(request, response)) return;
    if (isApi(request.url ?? "")) {
      if (await answerBeforeNext(request, response)) return;
      trimVary(response);
      dropUnreadHeaders(request);
      if (isExport(request)) return await connection.run(from, () => answerExport(request, response));
    } else if (refuseForeignPost(request, response)) return;
    connection.run(from, () => compress(request, response, () => void handle(request, response)));
  }

  /** Nothing gets here that is expected: the caller learns that something failed, the log what. */
  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    log().error({ error: error instanceof Error ? error.stack : error }, "not answered");
    if (response.headersSent) return void response.destroy();
    setSecurityHeaders(request, response, dev);
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
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve();
        });
      }),
    close: async () => {
      isClosing = true;
      endWatch();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of upgraded) socket.destroy();
      // Connections whose answer had begun stay open for a next request, unless they are told.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const giveUp = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(giveUp);
      await app.close();
    },
  };
}
