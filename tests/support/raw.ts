import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { newSender } from "./api";

export type RawReply = { status: number; headers: Headers; body: string };

/** Returns what arrives until the server closes, or is silent for a minute. */
export async function sendRaw(base: string, bytes: string): Promise<RawReply> {
  const received = Buffer.from(await exchange(base, [bytes]), "latin1").toString("utf8");
  const [head = "", ...rest] = received.split("\r\n\r\n");
  return { ...readHead(head), body: rest.join("\r\n\r\n") };
}

/** Sends the pieces in order on one connection; returns all received text as latin1. */
export async function exchange(base: string, pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  let text = "";
  const ended = new Promise<string>((resolve, reject) => {
    socket.setEncoding("latin1").setTimeout(60_000, () => socket.destroy(new Error(`no end of:\n${text}`)));
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    // A reset counts as an end: the server may close with bytes under way.
    socket.on("error", (error: NodeJS.ErrnoException) => void (isEnd(error) || reject(error)));
    socket.on("close", () => resolve(text));
  });
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await Promise.race([once(socket, "data").catch(() => {}), sleep(PATIENCE_MS), ended]);
    if (at > 0) await sleep(PAUSE_MS);
    if (socket.writable) socket.write(piece, "latin1");
  }
  return ended;
}

/** Longest wait for an answer before the next piece is sent. */
const PATIENCE_MS = 500;
const PAUSE_MS = 30;

const isEnd = ({ code }: NodeJS.ErrnoException) => code === "ECONNRESET" || code === "EPIPE";

/** Splits bytes into complete answers (RFC 9112, 6); the last may be missing. Throws when bytes are left over. */
export function readAnswers(received: string, methods: readonly string[]): RawReply[] {
  const answers: RawReply[] = [];
  for (let rest = received; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    const head = rest.slice(0, end);
    if (end === -1 || !HEAD.test(head)) throw new Error(`no answer:\n${rest.slice(0, 500)}`);
    const method = methods[answers.length];
    if (method === undefined) throw new Error(`an answer to nothing:\n${rest.slice(0, 500)}`);
    const { status, headers } = readHead(head);
    rest = rest.slice(end + 4);
    const isChunked = headers.get("transfer-encoding") === "chunked";
    const length = isChunked ? measureChunks(rest) : Number(headers.get("content-length") ?? rest.length);
    const taken = method === "HEAD" || status === 304 || status === 204 ? 0 : length;
    if (!(taken <= rest.length)) throw new Error(`not whole:\n${head}\n\n${rest.slice(0, 500)}`);
    answers.push({ status, headers, body: rest.slice(0, taken) });
    rest = rest.slice(taken);
  }
  return answers;
}

/** Single-line headers without control characters. */
const HEAD = /^HTTP\/1\.1 [1-5]\d\d [ -~]+(?:\r\n[\w-]+: [ -~\u0080-\u00ff]*)+$/;

/** Length up to the end of a chunked body; NaN without one. */
function measureChunks(text: string): number {
  for (let at = 0; ; ) {
    const size = /^[\da-f]+(?=\r\n)/i.exec(text.slice(at, at + 16))?.[0] ?? "";
    at += size.length + Number.parseInt(size, 16) + 4;
    if (!(at <= text.length)) return Number.NaN;
    if (Number(`0x${size}`) === 0) return at;
  }
}

function readHead(head: string): { status: number; headers: Headers } {
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim());
  return { status: Number(first.split(" ")[1]), headers };
}

/** Request from a new client address that closes the connection. */
export function toRequest(line: string, headers: Record<string, string> = {}, body = ""): string {
  const all = { Host: "localhost", "X-Forwarded-For": newSender(), Connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
