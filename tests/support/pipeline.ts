import { connect } from "node:net";

export type Pipelined = { status: number; head: string; body: string };

/** Sends requests in one packet; returns the answers until the connection ends or is reset. */
export async function sendInOnePacket(base: string, paths: string[], headers: Record<string, string>) {
  const { hostname, port } = new URL(base);
  const fields = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\n${fields.join("")}\r\n`).join(""));
  const answers: Pipelined[] = [];
  const reader = new AnswerReader((answer) => answers.push(answer));
  try {
    for await (const piece of socket) {
      reader.read(piece);
      if (answers.length === paths.length) break;
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ECONNRESET")) throw error;
  }
  socket.destroy();
  return answers;
}

/** Cuts received text into answers: with a length, in chunks, or without a body. */
export class AnswerReader {
  #text = "";

  constructor(private readonly found: (answer: Pipelined) => void) {}

  read(piece: Buffer): void {
    this.#text += piece.toString("latin1");
    for (;;) {
      const end = this.#text.indexOf("\r\n\r\n") + 4;
      if (end === 3) return;
      const head = this.#text.slice(0, end);
      const read = isChunked(head) ? readChunks(this.#text, end) : readLength(this.#text, end, head);
      if (read === null) return;
      this.found({ status: Number(head.split(" ")[1]), head, body: read.body });
      this.#text = this.#text.slice(read.end);
    }
  }
}

type Body = { body: string; end: number };

const isChunked = (head: string) => /^transfer-encoding: chunked\r$/im.test(head);

/** Null while the body is incomplete. */
function readLength(text: string, start: number, head: string): Body | null {
  const end = start + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return text.length < end ? null : { body: text.slice(start, end), end };
}

/** Null while the last chunk is missing. Chunks have no trailers here. */
function readChunks(text: string, start: number): Body | null {
  let body = "";
  let at = start;
  for (;;) {
    const lineEnd = text.indexOf("\r\n", at);
    if (lineEnd === -1) return null;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (text.length < end) return null;
    if (size === 0) return { body, end };
    body += text.slice(lineEnd + 2, end - 2);
    at = end;
  }
}
