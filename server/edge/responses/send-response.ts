import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import compression from "compression";
import { FileResponse } from "@/lib/api/reply";
import type { RequestContext } from "@/lib/api/request-context";
import { createEncoder, FILE_ENCODINGS } from "@/lib/exports/compress";
import { chooseCoding, sendFile } from "./send-file";

const compress = compression();

/** Sends a response: a file or a range of it, a whole body compressed, or one without a length while it is made. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
  context: RequestContext,
): Promise<void> {
  response.setHeader("X-Request-Id", context.requestId);
  response.statusCode = answer.status;
  response.setHeaders(answer.headers);
  if (answer instanceof FileResponse) await sendFile(request, response, answer, context);
  else if (answer.body === null) response.end();
  else if (answer.headers.has("content-length")) {
    const bytes = Buffer.from(await answer.arrayBuffer());
    compress(request, response, () => response.end(bytes));
  } else await sendStream(request, response, answer.body);
}

/** Sends a body while it is made. One that fails half way breaks the connection, so that it never looks whole. */
async function sendStream(request: IncomingMessage, response: ServerResponse, body: ReadableStream<Uint8Array>) {
  const encoding = chooseCoding(request, FILE_ENCODINGS);
  if (encoding) response.setHeader("Content-Encoding", encoding);
  const bytes = Readable.fromWeb(body as NodeStream);
  const sending = encoding ? pipeline(bytes, createEncoder(encoding), response) : pipeline(bytes, response);
  await sending.catch(() => response.destroy());
}
