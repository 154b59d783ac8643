import "server-only";
import { randomUUID } from "node:crypto";
import type { ZodObject, z } from "zod";
import { readCatalogue } from "@/lib/dataset/data";
import { currentVersion, type DatasetVersion, type Version } from "@/lib/dataset/version";
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
import type { Address, DataOf, Handler, RowForm } from "./endpoint";
import { logFailure } from "./failure";
import { respellFormat, varyOf } from "./formats";
import { commonHeaders, PREFLIGHT_HEADERS, READ_METHODS } from "./headers";
import { type Problem, toProblemResponse } from "./problem";
import { hasKnownPath, parseQuery, parseQuietly, toBadQuery } from "./query";
import { FileResponse, toResponse, versionOf } from "./reply";
import { type RequestContext, readSearch, requestContext } from "./request-context";
import { findRequestedVersion, readRequested, toGone } from "./requested-version";

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

/** Pairs an address with what makes its answers. */
export function toRoute<P extends ZodObject, Q extends ZodObject, R, E extends Address<P, Q> & { response?: R }>(
  endpoint: E & Address<P, Q> & { response?: R; rows?: RowForm<DataOf<R>> },
  handler: Handler<P, Q, R>,
  tagging: Tagging<P, Q> = toWeakTags,
): Route<E> {
  const pattern = toPattern(endpoint.path);
  const answer = makeAnswer(endpoint, pattern, handler, tagging);
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
 * Admit, parse, handle, reply. A 304 costs the caller nothing and never touches the database: only a conditional request
 * has its parameters read before it is admitted.
 */
function makeAnswer<P extends ZodObject, Q extends ZodObject, R>(
  endpoint: Address<P, Q> & { rows?: RowForm<DataOf<R>> },
  pattern: RegExp,
  handler: Handler<P, Q, R>,
  tagging: Tagging<P, Q>,
) {
  const isOfDataset = endpoint.maxAgeSeconds > 0;
  const pinnedBy = ["version", "until"].find((name) => isOfDataset && name in endpoint.query.shape);

  return async (request: Request, context: RequestContext): Promise<Response | Problem> => {
    const { method, headers } = request;
    const common = { ...commonHeaders(context.requestId), Vary: varyOf(endpoint) };
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: { ...common, ...PREFLIGHT_HEADERS } });
    const isRead = method === "GET" || method === "HEAD";
    const { path, params } = readPath(request);
    const sent = readSearch(request, context);
    const search = respellFormat(endpoint.respell?.(sent) ?? sent, headers.get("accept"), endpoint);

    const confirmed = isRead && isOfDataset ? await findConfirmed(request, search, { path, params }) : null;
    const cost = confirmed === null ? 1 : 0;
    if (!context.admission && isUnlimited(isRead, search)) context.admission = UNLIMITED;
    const admission = await admit((name) => headers.get(name), context, cost);
    if (admission.problem) return admission.problem;
    if (!isRead) return toMethodProblem(method);
    const all = { ...common, ...admission.headers };
    if (confirmed) return new Response(null, { status: 304, headers: { ...all, ...confirmed } });

    const named = endpoint.params.safeParse(params);
    if (!named.success) return toUnknownFile(path);
    const requested = await findRequested(search);
    if (requested?.inLedger === false) return toGone(requested.version);
    const made = await readRequested(
      requested,
      ({ version }) => version,
      async () => {
        const query = parseQuery(search, endpoint.query, isOfDataset ? await readCatalogue() : null);
        if (!query.ok) return { response: toBadQuery(query.errors) };
        const { value, canonical } = query;

        const input = { ...named.data, ...value };
        const reply = await handler(input, { request, context });
        if ("kind" in reply) return { response: reply };

        const tagsOf = (version: Version) => tagging(requested ?? version, `${path}?${canonical}`, input);
        const call = { ...endpoint, path, query: value, canonical, tagsOf, requested, pinnedBy };
        return { response: await toResponse(reply, call, all), version: versionOf(reply) };
      },
    );
    return made.response;
  };

  /** The version that a query names, where the endpoint takes one. */
  async function findRequested(search: string): Promise<DatasetVersion | null> {
    return pinnedBy === "version" ? findRequestedVersion(search) : null;
  }

  function readPath(request: Request) {
    const values = pattern.exec(new URL(request.url).pathname)?.groups ?? {};
    const params = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]));
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
    return { path, params };
  }

  /** Caching headers of a 304; null where the caller lacks the current answer, or does not ask by condition. */
  async function findConfirmed(request: Request, search: string, { path, params }: ReturnType<typeof readPath>) {
    const conditions = readConditions((name) => request.headers.get(name));
    if (!isConditional(conditions)) return null;
    const requested = await findRequested(search);
    const version = requested ?? (await currentVersion());
    if (version === null || requested?.inLedger === false) return null;
    const catalogue = await readCatalogue();
    const query = parseQuietly(search, endpoint.query, catalogue);
    const named = endpoint.params.safeParse(params);
    if (!query.ok || !named.success || !hasKnownPath(params, catalogue)) return null;
    const tags = tagging(version, `${path}?${query.canonical}`, { ...named.data, ...query.value });
    const etag = findFresh(conditions, lastModifiedOf(version), tags);
    return etag === null ? null : cacheHeaders(version, etag, { ...endpoint, isPinned: requested !== null });
  }

  /** Texts for everybody count only calls that get no text. */
  function isUnlimited(isRead: boolean, search: string): boolean {
    if (endpoint.unlimited !== "good") return endpoint.unlimited === "all";
    return isRead && parseQuietly(search, endpoint.query, null).ok;
  }
}

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
