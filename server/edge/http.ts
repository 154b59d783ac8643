import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import compression from "compression";
import next from "next";
import { type RequestContext, requestContext } from "@/lib/api/request-context";
import { watchExports } from "@/lib/exports/ahead";
import { env } from "@/lib/platform/env";
import { beginStopping } from "@/lib/platform/lifecycle";
import { log } from "@/lib/platform/log";
import { addGauge } from "@/lib/platform/metrics";
import { readAssets, readBuildId } from "@/server/build";
import { guardAction, readActionIds } from "./action-guard";
import { AnswerDeadline } from "./answer-deadline";
import { answerApi, isApiFile } from "./api-handler";
import { answerAuthProblems } from "./auth-guard";
import { boundHeaders, findExcess } from "./bounds";
import { Cache } from "./cache/cache";
import { type Asked, type Reply, replyAtOnce, replyFromCache } from "./cache/handler";
import { failedPageOf } from "./cached-failure-page";
import { boundConnections, type ConnectionBounds, toTimeouts } from "./connection-bounds";
import { Drain } from "./drain";
import { refusePage } from "./failure-page";
import { addFastPath } from "./fast-path";
import { followRequest, recordRequest } from "./follow-request";
import { gateOf, makeGates, toRenderCaller } from "./gates";
import {
  answerMalformed,
  answerOddTarget,
  endWithProblem,
  hasOneEnd,
  hasOneHost,
  MAX_HEADER_BYTES,
  toPath,
} from "./malformed";
import { servePublicPages } from "./page-handler";
import { boundPipelining } from "./pipelining";
import type { PlainRequest } from "./plain-request";
import { answerOptions, refuseForeignPost, refuseMethod, refuseUnused } from "./post-guard";
import { CallerLeft, type RenderCaller, TooManyRenders } from "./render-gate";
import { isApi, isAuth } from "./route-kind";
import { readRouteTable } from "./route-table";
import { setSecurityHeaders } from "./security-headers";

/** Of the 30 s that a supervisor usually gives, all that requests in flight may take. */
const PATIENCE_MS = 25_000;

/** After which a page that could not be rendered is worth another try. */
const BUSY_SECONDS = 2;
const PREPARE_AFTER_MS = 500;

