import { type IncomingHttpHeaders, validateHeaderValue } from "node:http";
import { type Admission, admit, admitAtOnce, toCaller } from "@/lib/api/admit";
import { type Conditions, cacheHeaders, findFresh, isConditional, isFresh, toWeakTags } from "@/lib/api/caching";
import { toProblem } from "@/lib/api/failure";
import { commonHeaders } from "@/lib/api/headers";
import { type Problem, writeProblem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { knownVersion, type Version } from "@/lib/dataset/version";
import { log } from "@/lib/platform/log";
import type { RenderCaller } from "@/server/edge/render-gate";
import { isApi } from "@/server/edge/route-kind";
import { apiHeaders } from "@/server/edge/security-headers";
import type { Cache, Found } from "./cache";
import { type Ask, type EndpointAsk, findSharedEndpoint, type PageAsk, readPageAsk } from "./cache-key";
import { chooseEncoding } from "./encodings";
import type { Stored } from "./store";

/** All of a GET or HEAD that a shared answer and the admission to it depend on; `address` is its socket's. */
export type Asked = { url: string; headers: IncomingHttpHeaders; address: string | undefined };

/** A query of so many characters costs next to nothing to read. */
const MAX_CHARS_UNADMITTED = 2_048;

type Fields = (readonly [name: string, value: string])[];

/** An answer as it goes out: `shared` are the fields of every answer with this body, `own` those of this one alone. */
export type Reply = { status: number; shared: SharedFields; own: Fields; body: Buffer | null };

/** Fields, and the same as lines of a message, with which nothing is to be checked or put together any more. */
type SharedFields = { fields: Fields; lines: string };

/**
 * What is kept for this request, or the refusal of it. Without waiting for anything, so that it can be given before
 * another request is looked at: null where something has to be asked or made, and then nothing was taken or counted.
 */
export function replyAtOnce(cache: Cache, asked: Asked, context: RequestContext): Reply | null {
  const ask = cache.readAskAtOnce(asked.url, asked.headers);
  if (ask === null) return null;
  const fresh = findConfirmed(ask, asked.headers);
  const found = fresh === null ? cache.findKept(ask, readEncoding(asked.headers)) : null;
  if (fresh === null && found === null) return null;
  if (ask.kind !== "endpoint") return found && toPageReply(ask, found, asked.headers, context);
  const admission = admitAtOnce(callerOf(asked), fresh === null ? 1 : 0);
  if (admission === null) return null;
  context.route = ask.route;
  context.admission = admission;
  return toEndpointReply(ask, { fresh, found, admission }, context);
}

/** Cached or rendered reply, waiting for what it needs; null where the answer is not shared. Throws what the render gate throws. */
export async function replyFromCache(
  cache: Cache,
  asked: Asked,
  context: RequestContext,
  caller: RenderCaller,
): Promise<Reply | null> {
  const endpoint = findSharedEndpoint(asked.url);
  if (endpoint !== null) return replyFromEndpoint(cache, asked, context, { caller, route: endpoint.path });
  const ask = isApi(asked.url) ? null : readPageAsk(asked.url, asked.headers);
  if (ask === null || !cache.isOpen) return null;
  return toPageReply(ask, await cache.find(ask, readEncoding(asked.headers), caller), asked.headers, context);
}

/**
 * Admits before it reads the query: a caller over the limit costs no parsing. Only for who asks for a 304, which takes
 * nothing of the limit, the query is read before, as long as that is short.
 */
async function replyFromEndpoint(
  cache: Cache,
  asked: Asked,
  context: RequestContext,
  { caller, route }: { caller: RenderCaller; route: string },
): Promise<Reply | null> {
  context.route = route;
  try {
    const isEarly = isConditional(toConditions(asked.headers)) && asked.url.length <= MAX_CHARS_UNADMITTED;
    let ask = isEarly ? await cache.readEndpoint(asked.url) : cache.readEndpointAtOnce(asked.url);
    const fresh = ask && findConfirmed(ask, asked.headers);
    const admission = await admit(callerOf(asked), fresh === null ? 1 : 0);
    // Recorded at once: the deadline may have to answer before this is done.
    context.admission = admission;
    if (admission.problem) return toProblemReply(admission.problem, context);
    ask ??= await cache.readEndpoint(asked.url);
    // Not shared, such as a wrong call: its handler finds the caller admitted.
    if (ask === null) return null;
    const found = fresh === null ? await cache.find(ask, readEncoding(asked.headers), caller) : null;
    return toEndpointReply(ask, { fresh, found, admission }, context);
  } catch (error) {
    const { requestId } = context;
    log().error({ requestId, route, error: error instanceof Error ? error.stack : error }, "not answered");
    return toProblemReply(toProblem(error), context);
  }
}

type Outcome = { fresh: Version | null; found: Found | null; admission: Admission };

function toEndpointReply(ask: EndpointAsk, { fresh, found, admission }: Outcome, context: RequestContext): Reply {
  if (admission.problem) return toProblemReply(admission.problem, context);
  if (found === null) {
    const caching = fresh && cacheHeaders(fresh, toWeakTags(fresh, ask.key).etag, ask);
    const fields = { ...commonHeaders(context.requestId), ...caching };
    return { status: 304, shared: NONE, own: [...apiHeaders(), ...Object.entries(fields)], body: null };
  }
  context.cache = found.cache;
  const { status, headers } = found.stored;
  // A problem names the id under which it was made.
  if (status !== 200) context.requestId = headers["x-request-id"] ?? context.requestId;
  const own: Fields = Object.entries(admission.headers);
  if (status === 200) own.push(["X-Request-Id", context.requestId]);
  return { status, shared: sharedFields(ask, found), own, body: found.body };
}

const callerOf = ({ headers, address }: Asked) => toCaller((name) => headers[name]?.toString(), address);

/** Pages and files of the site are for everyone. */
function toPageReply(ask: PageAsk, found: Found, asked: IncomingHttpHeaders, context: RequestContext): Reply {
  context.cache = found.cache;
  const { status, headers } = found.stored;
  const shared = sharedFields(ask, found);
  const own: Fields = [["X-Request-Id", context.requestId]];
  if (status !== 200 || !has(asked, headers)) return { status, shared, own, body: found.body };
  const kept = shared.fields.filter(([name]) => !OF_BODY.has(name.toLowerCase()));
  return { status: 304, shared: NONE, own: [...kept, ...own], body: null };
}

/** Fields of a body, which a 304 has none of (RFC 9110, 15.4.5). */
const OF_BODY = new Set(["content-type", "content-length", "content-encoding", "content-disposition", "link"]);

function toProblemReply(problem: Problem, context: RequestContext): Reply {
  const { status, headers, text } = writeProblem(problem, context);
  return { status, shared: NONE, own: [...apiHeaders(), ...Object.entries(headers)], body: Buffer.from(text) };
}

const NONE: SharedFields = { fields: [], lines: "" };
const known = new WeakMap<Buffer, SharedFields>();

/** What every answer with this body says. */
function sharedFields({ vary }: Ask, { stored, body, encoding }: Found): SharedFields {
  const made = known.get(body);
  if (made !== undefined) return made;
  const fields: Fields = [
    ["Vary", vary],
    ["Content-Length", String(body.byteLength)],
    ...(encoding === "identity" ? [] : [["Content-Encoding", encoding] as const]),
    ...Object.entries(stored.headers),
  ];
  // What node:http would refuse to write is no field either where it does not write.
  for (const [name, value] of fields) validateHeaderValue(name, value);
  const shared = { fields, lines: toLines(fields) };
  known.set(body, shared);
  return shared;
}

/** As they stand in a message (RFC 9112, 5). */
export function toLines(fields: Fields): string {
  let lines = "";
  for (const [name, value] of fields) lines += `${name}: ${value}\r\n`;
  return lines;
}

/** The version whose answer an API caller has already; pages tell by their own fields. */
function findConfirmed(ask: Ask, asked: IncomingHttpHeaders): Version | null {
  const version = ask.kind === "endpoint" ? knownVersion() : null;
  return version !== null && isFresh(toConditions(asked), version, ask.key) ? version : null;
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

const readEncoding = ({ "accept-encoding": accepted }: IncomingHttpHeaders) => chooseEncoding(accepted);
