import "server-only";
import type { ZodObject, ZodType, z } from "zod";
import type { Meta, Pagination } from "@/lib/contract/envelope";
import { JsonText } from "@/lib/contract/json-text";
import { readCatalogue, toMeta } from "@/lib/dataset/data";
import { currentVersion, type Version } from "@/lib/dataset/version";
import { publicUrl } from "@/lib/platform/env";
import { admit, refuse } from "./admit";
import { cacheHeaders, findFresh, isConditional, readConditions, type Tags, toWeakTags } from "./caching";
import { type Endpoint, FileReply, type Handler, type Reply, StreamReply } from "./endpoint";
import { toLinkHeader, toLinks } from "./links";
import { type Problem, ProblemReply } from "./problem";
import { hasKnownSlug, parseQuery, parseQuietly, toBadQuery } from "./query";
import { readSearch } from "./request-context";

/** What a GET comes to, before it is an HTTP response. With `file`, the body is the file's, for the HTTP front to send. */
export type Answer =
  | { kind?: never; status: number; body: BodyInit | null; headers: Record<string, string>; file?: FileReply }
  | (Problem & { status?: never });

/** How the bytes of an endpoint's answers are told apart, when they are not as others. */
export type Tagging<Q extends ZodObject> = (version: Version, key: string, query: z.infer<Q>) => Tags;

/**
 * Admit, parse, handle, reply. A 304 costs the caller nothing and never touches the database: only who asks for one has
 * the address read before being admitted, as far as it takes to know.
 */
export async function answer<P extends ZodObject, Q extends ZodObject, R extends ZodType>(
  endpoint: Endpoint<P, Q, R>,
  handle: Handler<P, Q, R>,
  request: Request,
  pathParams: Record<string, string | string[]>,
  tagging: Tagging<Q> = toWeakTags,
): Promise<Answer> {
  const conditions = readConditions(request);
  const early = isConditional(conditions) ? null : await admit(request, 1);
  if (early?.problem) return refuse(early, early.problem);
  const [version, catalogue] = await Promise.all([currentVersion(), readCatalogue()]);
  const sent = readSearch(request);
  const search = endpoint.respell?.(sent) ?? sent;
  const read = early === null ? parseQuietly : parseQuery;
  let query = read(search, endpoint.query, catalogue);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(pathParams[name] ?? "")));
  const key = query.ok ? `${path}?${query.canonical}` : "";
  const tagsOf = (of: Version, value: z.infer<Q>) => tagging(of, key, value);
  const fresh =
    query.ok &&
    version !== null &&
    hasKnownSlug(pathParams.slug?.toString(), catalogue) &&
    findFresh(conditions, version.publishedAt, tagsOf(version, query.value));

  const admission = early ?? (await admit(request, fresh ? 0 : 1));
  if (admission.problem) return refuse(admission, admission.problem);
  if (!query.ok && early === null) query = parseQuery(search, endpoint.query, catalogue);
  if (!query.ok) return refuse(admission, toBadQuery(query.errors));
  const caching = (of: Version) => ({
    ...cacheHeaders(of, key, { scope: "private", maxAgeSeconds: endpoint.maxAgeSeconds }, tagsOf(of, query.value)),
    ...admission.headers,
  });
  if (fresh) return { status: 304, body: null, headers: { ...caching(version), ETag: fresh } };

  const reply = await handle({ ...endpoint.params.parse(pathParams), ...query.value });
  if (reply instanceof ProblemReply) return refuse(admission, reply.problem);
  const headers = caching(reply.version);
  if (reply instanceof FileReply)
    return { status: 200, body: null, headers: { ...headers, ...toFileHeaders(reply) }, file: reply };
  if (reply instanceof StreamReply) {
    // What is made while it is sent may be encoded on its way, and is never continued: no strong tag.
    const etag = `W/${tagsOf(reply.version, query.value).etag.replace(/^W\//, "")}`;
    return { status: 200, body: reply.body, headers: { ...headers, ETag: etag, ...toFileHeaders(reply) } };
  }
  const rest = describeReply(reply, catalogue.sources, query.value, `${publicUrl()}${path}`, query.canonical);
  const data = reply.data instanceof JsonText ? reply.data.text : JSON.stringify(reply.data);
  return {
    status: 200,
    body: `{"data":${data},${JSON.stringify(rest).slice(1)}`,
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8", Link: toLinkHeader(rest.links ?? null) },
  };
}

/** The body that an endpoint gives to its own example call, for the documentation. */
export async function showExample<P extends ZodObject, Q extends ZodObject, R extends ZodType>(
  endpoint: Endpoint<P, Q, R>,
  handle: Handler<P, Q, R>,
): Promise<unknown> {
  const catalogue = await readCatalogue();
  const [path = "", search = ""] = endpoint.example.split("?");
  const query = parseQuery(search, endpoint.query, catalogue);
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const values = path.match(new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "([^/]+)")}$`))?.slice(1) ?? [];
  const params = endpoint.params.safeParse(Object.fromEntries(names.map((name, at) => [name, values[at]])));
  // A dataset without what the example names has no example.
  if (!query.ok || !params.success) return undefined;
  const reply = await handle({ ...params.data, ...query.value });
  if (reply instanceof ProblemReply || reply instanceof FileReply) return undefined;
  if (reply instanceof StreamReply) return new Response(reply.body).json();
  const data = reply.data instanceof JsonText ? reply.data.parse() : reply.data;
  const url = `${publicUrl()}${path}`;
  return { data, ...describeReply(reply, catalogue.sources, query.value, url, query.canonical) };
}

function toFileHeaders({ contentType, fileName }: StreamReply | FileReply) {
  return {
    "Content-Type": contentType,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    Link: toLinkHeader(null),
  };
}

/** The envelope of a reply, but for its data. */
function describeReply(
  { version, total }: Reply<unknown>,
  sources: Meta["sources"],
  query: Record<string, unknown>,
  url: string,
  canonical: string,
) {
  const meta = toMeta(version, sources);
  if (total === undefined) return { meta };
  const pageSize = Number(query.page_size);
  const pagination: Pagination = {
    page: Number(query.page),
    page_size: pageSize,
    total_items: total,
    total_pages: Math.ceil(total / pageSize),
  };
  return { pagination, links: toLinks(pagination, url, canonical), meta };
}
