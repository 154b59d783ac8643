import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { z } from "zod";
import { type RequestContext, requestContext } from "@/lib/api/request-context";
import { VERSION_HEADER } from "@/lib/api/version";
import { log } from "@/lib/platform/log";
import type { AnswerDeadline } from "@/server/edge/bounds/answer-deadline";
import { type Gates, gateOf, toRenderCaller } from "@/server/edge/bounds/gates";
import { answerOddTarget, hasOneEnd, hasOneHost, toBareProblem, toPath } from "@/server/edge/bounds/malformed";
import { CallerLeft, type RenderCaller, TooManyRenders } from "@/server/edge/bounds/render-gate";
import { boundHeaders, findExcess } from "@/server/edge/bounds/request-bounds";
import { guardAction } from "@/server/edge/forms/action-guard";
import { readAuthForm, refuseAuthPath, toAuthResponse } from "@/server/edge/forms/auth-guard";
import { answerBeforeNext } from "@/server/edge/forms/post-guard";
import { receiveReport } from "@/server/edge/forms/report-handler";
import { receiveUpload } from "@/server/edge/forms/upload-handler";
import { toFailurePage } from "@/server/edge/pages/failure-page";
import type { PageRenderer } from "@/server/edge/pages/page-renderer";
import { sendResponse } from "@/server/edge/responses/send-response";
import { toTextResponse } from "@/server/edge/responses/whole-response";
import { answerApi } from "./api-handler";
import type { EdgeResponse } from "./cache/edge-response";
import type { Responder } from "./cache/respond";
import { type FindRoute, followRequest } from "./follow-request";
import { isApi, isAuth, isReport, isUpload } from "./route-kind";
import { setSecurityHeaders } from "./security-headers";

/** Seconds after which a page that could not be rendered is worth another try. */
const BUSY_SECONDS = 2;

type Options = {
  dev: boolean;
  /** Next itself, which answers alone in development. */
  next: RequestListener;
  pages: PageRenderer;
  /** Null in development, where nothing is cached. */
  responder: Responder | null;
  gates: Gates;
  findRoute: FindRoute;
  /** Server actions of the build. */
  actionIds: ReadonlySet<string>;
  deadline: AnswerDeadline;
};

/** Answers requests: from the cache, by the handler of the API, or by Next. */
export class EdgeHandler {
  constructor(private readonly options: Options) {}

  /** Answers a request of node:http. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const { dev, findRoute, deadline } = this.options;
    // The steps of the edge and a body that is sent while it is made each wait for its end: more than the ten of Node.
    response.setMaxListeners(20);
    const excess = findExcess(request.url ?? "/");
    boundHeaders(request.headers);
    delete request.headers[VERSION_HEADER];
    if (excess === null) request.url = toPath(request.url ?? "/");
    const context: RequestContext = { address: request.socket.remoteAddress ?? "", requestId: randomUUID() };
    followRequest(request, response, context, findRoute);
    const making = excess === null ? this.#answer(request, response, context) : refuseLong(request, context, excess);
    const answering = making.catch((error: unknown) => toFailure(error, request));
    // In development Next works at its own pace.
    const raced = dev ? answering : deadline.race(answering, request, context);
    raced
      .then((answer) => send(request, response, answer, context, dev))
      .catch((error: unknown) => {
        if (!(error instanceof CallerLeft)) logUnanswered(error);
        response.destroy();
      });
  }

  async #answer(request: IncomingMessage, response: ServerResponse, context: RequestContext): Promise<Answer> {
    const { url = "/", headers } = request;
    let known: RenderCaller | null = null;
    const caller = () => {
      known ??= toRenderCaller(request, response);
      return known;
    };
    const { responder } = this.options;
    const mayBeCached = responder !== null && isCacheable(request);
    const cached = mayBeCached ? await responder.respond({ request: { url, headers }, context, caller }) : null;
    return cached ?? this.#answerAlone(request, response, context, caller);
  }

  /** Answers one caller alone: calls of the API by its handler, the rest by Next. */
  async #answerAlone(
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    caller: () => RenderCaller,
  ): Promise<Response | null> {
    const { dev, next, gates, actionIds, pages } = this.options;
    const { url = "/" } = request;
    const isPost = request.method === "POST";
    context.target = url;
    setSecurityHeaders(request, response, dev);
    const odd = answerOddTarget(request);
    if (odd) return odd;
    // In development Next answers these too: it loads what was changed.
    if (!dev && isApi(url)) return answerApi(request, context);
    const refused = (isAuth(url) && refuseAuthPath(url)) || (!isApi(url) && answerBeforeNext(request, dev));
    if (refused) return isAuth(url) ? toAuthResponse(refused) : refused;
    if (isPost && isUpload(url)) return receiveUpload(request, caller().client);
    if (isPost && isReport(url)) return receiveReport(request, { context, caller, gate: gates.forms, pages });
    if (dev) {
      response.setHeader("X-Request-Id", context.requestId);
      await requestContext.run(context, async () => next(request, response));
      return null;
    }
    const sent = isPost ? await (isAuth(url) ? readAuthForm(request) : guardAction(request, actionIds)) : null;
    if (sent instanceof Response) return sent;
    const call = { ...toPageCall(request), ...sent, address: context.address };
    return gateOf(gates, url).run(caller(), () => requestContext.run(context, () => pages.answer(call)));
  }
}

