import "server-only";
import type { ZodObject } from "zod";
import { setApiSecurityHeaders } from "@/lib/platform/security-headers";
import { admit, UNLIMITED } from "./admit";
import { encodeBody } from "./answer-cache";
import { isPublic, toWeakTags } from "./caching";
import { type Answerer, answerFromDataset, type DatasetAddress, type Tagging } from "./dataset-answer";
import { chooseCoding, encodeStream } from "./encodings";
import { type Address, FileReply, type Find, type Handler } from "./endpoint";
import { logFailure } from "./failure";
import { toFileResponse } from "./file-response";
import { respellFormat, varyOf } from "./formats";
import { commonHeaders, PREFLIGHT_HEADERS, READ_METHODS, REQUEST_ID_HEADER } from "./headers";
import { readPath } from "./paths";
import { type Problem, toProblemResponse } from "./problem";
import { findExcess, parseQuery, parseQuietly, toBadQuery } from "./query";
import { noteAnswered, recordRequest } from "./record-request";
import { type CachedAnswer, type PassingAnswer, writeBody } from "./reply";
import { createContext, type RequestContext } from "./request-context";

/** Answers a request of any method. Never rejects, but for a call of the site itself, which tells of its own faults. */
export type Handle = (request: Request, caller?: Caller) => Promise<Response>;
export type Methods = Record<"GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE", Handle>;

/**
 * Next gives `params`, which are read from the address instead, and drops what says that an answer is compressed. The
 * launcher sends answers as they are. A call of the site itself counts against no limit and is not recorded.
 */
type Caller = { params?: unknown; by?: "next" | "launcher" | "site" };

/** Makes the methods of a route file from its contract and what reads its data from a version. */
export function serve<P extends ZodObject, Q extends ZodObject, R>(
  contract: DatasetAddress<P, Q, R>,
  find: Find<P, Q, R>,
  tagging: Tagging<P, Q> = toWeakTags,
): Methods {
  return toMethods(contract, answerFromDataset({ contract, find, tagging }));
}

/** Makes the methods of a route file that is not about the dataset; `taker` takes what is posted. */
export function serveService<P extends ZodObject, Q extends ZodObject>(
  contract: Address<P, Q>,
  handler: Handler<P, Q>,
  taker?: Handler<P, Q>,
): Methods {
  const answerBy =
    (work: Handler<P, Q>): Answerer["reply"] =>
    async ({ params, search, request, context }) => {
      const query = parseQuery(search, contract.query, null);
      if (!query.ok) return toBadQuery(query.errors);
      const reply = await work({ ...contract.params.parse(params), ...query.value }, { request, context });
      return "kind" in reply ? reply : writeBody(reply, { "Cache-Control": "no-store" });
    };
  return toMethods(contract, { reply: answerBy(handler), ...(taker && { post: answerBy(taker) }) });
}

function toMethods(contract: Address, answerer: Answerer): Methods {
  const isApi = /^\/api(?:\/|$)/.test(contract.path);
  return toEveryMethod(async (given, { by = "next" } = {}) => {
    const startedAt = performance.now();
    const request = by === "next" ? withoutCoding(given) : given;
    // proxy.ts has set a request id on paths outside /api.
    const context = createContext((!isApi && request.headers.get(REQUEST_ID_HEADER)) || undefined);
    if (by === "site") context.admission = UNLIMITED;
    const reply = await answer(request, context, contract, answerer).catch((error: unknown) => {
      if (by === "site") throw error;
      return logFailure(error, { requestId: context.requestId, route: contract.path });
    });
    const response = reply instanceof Response ? reply : toProblemResponse(reply, context);
    if (isApi) setApiSecurityHeaders(response.headers);
    const { method, url } = request;
    const { requestId, cache, admission } = context;
    const answered = { route: contract.path, cache, keyId: admission?.key?.id };
    const target = url.slice(url.indexOf("/", "https://".length));
    if (!isApi) noteAnswered(requestId, answered);
    else if (by !== "site")
      recordRequest({ ...answered, requestId, method, status: response.status, startedAt, target });
    return method === "HEAD" ? withoutBody(response) : response;
  });
}

