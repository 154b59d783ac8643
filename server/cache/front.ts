import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { knownVersion } from "@/lib/dataset/version";
import { type Admission, admitCaller, refuse } from "@/lib/http/admit";
import { type Conditions, cacheHeaders, hasSame, isFresh } from "@/lib/http/caching";
import { toProblem } from "@/lib/http/failure";
import { type Problem, toProblemResponse } from "@/lib/http/problem";
import { commonHeaders } from "@/lib/http/serve";
import { countUse } from "@/lib/keys/usage";
import { log } from "@/lib/log";
import type { Ask } from "./ask";
import type { Cache } from "./cache";
import { chooseEncoding } from "./encodings";
import type { Stored } from "./store";

/**
 * Answers a GET or HEAD whose answer is shared: every caller of the API is admitted, also to what is kept. Returns
 * whether it did; inside `connection.run`.
 */
export async function answerFromCache(
  cache: Cache,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const ask = await cache.readAsk(request);
  if (ask === null) return false;
  if (ask.kind === "endpoint") await answerEndpoint(cache, ask, request, response);
  else await answerPage(cache, ask, request, response);
  return true;
}

type Reply = { status: number; headers: readonly string[]; body: Buffer | null };
type Source = "hit" | "miss" | "none";

/** Admit, find, reply, count, log: what lib/http/serve does for one caller, around an answer for all. */
async function answerEndpoint(cache: Cache, ask: Ask, request: IncomingMessage, response: ServerResponse) {
  const requestId = randomUUID();
  const started = performance.now();
  const { headers } = request;
  let admission: Admission | null = null;
  let source: Source = "none";
  const refuseWith = (problem: Problem) => toProblemReply(admission ? refuse(admission, problem) : problem, requestId);
  let reply: Reply;
  try {
    const version = knownVersion();
    const fresh = version !== null && isFresh(toConditions(headers), version, ask.key);
    const caller = { apiKey: toText(headers["x-api-key"]), forwardedFor: toText(headers["x-forwarded-for"]) };
    admission = await admitCaller(caller, fresh ? 0 : 1);
    if (admission.problem) reply = await refuseWith(admission.problem);
    else if (fresh) {
      const caching = cacheHeaders(version, ask.key, ask.maxAgeSeconds);
      reply = { status: 304, headers: toPairs({ ...commonHeaders(requestId), ...caching }), body: null };
    } else {
      const { stored, cache: from } = await cache.find(ask);
      source = from;
      reply = await toReply(cache, ask, stored, headers, { ...admission.headers, "x-request-id": requestId });
    }
  } catch (error) {
    log().error({ requestId, route: ask.route, error: error instanceof Error ? error.stack : error }, "not answered");
    reply = await refuseWith(toProblem(error));
  }
  send(request, response, reply);
  if (admission?.key) countUse(admission.key.id, reply.status);
  const durationMs = Math.round((performance.now() - started) * 10) / 10;
  const { method } = request;
  log().info({ requestId, method, route: ask.route, status: reply.status, durationMs, cache: source }, "request");
}

/** Pages and files of the site are for everyone. */
async function answerPage(cache: Cache, ask: Ask, request: IncomingMessage, response: ServerResponse) {
  const { stored } = await cache.find(ask);
  const reply = await toReply(cache, ask, stored, request.headers, {});
  const isSame = stored.status === 200 && hasSame(toConditions(request.headers), stored.headers);
  send(request, response, isSame ? { status: 304, headers: onlyCaching(reply.headers), body: null } : reply);
}

/** Whole fields of a kept answer with those of this request, which go before: a problem keeps its own request id. */
async function toReply(
  cache: Cache,
  ask: Ask,
  stored: Stored,
  { "accept-encoding": accepted }: IncomingHttpHeaders,
  own: Record<string, string>,
): Promise<Reply> {
  const { body, encoding } = await cache.encode(ask, stored, chooseEncoding(accepted?.toString()));
  const fields = {
    ...own,
    ...stored.headers,
    vary: ask.vary,
    ...(encoding !== "identity" && { "content-encoding": encoding }),
    "content-length": String(body.byteLength),
  };
  return { status: stored.status, headers: toPairs(fields), body };
}

async function toProblemReply(problem: Problem, requestId: string): Promise<Reply> {
  const answer = toProblemResponse(problem, requestId, commonHeaders(requestId));
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = { ...Object.fromEntries(answer.headers), "Content-Length": String(body.byteLength) };
  return { status: answer.status, headers: toPairs(headers), body };
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, [...headers]);
  response.end(method === "HEAD" ? undefined : (body ?? undefined));
}

/** Fields that a 304 repeats (RFC 9110, 15.4.5). */
const REPEATED = new Set(["cache-control", "content-location", "etag", "expires", "last-modified", "vary"]);

function onlyCaching(pairs: readonly string[]): string[] {
  return pairs.filter((_, at) => REPEATED.has(pairs[at - (at % 2)] ?? ""));
}

function toConditions(headers: IncomingHttpHeaders): Conditions {
  return {
    ifNoneMatch: toText(headers["if-none-match"]),
    ifModifiedSince: toText(headers["if-modified-since"]),
  };
}

function toText(value: string | string[] | undefined): string | null {
  return value?.toString() ?? null;
}

function toPairs(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}