/** Null where Next answers by itself, in development. */
type Answer = EdgeResponse | Response | null;

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  context: RequestContext,
  dev: boolean,
): Promise<void> | void {
  if (answer === null) return;
  if (answer instanceof Response) {
    setSecurityHeaders(request, response, dev);
    return sendResponse(request, response, answer, context);
  }
  const { status, headers, body } = answer;
  response.writeHead(status, headers).end(body);
}

/** Refuses an address that is longer than any, before it is read. */
async function refuseLong(request: IncomingMessage, context: RequestContext, excess: string): Promise<Response> {
  context.route = "other";
  if (!isApi(request.url ?? "")) return toFailurePage("tooLong");
  context.fault = { kind: "bad-parameter", detail: excess };
  return answerApi(request, context);
}

/** The answer that an error becomes; logs it where it is not one of load. Throws that the caller left. */
function toFailure(error: unknown, { url = "" }: IncomingMessage): Response {
  if (error instanceof CallerLeft) throw error;
  const retry = { "Retry-After": String(BUSY_SECONDS) };
  if (error instanceof TooManyRenders)
    return isAuth(url) ? toBareProblem(503, retry) : toFailurePage("busy", { headers: retry });
  logUnanswered(error);
  return /^\/+api/i.test(url) ? toBareProblem(500) : toTextResponse(500, "Something failed on our side.");
}

function logUnanswered(error: unknown): void {
  log().error({ error: error instanceof Error ? error.stack : error }, "not answered");
}

/** The request as Next is to see it: without what is about the message. */
function toPageCall({ method, url = "/", headers }: IncomingMessage) {
  const read = Object.entries(headers).filter(([name]) => !OF_MESSAGE.has(name));
  return {
    method: z.enum(["GET", "HEAD", "OPTIONS", "POST"]).parse(method),
    url,
    headers: Object.fromEntries(read.map(([name, value]) => [name, String(value)])),
  };
}

/** Headers of a body that was read, and of one connection. */
const OF_MESSAGE = new Set(["content-length", "transfer-encoding", "expect", "connection", "upgrade", "te", "trailer"]);

/** Tells whether the response to a request may be cached: it is a GET or HEAD that nobody could read in two ways. */
function isCacheable(request: IncomingMessage): boolean {
  const { method } = request;
  return (method === "GET" || method === "HEAD") && hasOneHost(request) && hasOneEnd(request);
}
