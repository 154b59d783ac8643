import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import compression from "compression";
import { toMethodProblem } from "@/lib/api/handle";
import { FileResponse } from "@/lib/api/reply";
import type { RequestContext } from "@/lib/api/request-context";
import { handleApi } from "@/lib/api/routes";
import { createEncoder, FILE_ENCODINGS } from "@/lib/exports/compress";
import { chooseCoding, sendFile } from "./send-file";

/** Request headers that an answer may depend on. */
const READ_HEADERS = [
  ...["x-api-key", "authorization", "x-forwarded-for", "accept"],
  ...["if-match", "if-unmodified-since", "if-none-match", "if-modified-since"],
];

/** Methods of HTTP that the web-standard Request refuses. */
const UNREPRESENTABLE = new Set(["CONNECT", "TRACE", "TRACK"]);

const compress = compression();

/** Answers a call of the API, whatever its path and method, by the handler that Next's routes call too. */
export async function answerApi(request: IncomingMessage, response: ServerResponse, context: RequestContext) {
  const { method = "" } = request;
  if (UNREPRESENTABLE.has(method)) context.fault ??= toMethodProblem(method);
  const reply = await handleApi(toRequest(request, context), context);
  response.statusCode = reply.status;
  response.setHeaders(reply.headers);
  if (reply instanceof FileResponse) await sendFile(request, response, reply, context);
  else if (reply.body === null) response.end();
  else if (reply.headers.has("content-length")) {
    const bytes = Buffer.from(await reply.arrayBuffer());
    compress(request, response, () => response.end(bytes));
  } else await sendStream(request, response, reply.body);
}

/** The web-standard form of a request, with the headers that an answer may depend on. */
function toRequest({ method = "GET", url = "", headers }: IncomingMessage, { fault }: RequestContext): Request {
  const read = READ_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  // Only who sent it is read where a fault was found before.
  if (fault) return new Request("http://localhost/api", { headers: read });
  return new Request(`http://localhost${url}`, { method, headers: read });
}

/** Sends a body while it is made. One that fails half way breaks the connection, so that it never looks whole. */
async function sendStream(request: IncomingMessage, response: ServerResponse, body: ReadableStream<Uint8Array>) {
  const encoding = chooseCoding(request, FILE_ENCODINGS);
  if (encoding) response.setHeader("Content-Encoding", encoding);
  const bytes = Readable.fromWeb(body as NodeStream);
  const sending = encoding ? pipeline(bytes, createEncoder(encoding), response) : pipeline(bytes, response);
  await sending.catch(() => response.destroy());
}
