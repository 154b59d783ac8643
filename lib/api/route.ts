import "server-only";
import type { ZodObject, z } from "zod";
import { type Catalogue, readCatalogue } from "@/lib/dataset/data";
import { setApiSecurityHeaders } from "@/lib/platform/security-headers";
import { currentVersion, NoDataset, type Version } from "@/lib/versions/current";
import { admit, UNLIMITED } from "./admit";
import { answerCache, encodeBody } from "./answer-cache";
import {
  cacheHeaders,
  findFresh,
  isConditional,
  isPublic,
  lastModifiedOf,
  readConditions,
  type Tags,
  toWeakTags,
} from "./caching";
import { chooseCoding, encodeStream } from "./encodings";
import { type Address, type DataOf, FileReply, type Find, type Handler, type RowForm } from "./endpoint";
import { logFailure } from "./failure";
import { toFileResponse } from "./file-response";
import { respellFormat, sizeOfBatches, varyOf } from "./formats";
import { commonHeaders, PREFLIGHT_HEADERS, READ_METHODS, REQUEST_ID_HEADER } from "./headers";
import { type Problem, toProblemResponse } from "./problem";
import { findExcess, hasKnownPath, parseQuery, parseQuietly, toBadQuery } from "./query";
import { noteAnswered, recordRequest } from "./record-request";
import { type CachedAnswer, type PassingAnswer, writeBody, writeReply } from "./reply";
import { createContext, type RequestContext } from "./request-context";
import { findNamedVersion, readVersionName, toGone } from "./version";

/** Entity tags where dataset version and canonical query do not suffice. */
type Tagging<P extends ZodObject, Q extends ZodObject> = (
  version: Version,
  key: string,
  input: z.infer<P> & z.infer<Q>,
) => Tags;

export type Route<E extends Address = Address> = {
  endpoint: E;
  matches: (path: string) => boolean;
  /** Never rejects. */
  handle: Handle;
  /** Answers a call from inside, which counts against no limit. */
  ask: (url: string) => Promise<Response | Problem>;
} & Methods;
type Handle = (request: Request) => Promise<Response>;
type Method = "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";
type Methods = Record<Method, Handle>;

/** `search` is the query without "?". */
type Call = {
  request: Request;
  context: RequestContext;
  path: string;
  params: Record<string, string>;
  search: string;
};

type Answerer = {
  confirm?: (call: Call) => Promise<Record<string, string> | null>;
  reply: (call: Call) => Promise<CachedAnswer | PassingAnswer | Problem>;
  /** Takes what a caller sends; without it there is no POST. */
  post?: (call: Call) => Promise<CachedAnswer | PassingAnswer | Problem>;
};

export function toRoute<P extends ZodObject, Q extends ZodObject, R, E extends Address<P, Q> & { response?: R }>(
  endpoint: E & DatasetAddress<P, Q, R>,
  find: Find<P, Q, R>,
  tagging: Tagging<P, Q> = toWeakTags,
): Route<E> {
  return makeRoute(endpoint, answerFromDataset(endpoint, find, tagging));
}

export function toServiceRoute<P extends ZodObject, Q extends ZodObject, E extends Address<P, Q>>(
  endpoint: E & Address<P, Q>,
  handler: Handler<P, Q>,
  taker?: Handler<P, Q>,
): Route<E> {
  const answerBy =
    (work: Handler<P, Q>): Answerer["reply"] =>
    async ({ params, search, request, context }) => {
      const query = parseQuery(search, endpoint.query, null);
      if (!query.ok) return toBadQuery(query.errors);
      const reply = await work({ ...endpoint.params.parse(params), ...query.value }, { request, context });
      return "kind" in reply ? reply : writeBody(reply, { "Cache-Control": "no-store" });
    };
  return makeRoute(endpoint, { reply: answerBy(handler), ...(taker && { post: answerBy(taker) }) });
}

