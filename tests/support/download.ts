import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { newSender } from "./sender";

export type Download = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** Returns bytes as sent. Rejects when the connection breaks. */
export async function download(url: string, options: { headers?: Record<string, string> } = {}): Promise<Download> {
  const response = await open(url, options);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) };
}

/** Resolves with the headers, before the body is read. */
export function open(
  url: string,
  { headers = {} }: { headers?: Record<string, string> } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { "x-forwarded-for": newSender(), ...headers }, agent: false }, resolve)
      .on("error", reject)
      .end();
  });
}

/** Returns the length in bytes. Rejects when the connection breaks. */
export async function readToEnd(response: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const chunk of response) length += chunk.length;
  return length;
}
