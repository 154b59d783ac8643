import "server-only";
import { Readable } from "node:stream";
import { LICENSE_URL, type Links, type Meta, type Pagination } from "@/lib/contract/envelope";
import { JsonText } from "@/lib/contract/json-text";
import { readCatalogue, toMeta } from "@/lib/dataset/data";
import { findMissingRates } from "@/lib/dataset/missing-rates-data";
import { publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";
import { cacheHeaders, type Tags } from "./caching";
import type { Coding } from "./encodings";
import { type Address, BodyReply, FileReply, type Reply, type RowForm } from "./endpoint";
import { logFailure } from "./failure";
import { chooseColumns, makeRowWriter, nameRows, type RowWriter } from "./formats";
import { GUESS_HEADER } from "./headers";
import type { Problem } from "./problem";

type Call<T> = Pick<Address, "maxAgeSeconds" | "scope" | "isOfAllSources"> & {
  path: string;
  rows?: RowForm<T>;
  query: Record<string, unknown>;
  canonical: string;
  tags: Tags;
  version: Version;
  isPinned: boolean;
  pinnedBy: string | undefined;
  /** Reads all rows of a list, batch by batch; null where one page is asked for. */
  batches: Batches<T> | null;
};

type Batches<T> = { size: number; read: (page: number) => Promise<Reply<T> | BodyReply | FileReply | Problem> };

/** Answer without the caller's limit headers and request id. */
export type CachedAnswer = {
  status: number;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
  encoded: Partial<Record<Coding, Promise<Buffer<ArrayBuffer>>>>;
};

/** A function opens a stream of its own for each caller who waited for the answer. */
export type PassingAnswer = {
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array> | FileReply | (() => ReadableStream<Uint8Array>);
};

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
  const guess: Record<string, string> = reply.isGuess ? { [GUESS_HEADER]: "1" } : {};
  const link = { Link: toLinkHeader(call.batches === null ? (rest.links ?? null) : null) };
  const writer = call.rows ? makeRowWriter(call.rows, call.query) : null;
  if (call.rows && writer !== null) {
    const { contentType, extension } = writer;
    const fileName = nameRows(call.rows.name, call.canonical, version.version, extension);
    return writeAsRows(
      reply,
      writer,
      { ...caching, ...describeFile({ contentType, fileName }), ...link, ...guess },
      call,
    );
  }
  const text = `{"data":${writeData(reply.data, call)},${JSON.stringify(rest).slice(1)}`;
  return toAnswer(text, { ...caching, "Content-Type": "application/json; charset=utf-8", ...link, ...guess });
}

function writeData<T>(data: T | JsonText<T>, { rows, query }: Call<T>): string {
  if (data instanceof JsonText && query.columns === undefined) return data.text;
  return JSON.stringify(chooseColumns(toData(data), rows, query));
}

export function writeBody({ contentType, body, options }: BodyReply, headers: Record<string, string>) {
  const all = { ...headers, ...describeFile({ contentType, ...options }), ...options.headers };
  return body instanceof ReadableStream ? { headers: all, body } : toAnswer(body, all, options.status);
}

const toAnswer = (body: string | Uint8Array, headers: Record<string, string>, status = 200): CachedAnswer => ({
  status,
  headers,
  encoded: {},
  body: typeof body === "string" ? Buffer.from(body) : Buffer.from(body),
});

function writeAsRows<T>(
  { data, total = 0 }: Reply<T>,
  { head, write }: RowWriter<T>,
  headers: Record<string, string>,
  { batches, path }: Call<T>,
): CachedAnswer | PassingAnswer {
  const first = head + write(toData(data));
  if (batches === null || total <= batches.size) return toAnswer(first, headers);
  const pages = Math.ceil(total / batches.size);
  return { headers, body: () => Readable.toWeb(Readable.from(readAll(batches))) as ReadableStream<Uint8Array> };

  /** Breaks the connection where a later batch fails, so that the list never looks complete. */
  async function* readAll({ read }: Batches<T>) {
    yield Buffer.from(first);
    for (let page = 2; page <= pages; page++) {
      const reply = await read(page).catch((error: unknown) => logFailure(error, { route: path }));
      if (!("data" in reply)) throw new Error(`page ${page} of ${path} cannot be read`);
      yield Buffer.from(write(toData(reply.data)));
    }
  }
}

