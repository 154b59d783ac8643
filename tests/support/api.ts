import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { callHere, isCallHere } from "./call-here";
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
  /** Goes over the wire to this server; without it, calls of the API are answered in this process. */
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
  { headers = {}, base: given, payload, reuses = (given ?? baseUrl) === baseUrl }: SendOptions = {},
): Promise<Reply> {
  const base = given ?? baseUrl;
  if (given === undefined && payload === undefined && isCallHere(method, path))
    return callHere(method, path, { "x-forwarded-for": newSender(), ...headers }).then(toReply);
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
  return toReply({ status, headers: toHeaders(received), raw });
}

function toReply({ status, headers, raw }: { status: number; headers: Headers; raw: Buffer }): Reply {
  const bytes = raw.length > 0 ? decode(raw, headers.get("content-encoding")) : raw;
  const text = bytes.toString("utf8");
  return { status, headers, text, bytes, body: parse(text) };
}

/** Repeats a 503 with Retry-After at most three times, because a busy machine may delay the database. */
export async function sendPatiently(...sent: Parameters<typeof send>): Promise<Reply> {
  for (let times = 0; ; times++) {
    const reply = await send(...sent);
    if (times === 3 || reply.status !== 503 || !reply.headers.has("retry-after")) return reply;
    await sleep(1_000);
  }
}

/** The same over the wire, for tests of what lies between a caller and the functions that answer. */
export const wire = {
  get: (path: string, options: Omit<SendOptions, "payload"> = {}) => get(path, { base: baseUrl, ...options }),
  send: (method: string, path: string, options: SendOptions = {}) => send(method, path, { base: baseUrl, ...options }),
  sendPatiently: (method: string, path: string, options: SendOptions = {}) =>
    sendPatiently(method, path, { base: baseUrl, ...options }),
};

function decode(raw: Buffer, encoding: string | null): Buffer {
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
