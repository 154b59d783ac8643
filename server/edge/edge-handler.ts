import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import compression from "compression";
import { type RequestContext, requestContext } from "@/lib/api/request-context";
import { VersionNotReady } from "@/lib/old-versions/read-version";
import { OldVersionsForbidden } from "@/lib/old-versions/schema-lock";
import { log } from "@/lib/platform/log";
import { Missing } from "@/lib/platform/missing";
import { guardAction } from "./action-guard";
import type { AnswerDeadline } from "./answer-deadline";
import { answerApi } from "./api-handler";
import { answerAuthProblems } from "./auth-guard";
import { boundHeaders, findExcess } from "./bounds";
import type { EdgeResponse } from "./cache/edge-response";
import type { Responder } from "./cache/respond";
import { refusePage } from "./failure-page";
import { type FindRoute, followRequest } from "./follow-request";
import { type Gates, gateOf, toRenderCaller } from "./gates";
import { answerOddTarget, endWithProblem, hasOneEnd, hasOneHost, toPath } from "./malformed";
import type { Pages } from "./pages";
import { answerBeforeNext, sendText } from "./post-guard";
import { CallerLeft, type RenderCaller, TooManyRenders } from "./render-gate";
import { receiveReport } from "./report-handler";
import { isApi, isAuth, isReport, isUpload } from "./route-kind";
import { setSecurityHeaders } from "./security-headers";
import { receiveUpload } from "./upload-handler";

/** Seconds after which a page that could not be rendered is worth another try. */
const BUSY_SECONDS = 2;

type Options = {
  dev: boolean;
  /** Next, for what it alone can answer. */
  next: RequestListener;
  pages: Pages;
  /** Null in development, where nothing is cached. */
  responder: Responder | null;
  gates: Gates;
  findRoute: FindRoute;
  /** Server actions of the build; null in development. */
  actionIds: ReadonlySet<string> | null;
  deadline: AnswerDeadline;
};

/** Answers requests: from the cache, by the handler of the API, or by Next. */
export class EdgeHandler {
  readonly #compress = compression();

  constructor(private readonly options: Options) {}

  /** Answers a request of node:http. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const { findRoute, deadline } = this.options;
    // The steps of the edge and Next's handling of a form each wait for the end of a response: more than the ten of Node.
    response.setMaxListeners(20);
    const excess = findExcess(request.url ?? "/");
    boundHeaders(request.headers);
    if (excess === null) request.url = toPath(request.url ?? "/");
    const context: RequestContext = { address: request.socket.remoteAddress ?? "", requestId: randomUUID() };
    followRequest(request, response, context, findRoute);
    const answering =
      excess === null ? this.#answer(request, response, context) : this.#refuseLong(request, response, context, excess);
    answering.catch((error: unknown) => this.#fail(request, response, context, error));
    if (!response.headersSent) deadline.watch(request, response, context);
  }

  async #answer(request: IncomingMessage, response: ServerResponse, context: RequestContext): Promise<void> {
    const { url = "/", headers } = request;
    let known: RenderCaller | null = null;
    const caller = () => {
      known ??= toRenderCaller(request, response);
      return known;
    };
    const { responder } = this.options;
    const result =
      responder && isCacheable(request) ? responder.respond({ request: { url, headers }, context, caller }) : null;
    const cached = result instanceof Missing ? await result.fetch() : result;
    if (cached) send(response, cached);
    else await this.#answerAlone(request, response, context, caller);
  }

  /** Answers one caller alone: calls of the API by its handler, the rest by Next. */
  async #answerAlone(
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    caller: () => RenderCaller,
  ): Promise<void> {
    const { dev, next, gates, actionIds } = this.options;
    const { url = "/" } = request;
    response.setHeader("X-Request-Id", context.requestId);
    context.target = url;
    setSecurityHeaders(request, response, dev);
    if (answerOddTarget(request, response)) return;
    // In development Next answers these too: it loads what was changed.
    if (!dev && isApi(url)) return await answerApi(request, response, context);
    if (isAuth(url) && answerAuthProblems(request, response)) return;
    if (!isApi(url) && answerBeforeNext(request, response, dev)) return;
    const isPost = request.method === "POST";
    if (isPost && isUpload(url)) return await receiveUpload(request, response, caller().client);
    if (isPost && isReport(url))
      return await receiveReport(request, response, {
        context,
        caller,
        gate: gates.forms,
        pages: this.options.pages,
      });
    const isForm = isPost && actionIds !== null && !isAuth(url);
    const guarded = isForm ? await guardAction(request, response, actionIds) : request;
    if (guarded === null) return;
    const render = async () => next(guarded, response);
    // In development Next works at its own pace.
    const answer = dev ? render : () => gateOf(gates, url).run(caller(), render);
    const run = () => void answer().catch((error: unknown) => this.#fail(request, response, context, error));
    requestContext.run(context, () => this.#compress(request, response, run));
  }

  /** Refuses an address that is longer than any, before it is read. */
  async #refuseLong(request: IncomingMessage, response: ServerResponse, context: RequestContext, excess: string) {
    response.setHeader("X-Request-Id", context.requestId);
    context.route = "other";
    setSecurityHeaders(request, response, this.options.dev);
    if (isApi(request.url ?? "")) {
      context.fault = { kind: "bad-parameter", detail: excess };
      await answerApi(request, response, context);
    } else refusePage(response, "tooLong");
  }

  /** Answers with a bare 500 where an error was not made an answer before, and logs the error. */
  #fail(request: IncomingMessage, response: ServerResponse, context: RequestContext, error: unknown): void {
    if (error instanceof CallerLeft) return;
    const { dev } = this.options;
    if (!response.headersSent) response.setHeader("X-Request-Id", context.requestId);
    if ([TooManyRenders, VersionNotReady, OldVersionsForbidden].some((kind) => error instanceof kind))
      return void refuseRender(request, response, dev);
    log().error({ error: error instanceof Error ? error.stack : error }, "not answered");
    if (response.headersSent) return void response.destroy();
    setSecurityHeaders(request, response, dev);
    if (/^\/+api/i.test(request.url ?? "")) return void endWithProblem(response, 500);
    sendText(response, 500, "Something failed on our side.");
  }
}

function refuseRender(request: IncomingMessage, response: ServerResponse, dev: boolean): void {
  setSecurityHeaders(request, response, dev);
  response.setHeader("Retry-After", String(BUSY_SECONDS));
  if (isAuth(request.url ?? "")) endWithProblem(response, 503);
  else refusePage(response, "busy");
}

/** Tells whether the response to a request may be cached: it is a GET or HEAD that nobody could read in two ways. */
function isCacheable(request: IncomingMessage): boolean {
  const { method } = request;
  return (method === "GET" || method === "HEAD") && hasOneHost(request) && hasOneEnd(request);
}

function send(response: ServerResponse, { status, shared, own, body }: EdgeResponse): void {
  response.writeHead(status, [...shared, ...own].flat()).end(body);
}