const toData = <T>(data: T | JsonText<T>): T => (data instanceof JsonText ? data.parse() : data);

type Described = { contentType: string; fileName?: string; canonical?: string | undefined };

function describeFile({ contentType, fileName, canonical }: Described): Record<string, string> {
  if (fileName === undefined) return { "Content-Type": contentType };
  const disposition = `attachment; filename="${fileName}"`;
  return { "Content-Type": contentType, "Content-Disposition": disposition, Link: toLinkHeader(null, canonical) };
}

type Survey = { sources: Set<string>; prices: number; withoutRate: number; unrated: Set<string> };
const EMPTY_SURVEY = (): Survey => ({ sources: new Set(), prices: 0, withoutRate: 0, unrated: new Set() });

/** Ids of the sources that records name, and how many prices have no exchange rate, of which currencies. */
function surveyRecords(value: unknown, found = EMPTY_SURVEY()): Survey {
  if (typeof value !== "object" || value === null) return found;
  const members = new Map<string, unknown>(Object.entries(value));
  for (const name of ["source", "fx_source"]) {
    const id = members.get(name);
    if (typeof id === "string") found.sources.add(id);
  }
  if (typeof members.get("amount") === "number" && members.has("fx_rate") && members.has("platform")) {
    found.prices += 1;
    if (members.get("fx_rate") === null) {
      found.withoutRate += 1;
      found.unrated.add(String(members.get("currency")));
    }
  }
  for (const member of members.values()) surveyRecords(member, found);
  return found;
}

async function describeReply(
  { total, data, isGuess, unrated }: Reply<unknown>,
  { version, path, query, canonical, isPinned, pinnedBy, isOfAllSources }: Omit<Call<never>, "batches">,
) {
  const asked = isPinned ? { requested: version.version, redacted: version.redacted } : {};
  const { sources } = await readCatalogue(version);
  const survey = surveyRecords(data instanceof JsonText ? data.parse() : data);
  const named = sources.filter(({ id }) => survey.sources.has(id));
  const day = typeof query.date === "string" ? query.date : version.fxDate;
  const isDated = query.date !== undefined || unrated !== undefined;
  const missing = isDated && day !== null ? await findMissingRates(version, unrated ?? [...survey.unrated], day) : [];
  const meta: Meta = toMeta(version, named.length > 0 && !isOfAllSources ? named : sources, {
    ...asked,
    isGuess,
    isOfDay: query.date !== undefined,
    withoutRate: survey.prices > 0 ? survey.withoutRate : undefined,
    missingRates: missing,
    ...describeOrder(query),
  });
  if (total === undefined) return { meta };
  // A list in one piece is one page.
  const pageSize = Number(query.page_size ?? Math.max(1, total));
  const pagination: Pagination = {
    page: Number(query.page ?? 1),
    page_size: pageSize,
    total_items: total,
    total_pages: Math.ceil(total / pageSize),
  };
  const pin = pinnedBy && { name: pinnedBy, version: String(query[pinnedBy] ?? version.version) };
  return { pagination, links: toLinks(pagination, `${publicUrl()}${path}`, canonical, pin || undefined), meta };
}

/** Orders that are of the tax view. */
const TAXED_SORTS = ["usd_monthly", "min", "median", "max", "spread"];

/** What a list is sorted and ranked by, where the endpoint has a tax view. */
function describeOrder({ sort, tax }: Record<string, unknown>): { sortedBy?: string; rankedBy?: Meta["ranked_by"] } {
  if (tax === undefined) return {};
  const isTaxFree = tax === "excluded";
  const rankedBy = isTaxFree ? "ex_tax_usd_monthly" : "usd_monthly";
  if (typeof sort !== "string") return { rankedBy };
  const name = sort.replace("-", "");
  return { rankedBy, sortedBy: isTaxFree && TAXED_SORTS.includes(name) ? sort.replace(name, `ex_tax_${name}`) : sort };
}

/**
 * Links of a page of a list: `self` as it was asked for, the others with `pin`, the version parameter, so that all pages
 * read one dataset across publishes.
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
    self: canonical === "" ? url : `${url}?${canonical}`,
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
