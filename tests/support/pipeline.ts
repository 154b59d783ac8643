import { connect } from "node:net";

export type Pipelined = { status: number; head: string; body: string };

/** The answers to requests that go out in one packet on one connection, in their order. */
export async function sendInOnePacket(base: string, paths: string[], headers: Record<string, string>) {
  const { hostname, port } = new URL(base);
  const fields = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\n${fields.join("")}\r\n`).join(""));
  const answers: Pipelined[] = [];
  const reader = new AnswerReader((answer) => answers.push(answer));
  for await (const piece of socket) {
    reader.read(piece);
    if (answers.length === paths.length) break;
  }
  socket.destroy();
  return answers;
}

/** Cuts what a connection receives into answers with a length. */
export class AnswerReader {
  #text = "";

  constructor(private readonly found: (answer: Pipelined) => void) {}

  read(piece: Buffer): void {
    this.#text += piece.toString("latin1");
    for (;;) {
      const end = this.#text.indexOf("\r\n\r\n") + 4;
      if (end === 3) return;
      const head = this.#text.slice(0, end);
      const whole = end + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (this.#text.length < whole) return;
      this.found({ status: Number(head.split(" ")[1]), head, body: this.#text.slice(end, whole) });
      this.#text = this.#text.slice(whole);
    }
  }
}