function makeRoute<E extends Address>(endpoint: E, answerer: Answerer): Route<E> {
  const pattern = toPattern(endpoint.path);
  const answer = makeAnswer(endpoint, pattern, answerer);
  const isApi = /^\/api(?:\/|$)/.test(endpoint.path);
  const handle = async (request: Request) => {
    const startedAt = performance.now();
    // proxy.ts has set a request id on paths outside /api.
    const context = createContext((!isApi && request.headers.get(REQUEST_ID_HEADER)) || undefined);
    const reply = await answer(request, context).catch((error: unknown) =>
      logFailure(error, { requestId: context.requestId, route: endpoint.path }),
    );
    const response = reply instanceof Response ? reply : toProblemResponse(reply, context);
    if (isApi) setApiSecurityHeaders(response.headers);
    const { method, url } = request;
    const { requestId, cache, admission } = context;
    const answered = { route: endpoint.path, cache, keyId: admission?.key?.id };
    const target = url.slice(url.indexOf("/", "https://".length));
    if (!isApi) noteAnswered(requestId, answered);
    else recordRequest({ ...answered, requestId, method, status: response.status, startedAt, target });
    return method === "HEAD" ? withoutBody(response) : response;
  };
  const ask = (url: string) => answer(new Request(url), { ...createContext(), admission: UNLIMITED });
  return { endpoint, matches: (path) => pattern.test(path), handle, ask, ...toMethods(handle) };
}

export function toMethods(handle: Handle): Methods {
  const answer: Handle = (request) => handle(withoutCoding(request));
  return { GET: answer, HEAD: answer, OPTIONS: answer, POST: answer, PUT: answer, PATCH: answer, DELETE: answer };
}

/** Requests uncompressed bytes: Next drops Content-Encoding, and the proxy in front compresses. */
function withoutCoding({ url, method, headers: given, signal, body }: Request): Request {
  const headers = new Headers(given);
  headers.delete("accept-encoding");
  if (method !== "POST" || body === null) return new Request(url, { method, headers, signal });
  return new Request(url, Object.assign({ method, headers, signal, body }, { duplex: "half" }));
}

/** A 304 costs the caller nothing and, for the newest version, does not query the database. */
function makeAnswer(endpoint: Address, pattern: RegExp, { confirm, reply, post }: Answerer) {
  const allowed = post ? `${READ_METHODS}, POST` : READ_METHODS;
  const preflight = { ...PREFLIGHT_HEADERS, Allow: allowed, "Access-Control-Allow-Methods": allowed };
  return async (request: Request, context: RequestContext): Promise<Response | Problem> => {
    const { method, headers } = request;
    const common = { ...commonHeaders(context.requestId), Vary: varyOf(endpoint) };
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: { ...common, ...preflight } });
    const isRead = method === "GET" || method === "HEAD";
    const { pathname, search: sent } = new URL(request.url);
    const excess = findExcess(pathname + sent);
    const given = excess === null ? sent.slice(1) : "";
    const search = respellFormat(endpoint.respell?.(given) ?? given, headers.get("accept"), endpoint);
    const call = { request, context, search, ...readPath(pathname) };

    const confirmed = isRead && excess === null && confirm ? await confirm(call) : null;
    const cost = confirmed === null ? 1 : 0;
    if (!context.admission && excess === null && isUnlimited(isRead, search)) context.admission = UNLIMITED;
    const admission = await admit(headers, context, cost);
    if (admission.problem) return admission.problem;
    if (!isRead && !(method === "POST" && post)) return toMethodProblem(allowed);
    if (excess !== null) return { kind: "bad-parameter", detail: excess };
    const ofCaller = (own: Record<string, string>) => (isPublic(own) ? common : { ...common, ...admission.headers });
    if (confirmed) return new Response(null, { status: 304, headers: { ...ofCaller(confirmed), ...confirmed } });
    const answer = await (isRead || post === undefined ? reply : post)(call);
    return "kind" in answer ? answer : toResponse(request, answer, ofCaller(answer.headers));
  };

  function readPath(pathname: string) {
    const values = pattern.exec(pathname)?.groups ?? {};
    const params = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]));
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
    return { path, params };
  }

  function isUnlimited(isRead: boolean, search: string): boolean {
    if (endpoint.unlimited !== "good") return endpoint.unlimited === "all";
    return isRead && parseQuietly(search, endpoint.query, null).ok;
  }
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

