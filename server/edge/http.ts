import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Server } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { watchExports } from "@/lib/exports/ahead";
import { env } from "@/lib/platform/env";
import { beginStopping } from "@/lib/platform/lifecycle";
import { addGauge } from "@/lib/platform/metrics";
import { readAssets, readBuildId } from "@/server/build";
import { AnswerDeadline } from "@/server/edge/bounds/answer-deadline";
import {
  boundBodies,
  boundConnections,
  type ConnectionBounds,
  toTimeouts,
} from "@/server/edge/bounds/connection-bounds";
import { Drain } from "@/server/edge/bounds/drain";
import { makeGates } from "@/server/edge/bounds/gates";
import { answerMalformed, MAX_HEADER_BYTES } from "@/server/edge/bounds/malformed";
import { boundPipelining } from "@/server/edge/bounds/pipelining";
import { readActionIds } from "@/server/edge/forms/action-guard";
import { PageRenderer } from "@/server/edge/pages/page-renderer";
import { Cache } from "./cache/cache";
import { Origins } from "./cache/origins";
import { Responder } from "./cache/respond";
import { EdgeHandler } from "./edge-handler";
import { readRoutes } from "./follow-request";

/** Longest time for requests in flight, of the 30 s that a supervisor usually gives. */
const PATIENCE_MS = 25_000;

const PREPARE_CARD_AFTER_MS = 30_000;

type HttpOptions = {
  dev: boolean;
  host: string;
  port: number;
  /** Server that holds the port, so that nobody else takes it. */
  held: Server | null;
  /** Seconds for which new requests are still answered when the process is to end, so that a proxy can notice. */
  graceSeconds: number;
  connections: ConnectionBounds;
};

type HttpServer = {
  /** Throws as `listen` of node:http does, with the code EADDRINUSE when the port is taken. */
  listen(): Promise<void>;
  /**
   * Is not ready at once, stops accepting after the grace, lets requests in flight end, within 25 s in all, then
   * closes the app.
   */
  close(): Promise<void>;
};

/** The app behind node:http: in production its build, in development its sources with reload. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { dev, host, port, held, graceSeconds, connections } = options;
  const server = createServer({
    ...toTimeouts(connections),
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
  });
  boundConnections(server, connections);
  boundBodies(server, connections);
  const drain = new Drain(server);
  answerMalformed(server);
  if (!dev) boundPipelining(server);
  // Gives Next a server that nobody connects to, because its upgrade listener leaves requests that offer HTTP/2 without
  // an answer. The name is localhost, because Next sends rewrites of proxy.ts under any other name over the network.
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer: dev ? server : createServer() });
  await app.prepare();
  const askApp = app.getRequestHandler();
  const pages = new PageRenderer(askApp);
  const gates = makeGates();
  const cache = new Cache(env().CACHE_MB * 1_000_000);
  addGauge("http_cache_bytes", "Bytes of the cached responses.", () => cache.bytes);
  const deadline = new AnswerDeadline();
  const origins = dev ? null : new Origins(pages, await readPageOptions());
  const responder = origins && new Responder(cache, origins);
  const findRoute = await readRoutes();
  const handler = new EdgeHandler({
    dev,
    next: askApp,
    pages,
    responder,
    gates,
    findRoute,
    actionIds: dev ? new Set() : await readActionIds(),
    deadline,
  });
  const { EXPORT_DIR } = env();
  const endWatch = EXPORT_DIR === undefined ? () => {} : watchExports(EXPORT_DIR);
  let isClosing = false;
  server.on("request", (request, response) => {
    if (isClosing) response.setHeader("Connection", "close");
    handler.handle(request, response);
  });

  async function readPageOptions() {
    const [buildId, assets] = await Promise.all([readBuildId(), readAssets()]);
    return { buildId, assets, gate: gates.pages };
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
          if (responder) setTimeout(() => void prepareCard(responder), PREPARE_CARD_AFTER_MS).unref();
        };
        if (held) server.listen(held, listening);
        else server.listen(port, host, listening);
      }),
    close: async () => {
      isClosing = true;
      beginStopping();
      endWatch();
      const giveUp = setTimeout(() => drain.cutAll(), PATIENCE_MS);
      await sleep(graceSeconds * 1000);
      for (const socket of upgraded) socket.destroy();
      await drain.end();
      clearTimeout(giveUp);
      deadline.close();
      await app.close();
    },
  };
}

const HOME_CARD = "/image/index/card.png";

/**
 * Draws the card of the home page, which other sites ask for when a link to it is shared: the first picture of a process
 * takes seconds, because the drawing library has to be loaded. A failure is left to who asks for a picture.
 */
async function prepareCard(responder: Responder): Promise<void> {
  const request = { url: HOME_CARD, headers: {} };
  const caller = () => ({ client: "", signal: new AbortController().signal });
  const context = { address: "", requestId: randomUUID() };
  await responder.respond({ request, context, caller }).catch(() => null);
}
