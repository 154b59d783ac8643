import type { Stats } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, dirname } from "node:path";
import Negotiator from "negotiator";
import send from "send";
import type { CodedVariant, FileReply } from "@/lib/api/endpoint";
import { type Problem, writeProblem } from "@/lib/api/problem";
import type { FileResponse } from "@/lib/api/reply";
import type { RequestContext } from "@/lib/api/request-context";
import { FILE_ENCODINGS } from "@/lib/exports/compress";
import { OTHER_FILE, toRangeProblem } from "@/lib/exports/file-problems";

/** Bytes per read: a download costs no more than that of a plain file, and a thousand fit into memory. */
const READ_BYTES = 524_288;
/** Options of `send`: the headers about caching are in the response already. */
const OPTIONS = {
  ...({ dotfiles: "allow", etag: false, lastModified: false, cacheControl: false, index: false } as const),
  highWaterMark: READ_BYTES,
};

/** Headers that `send` adds. */
const FILE_HEADERS = ["Accept-Ranges", "Content-Encoding", "Content-Length", "Content-Range"];

/** The available encoding that the caller prefers; null for the bytes as they are. */
export function chooseCoding<T extends string>(request: IncomingMessage, available: readonly T[]): T | null {
  const best = new Negotiator(request).encoding([...available, "identity"], { preferred: FILE_ENCODINGS });
  return available.find((encoding) => encoding === best) ?? null;
}

/**
 * Sends a file, or the range of it that was asked for (RFC 9110, 14); the answer's headers are set already. A file
 * that cannot be read to its end breaks the connection, so that it never looks whole.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  reply: FileResponse,
  context: RequestContext,
): Promise<void> {
  dropVoidRange(request);
  const coded = chooseVariant(request, reply.file);
  const { path, etag } = coded ?? reply.file.identity;
  const refuse = (error: unknown) => refuseFile(response, reply, context, error);
  if (isOther(request, response, etag)) return refuse({ status: 412 });
  response.setHeader("ETag", etag);
  if (coded) response.setHeader("Content-Encoding", coded.encoding);
  await new Promise<void>((resolve) => {
    response.once("close", resolve);
    if (response.destroyed) return resolve();
    send(request, encodeURIComponent(basename(path)), { ...OPTIONS, root: dirname(path) })
      .on("file", (_path: string, { size }: Stats) => clampSuffix(request, size))
      .on("error", refuse)
      .pipe(response);
  });
}

/**
 * Tells whether the caller wants another file than this one (13.1.1, 13.1.4): by a strong tag, or by its date without
 * one. Removes the headers, because `send` compares weakly.
 */
function isOther({ headers }: IncomingMessage, response: ServerResponse, etag: string): boolean {
  const { "if-match": ifMatch, "if-unmodified-since": ifUnmodifiedSince } = headers;
  delete headers["if-match"];
  delete headers["if-unmodified-since"];
  if (ifMatch !== undefined) return ifMatch.trim() !== "*" && !splitTags(ifMatch).includes(etag);
  return Date.parse(String(response.getHeader("Last-Modified"))) > Date.parse(ifUnmodifiedSince ?? "");
}

const splitTags = (tags: string) => tags.split(",").map((tag) => tag.trim());

/** Ranges are for GET (14.2), and a weak tag never continues a download (13.1.5). */
function dropVoidRange({ method, headers }: IncomingMessage): void {
  if (method !== "GET" || headers["if-range"]?.toString().startsWith("W/")) delete headers.range;
}

/** The last so many bytes of a shorter file are all of it (14.1.2), which `send` takes for none. */
function clampSuffix({ headers }: IncomingMessage, size: number): void {
  const suffix = /^bytes=-(\d+)$/.exec(headers.range ?? "")?.[1];
  if (suffix !== undefined && Number(suffix) > size) headers.range = `bytes=-${size}`;
}

/**
 * Ranges are of the bytes as they are, whose places a caller can know, and not of a compressed form; except for who
 * continues a download of that very form, by its tag.
 */
function chooseVariant(request: IncomingMessage, { identity, compressed }: FileReply): CodedVariant | null {
  const { range, "if-range": ifRange, "if-match": ifMatch = "" } = request.headers;
  const tags = splitTags(ifMatch);
  if (tags.includes(identity.etag)) return null;
  const isTaken = ({ encoding }: CodedVariant) => chooseCoding(request, [encoding]) !== null;
  const named = compressed.find((variant) => tags.includes(variant.etag) && isTaken(variant));
  if (named) return named;
  const chosen = chooseCoding(
    request,
    compressed.map((variant) => variant.encoding),
  );
  if (range === undefined) return compressed.find((variant) => variant.encoding === chosen) ?? null;
  return compressed.find((variant) => variant.etag === ifRange && isTaken(variant)) ?? null;
}

/** Answers with the problem that an error is, of `send` or with a status as it would have. */
function refuseFile(response: ServerResponse, reply: FileResponse, context: RequestContext, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const contentRange = response.getHeader("Content-Range");
  for (const name of [...reply.headers.keys(), ...FILE_HEADERS]) response.removeHeader(name);
  const { status, headers, text } = writeProblem(toProblem(error, String(contentRange ?? "")), context);
  response.writeHead(status, headers).end(text);
}

function toProblem(error: unknown, contentRange: string): Problem {
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : 500;
  if (status === 412) return OTHER_FILE;
  if (status === 416) return toRangeProblem(contentRange);
  // A publish may remove the file between finding and opening it.
  return { kind: "unavailable", detail: "A new dataset is just being published.", headers: { "Retry-After": "1" } };
}
