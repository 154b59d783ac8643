import "server-only";
import { createReadStream } from "node:fs";
import { LICENSE_URL, type Links, type Meta, type Pagination } from "@/lib/contract/envelope";
import { JsonText } from "@/lib/contract/json-text";
import { readCatalogue, toMeta } from "@/lib/dataset/data";
import type { DatasetVersion, Version } from "@/lib/dataset/version";
import { publicUrl } from "@/lib/platform/env";
import { cacheHeaders, type Tags } from "./caching";
import { type Address, BodyReply, FileReply, type Reply, type RowForm } from "./endpoint";
import { writeRows } from "./formats";

/** Call whose parameters are right. `canonical` is its query in one spelling; `tagsOf` names the bytes of a version. */
type Call<T> = Pick<Address, "maxAgeSeconds" | "scope"> & {
  path: string;
  rows?: RowForm<T>;
  query: Record<string, unknown>;
  canonical: string;
  tagsOf: (version: Version) => Tags;
  /** The version that the call names. */
  requested: DatasetVersion | null;
  /** Parameter that names the version which a list is read from. */
  pinnedBy: string | undefined;
};

/** Response that is a file: its body is read when it is asked for, unless the edge sends the file or a range of it. */
export class FileResponse extends Response {
  constructor(
    readonly file: FileReply,
    headers: Record<string, string>,
  ) {
    super(readWhenAsked(file.identity.path), { headers });
  }
}

/** Dataset version that a reply was read from; undefined where it was read from none. */
export const versionOf = (reply: Reply<unknown> | BodyReply | FileReply): Version | undefined =>
  reply instanceof BodyReply ? reply.options.version : reply.version;

/** Turns the reply of a handler into a response with the `headers` that every answer to its caller has. */
export async function toResponse<T>(
  reply: Reply<T> | BodyReply | FileReply,
  call: Call<T>,
  headers: Record<string, string>,
): Promise<Response> {
  const terms = { ...call, isPinned: call.requested !== null };
  if (reply instanceof FileReply) {
    const { etag } = call.tagsOf(reply.version);
    return new FileResponse(reply, {
      ...headers,
      ...cacheHeaders(call.requested ?? reply.version, etag, terms),
      ...describeFile(reply),
    });
  }
  if (reply instanceof BodyReply) {
    const { version, status = 200, headers: own } = reply.options;
    // Bytes that are made while they are sent may be encoded on their way, and are never continued: no strong tag.
    const caching = version
      ? cacheHeaders(call.requested ?? version, `W/${call.tagsOf(version).etag.replace(/^W\//, "")}`, terms)
      : { "Cache-Control": "no-store" };
    const described = { ...describeFile({ ...reply, ...reply.options }), ...lengthOf(reply.body), ...own };
    return new Response(reply.body, { status, headers: { ...headers, ...caching, ...described } });
  }
  const rest = await describeReply(reply, call);
  const caching = cacheHeaders(call.requested ?? reply.version, call.tagsOf(reply.version).etag, terms);
  const link = { Link: toLinkHeader(rest.links ?? null) };
  const written = writeAsRows(reply, call);
  if (written !== null) {
    const described = { ...describeFile(written), ...link, ...lengthOf(written.text) };
    return new Response(written.text, { headers: { ...headers, ...caching, ...described } });
  }
  const data = reply.data instanceof JsonText ? reply.data.text : JSON.stringify(reply.data);
  const text = `{"data":${data},${JSON.stringify(rest).slice(1)}`;
  const described = { "Content-Type": "application/json; charset=utf-8", ...link, ...lengthOf(text) };
  return new Response(text, { headers: { ...headers, ...caching, ...described } });
}

/** A list as a file of flat rows; null where the call asks for JSON. */
function writeAsRows<T>({ version, data }: Reply<T>, { rows, query }: Call<T>) {
  if (rows === undefined || query.format === "json") return null;
  const { contentType, extension, text } = writeRows(rows, data instanceof JsonText ? data.parse() : data, query);
  return { contentType, text, fileName: `price-atlas-${rows.name}-${version.version}.${extension}` };
}

type Described = { contentType: string; fileName?: string; canonical?: string | undefined };

function describeFile({ contentType, fileName, canonical }: Described): Record<string, string> {
  if (fileName === undefined) return { "Content-Type": contentType };
  const disposition = `attachment; filename="${fileName}"`;
  return { "Content-Type": contentType, "Content-Disposition": disposition, Link: toLinkHeader(null, canonical) };
}

/** Length of a text; absent where the body is made while it is sent. */
function lengthOf(body: string | ReadableStream): Record<string, string> {
  return typeof body === "string" ? { "Content-Length": String(Buffer.byteLength(body)) } : {};
}

/** Envelope of a reply, but for its data. */
async function describeReply(
  { version, total }: Reply<unknown>,
  { path, query, canonical, requested, pinnedBy }: Call<never>,
) {
  const meta: Meta = toMeta(version, (await readCatalogue()).sources, {
    requested: requested?.version,
    redacted: requested?.redacted,
  });
  if (total === undefined) return { meta };
  const pageSize = Number(query.page_size);
  const pagination: Pagination = {
    page: Number(query.page),
    page_size: pageSize,
    total_items: total,
    total_pages: Math.ceil(total / pageSize),
  };
  const pin = pinnedBy && { name: pinnedBy, version: String(query[pinnedBy] ?? version.version) };
  return { pagination, links: toLinks(pagination, `${publicUrl()}${path}`, canonical, pin || undefined), meta };
}

/** Bytes of a file, which is opened when the first of them is asked for. */
function readWhenAsked(path: string): ReadableStream<Uint8Array> {
  let bytes: AsyncIterator<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        bytes ??= createReadStream(path)[Symbol.asyncIterator]();
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await bytes?.return?.()),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Links of a page of a list; `url` without query, `canonical` the query in canonical form. `pin`: the
 * parameter that names the version which the list was read from, so that a walk over its pages sees one dataset whatever is published meanwhile.
 */
function toLinks(
  { page, total_pages }: Pagination,
  url: string,
  canonical: string,
  pin?: { name: string; version: string },
): Links {
  const to = (target: number) => {
    const pairs = canonical
      .split("&")
      .filter((pair) => pair !== "" && !["page", pin?.name].includes(pair.split("=", 1)[0]));
    if (pin !== undefined) pairs.push(`${pin.name}=${pin.version}`);
    if (target > 1) pairs.push(`page=${target}`);
    return pairs.length > 0 ? `${url}?${pairs.sort().join("&")}` : url;
  };
  const last = Math.max(1, total_pages);
  return {
    self: to(page),
    first: to(1),
    prev: page > 1 ? to(Math.min(page - 1, last)) : null,
    next: page < last ? to(page + 1) : null,
    last: to(last),
  };
}

/** The `Link` header (RFC 8288): the licence, the pages where there are any, and the canonical one of several addresses. */
function toLinkHeader(links: Links | null, canonical?: string): string {
  const pages = (["first", "prev", "next", "last"] as const).flatMap((rel) =>
    links?.[rel] ? [`<${links[rel]}>; rel="${rel}"`] : [],
  );
  const named = canonical === undefined ? [] : [`<${publicUrl()}${canonical}>; rel="canonical"`];
  return [`<${LICENSE_URL}>; rel="license"`, ...pages, ...named].join(", ");
}
