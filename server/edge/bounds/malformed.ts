import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { toWholeResponse } from "@/server/edge/responses/whole-response";
import { apiHeaders } from "@/server/edge/security-headers";

/** Room for an address of 8,192 characters, which gets an answer of the API, beside the other headers. */
export const MAX_HEADER_BYTES = 32_768;

const LINGER_MS = 3_000;

const STATUS_OF_ERROR: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers what node:http would answer without a body or by hanging up: bytes that are no request, tunnels, expectations. */
export function answerMalformed(server: Server): void {
  const newest = new WeakMap<Duplex, IncomingMessage>();
  server.on("request", (request) => newest.set(request.socket, request));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Bytes after a request that is being answered must not get into that answer; node:http does it like this.
    const isAnswering = Boolean(Reflect.get(socket, "_httpMessage"));
    // A second answer to a request whose body breaks off after the first would be taken for that to the next request.
    const isInBody = newest.get(socket)?.complete === false;
    if (isAnswering || isInBody || !socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    endSocket(socket, STATUS_OF_ERROR[error.code ?? ""] ?? 400);
  });
  server.on("connect", (_request, socket) => endSocket(socket, 405));
  // A server may act as if an expectation it does not know were not there (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

/** Matches a path that a WHATWG URL, and so Next, reads as another path. */
const IS_ANOTHER = /^[^?]*(?:\\|\/\.|\/%2e)/i;

/**
 * The path and query of a request target: absolute targets lose their host (RFC 9112, 3.2.2), and dots and
 * backslashes are resolved here, so that everything that decides by the path decides by the same one.
 */
export function toPath(target: string): string {
  if (target === "*") return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
  const whole = path.startsWith("/") ? path : `/${path}`;
  if (!IS_ANOTHER.test(whole)) return whole;
  const { pathname, search } = new URL(`http://host.invalid${whole}`);
  return pathname + search;
}

/** A name or address, and a port: what a Host header may say (RFC 9110, 7.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Tells whether a request names one host; programs in front could read two in another way (RFC 9112, 3.2). */
export function hasOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  const isName = (text: string, at: number) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === "host";
  return HOST.test(headers.host ?? "") && rawHeaders.filter(isName).length === 1;
}

/** Tells whether every program sees the end of a request in one place: node:http takes a coding without a name for none. */
export function hasOneEnd({ headers }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  return coding === undefined || /(?:^|,\s*)chunked$/i.test(coding);
}

/** Answer to what can be read in two ways or names nothing here: no host, or the server as a whole. Null for all else. */
export function answerOddTarget(request: IncomingMessage): Response | null {
  if (!hasOneEnd(request)) return toBareProblem(400, { Connection: "close" });
  const mayLackHost = request.httpVersion === "1.0" && request.headers.host === undefined;
  if (!mayLackHost && !hasOneHost(request)) return toBareProblem(400);
  if (request.url !== "*") return null;
  if (request.method !== "OPTIONS") return toBareProblem(400);
  return new Response(null, { status: 204, headers: { Allow: "GET, HEAD, OPTIONS" } });
}

/** Bare problem: nothing is known of the request that could be explained. */
export function toBareProblem(status: number, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(BARE_PROBLEM_HEADERS)) all.set(name, value);
  return toWholeResponse(writeBareProblem(status), status, all);
}

const BARE_PROBLEM_HEADERS = {
  "Content-Type": "application/problem+json; charset=utf-8",
  "Cache-Control": "no-store",
};

/** Problem details of a status alone (RFC 9457, 4.2.1). */
const writeBareProblem = (status: number) =>
  JSON.stringify({ type: "about:blank", title: STATUS_CODES[status], status });

/** Ends a connection with a bare problem, below node:http, where there is no response to write to. */
function endSocket(socket: Duplex, status: number): void {
  const body = writeBareProblem(status);
  const headers = [
    ...apiHeaders(),
    ...Object.entries(BARE_PROBLEM_HEADERS),
    ...(status === 405 ? [["Allow", "GET, HEAD, OPTIONS"]] : []),
    ["Content-Length", String(Buffer.byteLength(body))],
    ["Connection", "close"],
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const message = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
  // Ends connections whose peer does not close its side in turn.
  socket.end(message, () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
}
