import "server-only";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import parseRange from "range-parser";
import { isHttpDate } from "./caching";
import { chooseCoding } from "./encodings";
import type { CodedVariant, FileReply } from "./endpoint";
import type { Problem } from "./problem";

const READ_BYTES = 524_288;

/**
 * Sends a file or the requested range of it (RFC 9110, 14), or returns a problem. A read error breaks the connection,
 * so that the file never looks complete.
 */
export async function toFileResponse(
  request: Request,
  file: FileReply,
  headers: Record<string, string>,
): Promise<Response | Problem> {
  const coded = chooseVariant(request.headers, file);
  const { path, etag } = coded ?? file.identity;
  const modified = Date.parse(headers["Last-Modified"] ?? "");
  if (isOther(request.headers, etag, modified)) return OTHER_FILE;
  const opened = await open(path).catch(() => null);
  if (opened === null) return BEING_PUBLISHED;
  const { size } = await opened.stat();
  const all = {
    ...headers,
    ETag: etag,
    "Accept-Ranges": "bytes",
    ...(coded && { "Content-Encoding": coded.encoding }),
  };
  const range = request.method === "GET" ? readRange(request.headers, size, etag, modified) : null;
  if (range === "beyond") {
    await opened.close();
    return toRangeProblem(`bytes */${size}`);
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = { "Content-Length": String(end - start + 1) };
  const body = toBody(opened, start, end);
  if (range === null) return new Response(body, { headers: { ...all, ...length } });
  const partial = { ...all, ...length, "Content-Range": `bytes ${start}-${end}/${size}` };
  return new Response(body, { status: 206, headers: partial });
}

/** Problem 416 (RFC 9110, 14.4). */
export function toRangeProblem(contentRange: string): Problem {
  return {
    kind: "range-not-satisfiable",
    detail: "The export ends before this range; its length stands in Content-Range.",
    headers: { "Content-Range": contentRange },
  };
}

export const OTHER_FILE: Problem = {
  kind: "precondition-failed",
  detail: "The export is another one than the request names: a new dataset has been published.",
};

/** A publish may remove the file between finding and opening it. */
const BEING_PUBLISHED: Problem = {
  kind: "unavailable",
  detail: "A new dataset is just being published.",
  headers: { "Retry-After": "1" },
};

function toBody(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  const bytes = file.createReadStream({ start, end: Math.max(start, end), highWaterMark: READ_BYTES });
  return Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
}

/** Compares by strong tag, or by date without one (RFC 9110, 13.1.1, 13.1.4). */
function isOther(headers: Headers, etag: string, modified: number): boolean {
  const ifMatch = headers.get("if-match");
  const before = headers.get("if-unmodified-since") ?? "";
  if (ifMatch !== null) return ifMatch.trim() !== "*" && !splitTags(ifMatch).includes(etag);
  return isHttpDate(before) && modified > Date.parse(before);
}

const splitTags = (tags: string) => tags.split(",").map((tag) => tag.trim());

/** Returns null, for the whole file, also for several ranges and malformed ones. */
function readRange(headers: Headers, size: number, etag: string, modified: number) {
  const asked = headers.get("range");
  if (asked === null || !isSame(headers.get("if-range"), etag, modified)) return null;
  // A suffix longer than the file means the whole file (14.1.2); the parser rejects it.
  const suffix = /^bytes=-(\d+)$/.exec(asked)?.[1];
  const ranges = parseRange(size, suffix !== undefined && Number(suffix) > size ? `bytes=-${size}` : asked, {
    combine: true,
  });
  if (ranges === -1) return "beyond";
  return ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1 ? null : (ranges[0] ?? null);
}

/** Tells whether If-Range names this file (13.1.5); a weak tag never does. */
function isSame(ifRange: string | null, etag: string, modified: number): boolean {
  if (ifRange === null) return true;
  return ifRange.includes('"') ? ifRange === etag : isHttpDate(ifRange) && modified <= Date.parse(ifRange);
}

/** Ranges count uncompressed bytes, unless the caller continues a compressed download by its tag. */
function chooseVariant(headers: Headers, { identity, compressed }: FileReply): CodedVariant | null {
  const tags = splitTags(headers.get("if-match") ?? "");
  if (tags.includes(identity.etag)) return null;
  const accepted = headers.get("accept-encoding");
  const named = compressed.find(({ etag, encoding }) => tags.includes(etag) && chooseCoding(accepted, [encoding]));
  if (named) return named;
  const ifRange = headers.get("if-range");
  if (headers.get("range") !== null)
    return compressed.find(({ etag, encoding }) => etag === ifRange && chooseCoding(accepted, [encoding])) ?? null;
  const chosen = chooseCoding(
    accepted,
    compressed.map(({ encoding }) => encoding),
  );
  return compressed.find(({ encoding }) => encoding === chosen) ?? null;
}