export function toEveryMethod(handle: Handle): Methods {
  return { GET: handle, HEAD: handle, OPTIONS: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle };
}

/** Requests uncompressed bytes: Next drops Content-Encoding, and the proxy in front compresses. */
function withoutCoding({ url, method, headers: given, signal, body }: Request): Request {
  const headers = new Headers(given);
  headers.delete("accept-encoding");
  if (method !== "POST" || body === null) return new Request(url, { method, headers, signal });
  return new Request(url, Object.assign({ method, headers, signal, body }, { duplex: "half" }));
}

/** The steps of a call. A 304 costs the caller nothing and, for the newest version, does not query the database. */
async function answer(
  request: Request,
  context: RequestContext,
  contract: Address,
  { confirm, reply, post }: Answerer,
): Promise<Response | Problem> {
  const { method, headers } = request;
  const allowed = post ? `${READ_METHODS}, POST` : READ_METHODS;
  const common = { ...commonHeaders(context.requestId), Vary: varyOf(contract) };
  if (method === "OPTIONS") return toPreflight(allowed, common);
  const isRead = method === "GET" || method === "HEAD";
  const { pathname, search: sent } = new URL(request.url);
  const excess = findExcess(pathname + sent);
  const search = excess === null ? respell(sent.slice(1), headers, contract) : "";
  const call = { request, context, search, ...readPath(contract, pathname) };

  const confirmed = isRead && excess === null && confirm ? await confirm(call) : null;
  if (!context.admission && excess === null && isUnlimited(contract, isRead, search)) context.admission = UNLIMITED;
  const admission = await admit(headers, context, confirmed === null ? 1 : 0);
  if (admission.problem) return admission.problem;
  if (!isRead && !(method === "POST" && post)) return toMethodProblem(allowed);
  if (excess !== null) return { kind: "bad-parameter", detail: excess };
  const ofCaller = (own: Record<string, string>) => (isPublic(own) ? common : { ...common, ...admission.headers });
  if (confirmed) return new Response(null, { status: 304, headers: { ...ofCaller(confirmed), ...confirmed } });
  const found = await (isRead || post === undefined ? reply : post)(call);
  return "kind" in found ? found : toResponse(request, found, ofCaller(found.headers));
}

function toPreflight(allowed: string, common: Record<string, string>): Response {
  const own = { ...PREFLIGHT_HEADERS, Allow: allowed, "Access-Control-Allow-Methods": allowed };
  return new Response(null, { status: 204, headers: { ...common, ...own } });
}

const respell = (sent: string, headers: Headers, contract: Address): string =>
  respellFormat(contract.respell?.(sent) ?? sent, headers.get("accept"), contract);

function isUnlimited({ unlimited, query }: Address, isRead: boolean, search: string): boolean {
  if (unlimited !== "good") return unlimited === "all";
  return isRead && parseQuietly(search, query, null).ok;
}

async function toResponse(
  request: Request,
  answer: CachedAnswer | PassingAnswer,
  common: Record<string, string>,
): Promise<Response | Problem> {
  const headers = { ...common, ...answer.headers };
  if (answer.body instanceof FileReply) return toFileResponse(request, answer.body, headers);
  const wanted = chooseCoding(request.headers.get("accept-encoding"));
  if (!("encoded" in answer)) {
    const stream = typeof answer.body === "function" ? answer.body() : answer.body;
    if (wanted === null) return new Response(stream, { headers });
    return new Response(encodeStream(stream, wanted), { headers: { ...headers, "Content-Encoding": wanted } });
  }
  const { body, coding } = await encodeBody(answer, wanted);
  const encoding = coding === null ? {} : { "Content-Encoding": coding };
  const length = { "Content-Length": String(body.byteLength) };
  return new Response(body, { status: answer.status, headers: { ...headers, ...encoding, ...length } });
}

export function toMethodProblem(allowed = READ_METHODS): Problem {
  return {
    kind: "method-not-allowed",
    detail:
      "This method is not possible here; the API is read-only, but for POST /api/readings with a key that may collect.",
    headers: { Allow: allowed },
  };
}

/** Cancels the body, so that it is not produced. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}