type DatasetAddress<P extends ZodObject, Q extends ZodObject, R> = Address<P, Q> & {
  response?: R;
  rows?: RowForm<DataOf<R>>;
  fileTypes?: object;
};

function answerFromDataset<P extends ZodObject, Q extends ZodObject, R>(
  endpoint: DatasetAddress<P, Q, R>,
  find: Find<P, Q, R>,
  tagging: Tagging<P, Q>,
): Answerer {
  const pinnedBy = ["version", "until"].find((name) => name in endpoint.query.shape);
  return {
    confirm: async ({ request, path, params, search }) => {
      const conditions = readConditions(request.headers);
      if (!isConditional(conditions)) return null;
      const asked = await findAsked(search);
      if (asked === null || "kind" in asked) return null;
      const { version, catalogue, isPinned } = asked;
      const query = parseQuietly(search, endpoint.query, catalogue);
      const named = endpoint.params.safeParse(params);
      if (!query.ok || !named.success || !hasKnownPath(params, catalogue)) return null;
      const tags = tagging(version, `${path}?${query.canonical}`, { ...named.data, ...query.value });
      const etag = findFresh(conditions, lastModifiedOf(version), tags);
      return etag === null ? null : cacheHeaders(version, etag, { ...endpoint, isPinned });
    },
    reply: async ({ path, params, search, context }) => {
      const named = endpoint.params.safeParse(params);
      if (!named.success) return toUnknownFile(path);
      const asked = await findAsked(search);
      if (asked === null) throw new NoDataset();
      if ("kind" in asked) return asked;
      const { version, catalogue, isPinned } = asked;
      const query = parseQuery(search, endpoint.query, catalogue);
      if (!query.ok) return toBadQuery(query.errors);
      const { value, canonical } = query;
      const input = { ...named.data, ...value };
      const key = `${path}?${canonical}`;
      const size = endpoint.rows ? sizeOfBatches(endpoint, value, canonical) : null;
      const read = (page: number) => find(version, { ...input, page, page_size: size });
      const make = async () => {
        const reply = await (size === null ? find(version, input) : read(1));
        if ("kind" in reply) return reply;
        const tags = tagging(version, key, input);
        const batches = size === null ? null : { size, read };
        return writeReply(reply, {
          ...endpoint,
          path,
          query: value,
          canonical,
          tags,
          version,
          isPinned,
          pinnedBy,
          batches,
        });
      };
      if (endpoint.isLive || endpoint.fileTypes) return make();
      const { answer, cache } = await answerCache().fetch(`${version.id}.${version.redacted} ${isPinned} ${key}`, make);
      context.cache = cache;
      return answer;
    },
  };

  /** Null before the first publish. Files outlast the rows of their version. */
  async function findAsked(search: string): Promise<Asked | Problem | null> {
    const requested = pinnedBy === "version" ? await findNamedVersion(readVersionName(search)) : null;
    if (requested !== null && !requested.isPruned)
      return { version: requested, catalogue: await readCatalogue(requested), isPinned: true };
    if (requested !== null && !endpoint.fileTypes) return toGone(requested);
    const newest = await currentVersion();
    if (newest === null) return null;
    return { version: requested ?? newest, catalogue: await readCatalogue(newest), isPinned: requested !== null };
  }
}

type Asked = { version: Version; catalogue: Catalogue; isPinned: boolean };

const toUnknownFile = (path: string): Problem => ({
  kind: "not-found",
  detail: "There is no file of this name; datasets end in .csv, .json, .ndjson or .parquet.",
  suggestions: [".csv", ".json", ".ndjson", ".parquet"].map((ending) => path.replace(/\.[^.]*$/, ending)),
});

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

const toPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
