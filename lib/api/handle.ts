import "server-only";
import { randomUUID } from "node:crypto";
import type { ZodObject, z } from "zod";
import { type Catalogue, readCatalogue } from "@/lib/dataset/data";
import { NoDataset, type Version } from "@/lib/versions/current";
import { admit, UNLIMITED } from "./admit";
import {
  cacheHeaders,
  findFresh,
  isConditional,
  lastModifiedOf,
  readConditions,
  type Tags,
  toWeakTags,
} from "./caching";
import type { Address, DataOf, Find, Handler, RowForm } from "./endpoint";
import { logFailure } from "./failure";
import { respellFormat, varyOf } from "./formats";
import { commonHeaders, PREFLIGHT_HEADERS, READ_METHODS } from "./headers";
import { type Problem, toProblemResponse } from "./problem";
import { hasKnownPath, parseQuery, parseQuietly, toBadQuery } from "./query";
import { FileResponse, toBodyResponse, toResponse } from "./reply";
import { type RequestContext, readSearch, requestContext } from "./request-context";
import { findNamedVersion, findNewestVersion, isAvailable, readVersionName, toGone, VERSION_HEADER } from "./version";

/** Entity tags of an answer, where those of dataset version and canonical query do not do. */
type Tagging<P extends ZodObject, Q extends ZodObject> = (
  version: Version,
  key: string,
  input: z.infer<P> & z.infer<Q>,
) => Tags;

/** Address with its handler; its methods are those that a route file of Next exports. */
export type Route<E extends Address = Address> = {
  endpoint: E;
  /** Recognizes the path of the address. */
  matches: (path: string) => boolean;
  /** Answers a request, whatever its method. Never rejects. */
  handle: (request: Request, context: RequestContext) => Promise<Response>;
  /** Answers a request with a response or a problem; rejects with what the handler of the address throws. */
  answer: (request: Request, context: RequestContext) => Promise<Response | Problem>;
} & Methods;
type Method = "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";
type Methods = Record<Method, (request: Request) => Promise<Response>>;

/** Call that was admitted. `search` is its query without "?", `headers` those that every answer to its caller has. */
type Call = {
  request: Request;
  context: RequestContext;
  path: string;
  params: Record<string, string>;
  search: string;
  headers: Record<string, string>;
};

/** Answers calls of one address. */
type Answerer = {
  /** Caching headers of a 304; null where the caller lacks the current answer, or does not ask by condition. */
  confirm?: (call: Omit<Call, "headers">) => Promise<Record<string, string> | null>;
  reply: (call: Call) => Promise<Response | Problem>;
};

/** Pairs an address of the dataset with what finds its data in a version. */
export function toRoute<P extends ZodObject, Q extends ZodObject, R, E extends Address<P, Q> & { response?: R }>(
  endpoint: E & DatasetAddress<P, Q, R>,
  find: Find<P, Q, R>,
  tagging: Tagging<P, Q> = toWeakTags,
): Route<E> {
  return makeRoute(endpoint, answerFromDataset(endpoint, find, tagging));
}

/** Pairs an address that is about the service itself with its handler. */
export function toServiceRoute<P extends ZodObject, Q extends ZodObject, E extends Address<P, Q>>(
  endpoint: E & Address<P, Q>,
  handler: Handler<P, Q>,
): Route<E> {
  return makeRoute(endpoint, {
    reply: async ({ params, search, headers, ...call }) => {
      const query = parseQuery(search, endpoint.query, null);
      if (!query.ok) return toBadQuery(query.errors);
      const reply = await handler({ ...endpoint.params.parse(params), ...query.value }, call);
      return "kind" in reply ? reply : toBodyResponse(reply, { ...headers, "Cache-Control": "no-store" });
    },
  });
}

function makeRoute<E extends Address>(endpoint: E, answerer: Answerer): Route<E> {
  const pattern = toPattern(endpoint.path);
  const answer = makeAnswer(endpoint, pattern, answerer);
  const handle = async (request: Request, context: RequestContext) => {
    context.route = endpoint.path;
    const reply = await answer(request, context).catch((error: unknown) =>
      logFailure(error, { requestId: context.requestId, route: endpoint.path }, context),
    );
    const response = reply instanceof Response ? reply : toProblemResponse(reply, context);
    return request.method === "HEAD" ? withoutBody(response) : response;
  };
  return { endpoint, matches: (path) => pattern.test(path), handle, answer, ...toMethods(handle) };
}

/** Methods that a route file of Next exports. */
export function toMethods(handle: Route["handle"]): Methods {
  // The edge sets the context; it is missing only where Next runs without the edge, which counts and logs nothing.
  const serve = (request: Request) =>
    handle(request, requestContext.getStore() ?? { address: "", requestId: randomUUID() });
  return { GET: serve, HEAD: serve, OPTIONS: serve, POST: serve, PUT: serve, PATCH: serve, DELETE: serve };
}

/**
 * Admit, parse, find, reply. A 304 costs the caller nothing, and of the newest version it does not touch the database: only
 * a conditional request has its parameters read before it is admitted.
 */
