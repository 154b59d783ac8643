import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { newSender } from "./sender";
import { baseUrl } from "./server";

export { newSender };

export type Reply = { status: number; headers: Headers; text: string; bytes: Buffer; body: unknown };

/** GET without a client's own headers or redirects. */
export function get(path: string, options: Omit<SendOptions, "payload"> = {}): Promise<Reply> {
  return send("GET", path, options);
}

export type SendOptions = {
  headers?: Record<string, string>;
  base?: string;
  payload?: string;
  /**
   * Reuses the connection (by default with the main test server), because the server answers later requests on one
   * differently.
   */
  reuses?: boolean;
};

/** Below the server's own limit for idle connections. */
const keeping = new Agent({ keepAlive: true, timeout: 1_000 });

/** `body`: the parsed JSON, or undefined. */
export async function send(
  method: string,
  path: string,
  { headers = {}, base = baseUrl, payload, reuses = base === baseUrl }: SendOptions = {},
): Promise<Reply> {
  const { hostname, port } = new URL(base);
  const agent = reuses && keeping;
  const { status, received, raw } = await new Promise<{ status: number; received: IncomingHttpHeaders; raw: Buffer }>(
    (resolve, reject) => {
      const sent = request(
        { method, hostname, port, path, headers: { "x-forwarded-for": newSender(), ...headers }, agent },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, received: response.headers, raw: Buffer.concat(chunks) }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(payload);
    },
  );
  const bytes = raw.length > 0 ? decode(raw, received["content-encoding"]) : raw;
  const text = bytes.toString("utf8");
  return { status, headers: toHeaders(received), text, bytes, body: parse(text) };
}

/** Repeats a 503 with Retry-After at most three times, because a busy machine may delay the database. */
export async function sendPatiently(...sent: Parameters<typeof send>): Promise<Reply> {
  for (let times = 0; ; times++) {
    const reply = await send(...sent);
    if (times === 3 || reply.status !== 503 || !reply.headers.has("retry-after")) return reply;
    await sleep(1_000);
  }
}

function decode(raw: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "br") return brotliDecompressSync(raw);
  if (encoding === "gzip") return gunzipSync(raw);
  return raw;
}

function toHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  return headers;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
