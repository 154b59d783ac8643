import "server-only";
import { randomUUID } from "node:crypto";
import type { ZodObject, ZodType } from "zod";
import { ATTRIBUTION } from "@/lib/contract/envelope";
import { log } from "@/lib/platform/log";
import { admit, countAnswer, refuse, refuseAdmitted } from "./admit";
import { CORS_HEADERS, PREFLIGHT_HEADERS, READ_METHODS } from "./cors";
import type { Endpoint, FileReply, Handler } from "./endpoint";
import { type Answer, answer, type Tagging } from "./handle";
import { logFailure } from "./log-failure";
import { type Problem, toProblemResponse } from "./problem";
import { requestContext } from "./request-context";

type Route = (
  request: Request,
  context: { params: Promise<Record<string, string | string[]> | undefined> },
) => Promise<Response>;

/** The route handlers of an endpoint: admit, parse, handle, reply; one line of log for each request. */
export function serve<P extends ZodObject, Q extends ZodObject, R extends ZodType>(
  endpoint: Endpoint<P, Q, R>,
  handle: Handler<P, Q, R>,
  tagging?: Tagging<Q>,
) {
  return toRoute(endpoint.path, (request, params) => answer(endpoint, handle, request, params, tagging));
}

/** An answer ready to be sent. `finish` is called once, with the status that was sent: it counts and logs. */
export type Settled = { response: Response; file: FileReply | null; requestId: string; finish(status: number): void };

/** Runs one request to its answer: the only place that catches. With `file`, the body is the file's. */
export async function settle(
  route: string,
  request: Request,
  reply: (requestId: string) => Promise<Answer>,
): Promise<Settled> {
  const context = requestContext.getStore();
  if (context) context.route = route;
  const requestId = context?.requestId ?? randomUUID();
  const answered = await reply(requestId).catch(
    (error: unknown): Answer => refuseAdmitted(request, logFailure(error, { requestId, route })),
  );
  const isProblem = answered.kind !== undefined;
  const headers = { ...commonHeaders(requestId), ...(isProblem ? {} : answered.headers) };
  const response = isProblem
    ? toProblemResponse(answered, requestId, headers)
    : new Response(answered.body, { status: answered.status, headers });
  const finish = (status: number) => {
    if (requestContext.getStore()?.isAdmitted) return;
    countAnswer(request, status);
    // Where our server is in front, it writes the line, with the time to the last byte.
    if (!context) log().info({ requestId, method: request.method, route, status }, "request");
  };
  return { response, file: isProblem ? null : (answered.file ?? null), requestId, finish };
}

/** Route handlers for every method, around what a GET answers. */
export function toRoute(
  route: string,
  get: (request: Request, params: Record<string, string | string[]>, requestId: string) => Promise<Answer>,
): Record<"GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE", Route> {
  const run =
    (reply: (...args: Parameters<typeof get>) => Promise<Answer>): Route =>
    async (request, context) => {
      const params = (await context.params) ?? {};
      const { response, finish } = await settle(route, request, (requestId) => reply(request, params, requestId));
      finish(response.status);
      return response;
    };
  const get200 = run(get);
  const refuseMethod = run(async (request) => {
    const admission = await admit(request, 1);
    return refuse(admission, admission.problem ?? toMethodProblem(request.method));
  });
  return {
    GET: get200,
    HEAD: async (request, context) => withoutBody(await get200(request, context)),
    OPTIONS: run(async () => ({ status: 204, body: null, headers: PREFLIGHT_HEADERS })),
    POST: refuseMethod,
    PUT: refuseMethod,
    PATCH: refuseMethod,
    DELETE: refuseMethod,
  };
}

/** The 405 of a read-only API. */
export function toMethodProblem(method: string): Problem {
  return {
    kind: "method-not-allowed",
    detail: `${method} is not possible here; this API is read-only.`,
    headers: { Allow: READ_METHODS },
  };
}

/** Fields of every answer under /api. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    "X-Request-Id": requestId,
    ...CORS_HEADERS,
    "X-Attribution": ATTRIBUTION,
    Vary: "Accept-Encoding",
  };
}

/** The headers of a GET without its body, whose production is called off. */
async function withoutBody(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const length = headers.get("content-disposition") === null ? (await response.arrayBuffer()).byteLength : null;
  if (length !== null && response.status !== 304) headers.set("Content-Length", String(length));
  else await response.body?.cancel();
  return new Response(null, { status: response.status, headers });
}