function makeAnswer(endpoint: Address, pattern: RegExp, { confirm, reply }: Answerer): Route["answer"] {
  return async (request, context) => {
    const { method, headers } = request;
    const common = { ...commonHeaders(context.requestId), Vary: varyOf(endpoint) };
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: { ...common, ...PREFLIGHT_HEADERS } });
    const isRead = method === "GET" || method === "HEAD";
    const sent = readSearch(request, context);
    const search = respellFormat(endpoint.respell?.(sent) ?? sent, headers.get("accept"), endpoint);
    const call = { request, context, search, ...readPath(request) };

    const confirmed = isRead && confirm ? await confirm(call) : null;
    const cost = confirmed === null ? 1 : 0;
    if (!context.admission && isUnlimited(isRead, search)) context.admission = UNLIMITED;
    const admission = await admit((name) => headers.get(name), context, cost);
    if (admission.problem) return admission.problem;
    if (!isRead) return toMethodProblem(method);
    const all = { ...common, ...admission.headers };
    if (confirmed) return new Response(null, { status: 304, headers: { ...all, ...confirmed } });
    return reply({ ...call, headers: all });
  };

  function readPath(request: Request) {
    const values = pattern.exec(new URL(request.url).pathname)?.groups ?? {};
    const params = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]));
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
    return { path, params };
  }

  /** Texts for everybody count only calls that get no text. */
  function isUnlimited(isRead: boolean, search: string): boolean {
    if (endpoint.unlimited !== "good") return endpoint.unlimited === "all";
    return isRead && parseQuietly(search, endpoint.query, null).ok;
  }
}

type DatasetAddress<P extends ZodObject, Q extends ZodObject, R> = Address<P, Q> & {
  response?: R;
  rows?: RowForm<DataOf<R>>;
  textResponse?: object;
};

/** Answers from one version: the one that the call names, else the newest, looked up once. */
function answerFromDataset<P extends ZodObject, Q extends ZodObject, R>(
  endpoint: DatasetAddress<P, Q, R>,
  find: Find<P, Q, R>,
  tagging: Tagging<P, Q>,
): Answerer {
  const pinnedBy = ["version", "until"].find((name) => name in endpoint.query.shape);
  return {
    confirm: async ({ request, path, params, search }) => {
      const conditions = readConditions((name) => request.headers.get(name));
      if (!isConditional(conditions)) return null;
      const asked = await findAsked(request, search);
      if (asked === null || "kind" in asked) return null;
      const { version, catalogue, isPinned } = asked;
      const query = parseQuietly(search, endpoint.query, catalogue);
      const named = endpoint.params.safeParse(params);
      if (!query.ok || !named.success || !hasKnownPath(params, catalogue)) return null;
      const tags = tagging(version, `${path}?${query.canonical}`, { ...named.data, ...query.value });
      const etag = findFresh(conditions, lastModifiedOf(version), tags);
      return etag === null ? null : cacheHeaders(version, etag, { ...endpoint, isPinned });
    },
    reply: async ({ request, path, params, search, headers }) => {
      const named = endpoint.params.safeParse(params);
      if (!named.success) return toUnknownFile(path);
      const asked = await findAsked(request, search);
      if (asked === null) throw new NoDataset();
      if ("kind" in asked) return asked;
      const { version, catalogue, isPinned } = asked;
      const query = parseQuery(search, endpoint.query, catalogue);
      if (!query.ok) return toBadQuery(query.errors);
      const { value, canonical } = query;
      const input = { ...named.data, ...value };
      const reply = await find(version, input);
      if ("kind" in reply) return reply;
      const tags = tagging(version, `${path}?${canonical}`, input);
      return toResponse(
        reply,
        { ...endpoint, path, query: value, canonical, tags, version, isPinned, pinnedBy },
        headers,
      );
    },
  };

  /** Version and names that a call is answered from; null before the first publish. Files outlast the rows of their version. */
  async function findAsked(request: Request, search: string): Promise<Asked | Problem | null> {
    const requested = pinnedBy === "version" ? await findNamedVersion(readVersionName(search)) : null;
    if (requested !== null && isAvailable(requested))
      return { version: requested, catalogue: await readCatalogue(requested), isPinned: true };
    if (requested !== null && !(requested.inLedger && endpoint.textResponse)) return toGone(requested);
    const newest = await findNewestVersion(request.headers.get(VERSION_HEADER));
    if (newest === null) return null;
    return { version: requested ?? newest, catalogue: await readCatalogue(newest), isPinned: requested !== null };
  }
}

type Asked = { version: Version; catalogue: Catalogue; isPinned: boolean };

/** The 404 of a path whose last part is none that there is. */
const toUnknownFile = (path: string): Problem => ({
  kind: "not-found",
  detail: "There is no file of this name; datasets end in .csv or .json.",
  suggestions: [".csv", ".json"].map((ending) => path.replace(/\.[^.]*$/, ending)),
});

/** The 405 of a read-only API. */
export function toMethodProblem(method: string): Problem {
  return {
    kind: "method-not-allowed",
    detail: `${method} is not possible here; this API is read-only.`,
    headers: { Allow: READ_METHODS },
  };
}

/** Headers of a GET without its body, whose production is called off; files are left to who sends them. */
async function withoutBody(response: Response): Promise<Response> {
  if (response instanceof FileResponse) return response;
  await response.body?.cancel();
  return new Response(null, response);
}

const toPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
