import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { openExportFile } from "@/lib/exports/data";
import { exportDataset } from "@/lib/exports/endpoints";
import { toExportTags } from "@/lib/exports/recipe";
import { answer } from "@/lib/http/answer";
import { type Settled, settle } from "@/lib/http/serve";
import { acceptsGzip, sendFile } from "./send-file";

const READ_HEADERS = ["x-api-key", "authorization", "x-forwarded-for", "if-none-match", "if-modified-since"];

/** Whether this is a call for an export. Other methods and spellings of the path are Next's. */
export function isExport({ method, url = "" }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && url.split("?", 1)[0] === exportDataset.path;
}

/** Answers a call for an export, with a file where there is one: its bytes never pass through Next. */
export async function answerExport(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = toRequest(request);
  const settled = await settle(exportDataset.path, asked, () =>
    answer(exportDataset, openExportFile, asked, {}, toExportTags),
  );
  response.statusCode = settled.response.status;
  response.setHeaders(settled.response.headers);
  if (settled.file) await sendFile(request, response, settled, settled.file);
  else await sendBody(request, response, settled);
}

function toRequest({ method = "GET", url = "", headers }: IncomingMessage): Request {
  const read = READ_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return new Request(`http://localhost${url}`, { method, headers: read });
}

async function sendBody(request: IncomingMessage, response: ServerResponse, { response: reply, finish }: Settled) {
  finish(reply.status);
  if (request.method === "HEAD" || reply.body === null) {
    await reply.body?.cancel();
    response.end();
    return;
  }
  const isCompressed = reply.ok && acceptsGzip(request);
  if (isCompressed) response.setHeader("Content-Encoding", "gzip");
  // A body that fails half way breaks the connection, so that it never looks whole.
  const body = Readable.from(readBody(reply.body));
  const sending = isCompressed ? pipeline(body, createGzip(), response) : pipeline(body, response);
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