export type HttpOptions = {
  dev: boolean;
  host: string;
  port: number;
  /** What listens on the port already, for nobody else to take it. */
  held: Server | null;
  /** How long it goes on answering new requests when it is to end, so that a proxy can notice. */
  graceSeconds: number;
  connections: ConnectionBounds;
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
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { dev, host, port, held, graceSeconds, connections } = options;
  const server = createServer({
    ...toTimeouts(connections),
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
  });
  boundConnections(server, connections);
  const drain = new Drain(server);
  answerMalformed(server);
  if (!dev) boundPipelining(server);
  // Where Next listens for upgrades, nothing else answers them: callers that offer HTTP/2 would get no answer at all.
  // Under any other name of this machine Next takes the rewrites of proxy.ts for those to another host, and calls it.
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer: dev ? server : createServer() });
  await app.prepare();
  const askApp = app.getRequestHandler();
  const handle = dev ? askApp : servePublicPages(askApp);
  const compress = compression();
  const { CACHE_MB, EXPORT_DIR } = env();
  const gates = makeGates();
  const cache = dev ? null : new Cache(askApp, await readCacheOptions());
  const routes = await readRouteTable();
  const actionIds = dev ? null : await readActionIds();
  const deadline = new AnswerDeadline(failedPageOf(askApp), dev);
  addGauge("http_cache_bytes", "What the cache in front of Next keeps.", () => cache?.bytes ?? 0);
  const endWatch = EXPORT_DIR === undefined ? () => {} : watchExports(EXPORT_DIR);
  let isClosing = false;
  server.on("request", (request, response) => {
    const excess = findExcess(request.url ?? "/");
    boundHeaders(request.headers);
    if (excess === null) request.url = toPath(request.url ?? "/");
    if (isClosing) response.setHeader("Connection", "close");
    const context: RequestContext = { address: request.socket.remoteAddress ?? "", requestId: randomUUID() };
    followRequest(request, response, context, routes);
    const answering =
      excess === null ? respond(request, response, context) : refuse(request, response, context, excess);
    answering.catch((error: unknown) => fail(request, response, context, error));
    if (!response.headersSent) deadline.watch(request, response, context);
  });
  if (cache !== null)
    addFastPath(server, (request, socket) => (isClosing ? null : answerPlain(cache, request, socket)));

  /** What is kept for a request that node:http does not see. */
  function answerPlain(cache: Cache, { method, target, headers }: PlainRequest, socket: Socket) {
    const startedAt = performance.now();
    const address = socket.remoteAddress;
    const context: RequestContext = { address: address ?? "", requestId: randomUUID() };
    // A refusal needs a response to write to.
    if (findExcess(target) !== null) return null;
    boundHeaders(headers);
    const url = toPath(target);
    try {
      const reply = replyAtOnce(cache, { url, headers, address }, context);
      if (reply === null) return null;
      const { status } = reply;
      const onEnd = (isAborted: boolean) =>
        recordRequest({ method, url, status, startedAt, isAborted }, context, routes);
      return { reply, onEnd };
    } catch (error) {
      // Answered the other way, where there is somebody to tell.
      log().error({ error: error instanceof Error ? error.stack : error }, "not answered at once");
      return null;
    }
  }

  async function respond(request: IncomingMessage, response: ServerResponse, context: RequestContext): Promise<void> {
    const asked = cache && readAsked(request);
    const atOnce = asked && replyAtOnce(cache, asked, context);
    if (atOnce) return send(request, response, atOnce);
    const caller = toRenderCaller(request, response);
    const reply = asked && (await replyFromCache(cache, asked, context, caller));
    if (reply) send(request, response, reply);
    else await answerAlone(request, response, context, caller);
  }

  /** The answer to one caller alone: the API by itself, Next for what it alone can answer. */
  async function answerAlone(
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    caller: RenderCaller,
  ) {
    response.setHeader("X-Request-Id", context.requestId);
    const { url = "/" } = request;
    context.target = url;
    setSecurityHeaders(request, response, dev);
    if (answerOddTarget(request, response) || (!dev && refuseUnused(request, response))) return;
    // In development Next answers these too: it loads what was changed.
    if (!dev && (isApi(url) || isApiFile(url))) return await answerApi(request, response, context);
    if (isAuth(url) && answerAuthProblems(request, response)) return;
    const isPage = !isApi(url) && !isAuth(url);
    if (isPage && (refuseMethod(request, response) || refuseForeignPost(request, response))) return;
    if (!dev && answerOptions(request, response)) return;
    const isForm = actionIds !== null && request.method === "POST" && isPage;
    const guarded = isForm ? await guardAction(request, response, actionIds) : request;
    if (guarded === null) return;
    const render = async () => handle(guarded, response);
    // In development Next loads what was changed, at its own pace.
    const answer = dev ? render : () => gateOf(gates, url).run(caller, render);
    requestContext.run(context, () =>
      compress(
        request,
        response,
        () => void answer().catch((error: unknown) => fail(request, response, context, error)),
      ),
    );
  }

  /** Says that an address is longer than any, before it is read. */
  async function refuse(request: IncomingMessage, response: ServerResponse, context: RequestContext, excess: string) {
    response.setHeader("X-Request-Id", context.requestId);
    context.route = "other";
    setSecurityHeaders(request, response, dev);
    if (isApi(request.url ?? "")) {
      context.fault = { kind: "bad-parameter", detail: excess };
      await answerApi(request, response, context);
    } else refusePage(response, "tooLong", request.method !== "HEAD");
  }

  async function readCacheOptions() {
    const [buildId, assets] = await Promise.all([readBuildId(), readAssets()]);
    return { buildId, assets, maxBytes: CACHE_MB * 1_000_000, gate: gates.pages };
  }

  /** Nothing gets here that is expected: the caller learns that something failed, the log what. */
  function fail(request: IncomingMessage, response: ServerResponse, context: RequestContext, error: unknown): void {
    if (error instanceof CallerLeft) return;
    if (!response.headersSent) response.setHeader("X-Request-Id", context.requestId);
    if (error instanceof TooManyRenders) return void refuseRender(request, response);
    log().error({ error: error instanceof Error ? error.stack : error }, "not answered");
    if (response.headersSent) return void response.destroy();
    setSecurityHeaders(request, response, dev);
    if (/^\/+api/i.test(request.url ?? "")) return void endWithProblem(response, 500);
    response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
    response.end("Something failed on our side.\n");
  }

  function refuseRender(request: IncomingMessage, response: ServerResponse): void {
    setSecurityHeaders(request, response, dev);
    response.setHeader("Retry-After", String(BUSY_SECONDS));
    if (isAuth(request.url ?? "")) endWithProblem(response, 503);
    else refusePage(response, "busy", request.method !== "HEAD");
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

/** A request whose answer may be shared. */
function readAsked(request: IncomingMessage): Asked | null {
  const { method, url = "/", headers, socket } = request;
  const mayBeShared = (method === "GET" || method === "HEAD") && hasOneHost(request) && hasOneEnd(request);
  return mayBeShared ? { url, headers, address: socket.remoteAddress } : null;
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, shared, own, body }: Reply): void {
  response.writeHead(status, [...shared.fields, ...own].flat());
  response.end(method === "HEAD" ? undefined : (body ?? undefined));
}
