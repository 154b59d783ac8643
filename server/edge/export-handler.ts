import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { answer } from "@/lib/api/handle";
import { type Settled, settle } from "@/lib/api/serve";
import { createEncoder, FILE_ENCODINGS } from "@/lib/exports/compress";
import { openExportFile } from "@/lib/exports/data";
import { exportDataset } from "@/lib/exports/endpoints";
import { toExportTags } from "@/lib/exports/export-spec";
import { toRequest } from "./api-handler";
import { chooseCoding, sendFile } from "./send-file";

/** Recognizes a call for an export. */
export function isExport({ method, url = "" }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && url.split("?", 1)[0] === exportDataset.path;
}

/** Answers a call for an export, with a file where there is one: its bytes never pass through Next. */
export async function answerExport(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = "", headers } = request;
  const asked = toRequest({ method, url, headers });
  const settled = await settle(exportDataset.path, asked, () =>
    answer(exportDataset, openExportFile, asked, {}, toExportTags),
  );
  response.statusCode = settled.response.status;
  response.setHeaders(settled.response.headers);
  if (settled.file) await sendFile(request, response, settled, settled.file);
  else await sendBody(request, response, settled);
}

async function sendBody(request: IncomingMessage, response: ServerResponse, { response: reply, finish }: Settled) {
  finish(reply.status);
  if (request.method === "HEAD" || reply.body === null) {
    await reply.body?.cancel();
    response.end();
    return;
  }
  const encoding = reply.ok ? chooseCoding(request, FILE_ENCODINGS) : null;
  if (encoding) response.setHeader("Content-Encoding", encoding);
  // A body that fails half way breaks the connection, so that it never looks whole.
  const body = Readable.from(readBody(reply.body));
  const sending = encoding ? pipeline(body, createEncoder(encoding), response) : pipeline(body, response);
  await sending.catch(() => response.destroy());
}

async function* readBody(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
