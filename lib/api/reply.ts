import "server-only";
import { LICENSE_URL, type Links, type Meta, type Pagination } from "@/lib/contract/envelope";
import { JsonText } from "@/lib/contract/json-text";
import { readCatalogue, toMeta } from "@/lib/dataset/data";
import { publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";
import type { CachedAnswer } from "./answer-cache";
import { cacheHeaders, type Tags } from "./caching";
import { type Address, BodyReply, FileReply, type Reply, type RowForm } from "./endpoint";
import { writeRows } from "./formats";

type Call<T> = Pick<Address, "maxAgeSeconds" | "scope"> & {
  path: string;
  rows?: RowForm<T>;
  query: Record<string, unknown>;
  canonical: string;
  tags: Tags;
  version: Version;
  isPinned: boolean;
  pinnedBy: string | undefined;
};

export type PassingAnswer = { headers: Record<string, string>; body: ReadableStream<Uint8Array> | FileReply };

export async function writeReply<T>(
  reply: Reply<T> | BodyReply | FileReply,
  call: Call<T>,
): Promise<CachedAnswer | PassingAnswer> {
  const { version, tags } = call;
  const caching = cacheHeaders(version, tags.etag, call);
  if (reply instanceof FileReply) return { headers: { ...caching, ...describeFile(reply) }, body: reply };
  if (reply instanceof BodyReply) {
    const isGood = (reply.options.status ?? 200) === 200;
    // A stream may be compressed as it is sent and is never resumed, so it gets no strong tag.
    return writeBody(
      reply,
      isGood ? { ...caching, ETag: `W/${tags.etag.replace(/^W\//, "")}` } : { "Cache-Control": "no-store" },
    );
  }
  const rest = await describeReply(reply, call);
  const link = { Link: toLinkHeader(rest.links ?? null) };
  const written = writeAsRows(reply, call);
  if (written !== null) return toAnswer(written.text, { ...caching, ...describeFile(written), ...link });
  const data = reply.data instanceof JsonText ? reply.data.text : JSON.stringify(reply.data);
  const text = `{"data":${data},${JSON.stringify(rest).slice(1)}`;
  return toAnswer(text, { ...caching, "Content-Type": "application/json; charset=utf-8", ...link });
}

export function writeBody({ contentType, body, options }: BodyReply, headers: Record<string, string>) {
  const all = { ...headers, ...describeFile({ contentType, ...options }), ...options.headers };
  return body instanceof ReadableStream ? { headers: all, body } : toAnswer(body, all, options.status);
}

const toAnswer = (body: string | Uint8Array, headers: Record<string, string>, status = 200): CachedAnswer => ({
  ...{ status, headers, encoded: {} },
  body: typeof body === "string" ? Buffer.from(body) : Buffer.from(body),
});

function writeAsRows<T>({ data }: Reply<T>, { version, rows, query }: Call<T>) {
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

async function describeReply(
  { total }: Reply<unknown>,
  { version, path, query, canonical, isPinned, pinnedBy }: Call<never>,
) {
  const asked = isPinned ? { requested: version.version, redacted: version.redacted } : {};
  const meta: Meta = toMeta(version, (await readCatalogue(version)).sources, asked);
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

/**
 * Links of a page of a list. `pin` names the version parameter, so that all pages read one dataset across publishes.
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

function toLinkHeader(links: Links | null, canonical?: string): string {
  const pages = (["first", "prev", "next", "last"] as const).flatMap((rel) =>
    links?.[rel] ? [`<${links[rel]}>; rel="${rel}"`] : [],
  );
  const named = canonical === undefined ? [] : [`<${publicUrl()}${canonical}>; rel="canonical"`];
  return [`<${LICENSE_URL}>; rel="license"`, ...pages, ...named].join(", ");
}
