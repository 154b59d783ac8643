import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { knownVersion } from "@/lib/dataset/version";
import { type Admission, admitCaller, refuse } from "@/lib/http/admit";
import { type Conditions, cacheHeaders, findFresh, isFresh } from "@/lib/http/caching";
import type { Connection } from "@/lib/http/connection";
import { toProblem } from "@/lib/http/failure";
import { type Problem, toProblemResponse } from "@/lib/http/problem";
import { commonHeaders } from "@/lib/http/serve";
import { countUse } from "@/lib/keys/usage";
import { log } from "@/lib/log";
import { attempt, chain, type MaybePromise } from "@/lib/maybe-promise";
import { readCaller } from "@/server/api-front";
import { apiHeaders } from "@/server/security-headers";
import type { Ask, EndpointAsk, PageAsk } from "./ask";
import type { Cache } from "./cache";
import { chooseEncoding, type Encoding } from "./encodings";
import type { Stored } from "./store";

/**
 * Answers a GET or HEAD whose answer is shared: every caller of the API is admitted, also to what is kept. Returns
 * whether it did; at once for what is kept.
 */
export function answerFromCache(
  cache: Cache,
  request: IncomingMessage,
  response: ServerResponse,
  about: Connection,
): MaybePromise<boolean> {
  if ((request.method !== "GET" && request.method !== "HEAD") || request.headers.host === undefined) return false;
  return chain(cache.readAsk(request), (ask) => {
    if (ask === null) return false;
    return ask.kind === "endpoint"
      ? answerEndpoint(cache, ask, request, response, about)
      : answerPage(cache, ask, request, response, about);
  });
}

/** `headers`: names and values in turn, of this reply alone. */
type Reply = { status: number; headers: string[]; body: Buffer | null };

/** What becomes known of a request while it is answered. */
type Course = { about: Connection; admission: Admission | null };

/** Admit, find, reply, count: what lib/http/serve does for one caller, around an answer for all. */
function answerEndpoint(
  cache: Cache,
  ask: EndpointAsk,
  request: IncomingMessage,
  response: ServerResponse,
  about: Connection,
): MaybePromise<boolean> {
  const { route } = ask;
  const { requestId } = about;
  const course: Course = { about, admission: null };
  about.route = route;
  const replied = attempt(
    () => replyToCaller(cache, ask, request, course),
    (error) => {
      log().error({ requestId, route, error: error instanceof Error ? error.stack : error }, "not answered");
      return toProblemReply(toProblem(error), course);
    },
  );
  return chain(replied, (reply) => {
    send(request, response, reply);
    if (about.keyId !== undefined) countUse(about.keyId, reply.status);
    return true;
  });
}

function replyToCaller(cache: Cache, ask: EndpointAsk, request: IncomingMessage, course: Course): MaybePromise<Reply> {
  const { about } = course;
  const version = knownVersion();
  const fresh = version !== null && isFresh(toConditions(request.headers), version, ask.key);
  return chain(admitCaller(readCaller(request), fresh ? 0 : 1), (admission) => {
    course.admission = admission;
    about.limitHeaders = admission.headers;
    if (admission.key) about.keyId = admission.key.id;
    if (admission.problem) return toProblemReply(admission.problem, course);
    if (fresh) {
      const fields = { ...commonHeaders(about.requestId), ...cacheHeaders(version, ask.key, ask.maxAgeSeconds) };
      return { status: 304, headers: [...apiHeaders().flat(), ...toPairs(fields)], body: null };
    }
    return chain(cache.find(ask), ({ stored, cache: from }) => {
      about.cache = from;
      return chain(toReply(cache, ask, stored, request.headers), (reply) => {
        addPairs(reply.headers, admission.headers);
        // A problem names the id under which it was made.
        if (reply.status === 200) reply.headers.push("X-Request-Id", about.requestId);
        else about.requestId = stored.headers["x-request-id"] ?? about.requestId;
        return reply;
      });
    });
  });
}

/** Pages and files of the site are for everyone. */
function answerPage(
  cache: Cache,
  ask: PageAsk,
  request: IncomingMessage,
  response: ServerResponse,
  about: Connection,
): MaybePromise<boolean> {
  return chain(cache.find(ask), ({ stored, cache: from }) =>
    chain(toReply(cache, ask, stored, request.headers), (reply) => {
      about.cache = from;
      reply.headers.push("X-Request-Id", about.requestId);
      const isSame = stored.status === 200 && has(request.headers, stored.headers);
      send(request, response, isSame ? withoutBody(reply) : reply);
      return true;
    }),
  );
}

function toReply(
  cache: Cache,
  ask: Ask,
  stored: Stored,
  { "accept-encoding": accepted }: IncomingHttpHeaders,
): MaybePromise<Reply> {
  return chain(cache.encode(ask, stored, chooseEncoding(accepted)), ({ body, encoding }) => ({
    status: stored.status,
    headers: fieldsOf(ask, stored, body, encoding).slice(),
    body,
  }));
}

const fields = new WeakMap<Buffer, string[]>();

/** What every answer with this body says: names and values in turn, as node:http writes them fastest. */
function fieldsOf({ vary }: Ask, { headers }: Stored, body: Buffer, encoding: Encoding): string[] {
  const known = fields.get(body);
  if (known !== undefined) return known;
  const pairs = ["Vary", vary, "Content-Length", String(body.byteLength)];
  if (encoding !== "identity") pairs.push("Content-Encoding", encoding);
  addPairs(pairs, headers);
  fields.set(body, pairs);
  return pairs;
}

async function toProblemReply(problem: Problem, { admission, about: { requestId } }: Course): Promise<Reply> {
  const whole = admission ? refuse(admission, problem) : problem;
  const answer = toProblemResponse(whole, requestId, commonHeaders(requestId));
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = [...apiHeaders().flat(), ...[...answer.headers].flat(), "content-length", String(body.byteLength)];
  return { status: answer.status, headers, body };
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(method === "HEAD" ? undefined : (body ?? undefined));
}

/** Fields of a body, which a 304 has none of (RFC 9110, 15.4.5). */
const OF_BODY = new Set(["content-type", "content-length", "content-encoding", "content-disposition", "link"]);

function withoutBody({ headers }: Reply): Reply {
  const kept = headers.filter((_, at) => !OF_BODY.has((headers[at - (at % 2)] ?? "").toLowerCase()));
  return { status: 304, headers: kept, body: null };
}

/** Whether the caller of a page or file has this very answer. */
function has(asked: IncomingHttpHeaders, { etag, "last-modified": lastModified }: Stored["headers"]): boolean {
  const tags = { etag: etag ?? "", others: [] };
  return findFresh(toConditions(asked), new Date(lastModified ?? Number.NaN), tags) !== null;
}

function toConditions(headers: IncomingHttpHeaders): Conditions {
  return {
    ifNoneMatch: headers["if-none-match"] ?? null,
    ifModifiedSince: headers["if-modified-since"] ?? null,
  };
}

function toPairs(headers: Record<string, string>): string[] {
  const pairs: string[] = [];
  addPairs(pairs, headers);
  return pairs;
}

function addPairs(pairs: string[], headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) pairs.push(name, value);
}
