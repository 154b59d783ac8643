import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that are worked on at a time. Browsers and most programs send one. */
const MAX_UNANSWERED = 4;
/** Length of the shortest request: `GET / HTTP/1.0` and the empty line. */
const SHORTEST_BYTES = 18;
const END_OF_HEADERS = "\r\n\r\n";

/**
 * Hands node:http the requests of a connection a few at a time: it parses all that one packet holds and starts on all
 * of it, a thousand requests in 56 KB. The rest waits as the bytes it came in, and the connection is not read until
 * answers have gone out, which makes the client wait.
 */
export function boundPipelining(server: Server): void {
  const lines = new WeakMap<Socket, Line>();
  server.on("connection", (socket: Socket) => {
    const [toNode] = socket.listeners("data");
    // Leaves connections alone whose bytes node:http takes in another way.
    if (toNode === undefined) return;
    const line = new Line(socket, (bytes) => void toNode.call(socket, bytes));
    lines.set(socket, line);
    socket.removeAllListeners("data").on("data", (bytes: Buffer) => line.read(bytes));
  });
  server.on("request", ({ socket }, response) => {
    const line = lines.get(socket);
    if (line === undefined) return;
    line.begin();
    response.once("close", () => line.end());
  });
}

/** The bytes of one connection on their way to node:http. */
class Line {
  #unanswered = 0;
  #held: Buffer[] = [];
  #isPassing = false;
  /** True while this module has paused the connection. */
  #isHolding = false;

  constructor(
    private readonly socket: Socket,
    private readonly toNode: (bytes: Buffer) => void,
  ) {
    // node:http pauses the connection too, while answers wait for their reader, and takes no bytes until it resumes.
    socket.on("resume", () => this.#passOn());
  }

  read(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#passOn();
  }

  begin(): void {
    this.#unanswered++;
  }

  end(): void {
    this.#unanswered--;
    this.#passOn();
  }

  #passOn(): void {
    // An answer that ends while its request is being passed: the loop goes on with what is left.
    if (this.#isPassing) return;
    if (this.#held.length > 0 && this.#unanswered < MAX_UNANSWERED) this.#pass();
    if (this.socket.destroyed) this.#held = [];
    if (this.#held.length === 0 || this.socket.isPaused()) return;
    this.#isHolding = true;
    this.socket.pause();
  }

  #pass(): void {
    this.#isPassing = true;
    if (this.#isHolding) this.socket.resume();
    this.#isHolding = false;
    while (this.#unanswered < MAX_UNANSWERED && !this.socket.isPaused() && !this.socket.destroyed) {
      const bytes = this.#held.shift();
      if (bytes === undefined) break;
      const at = bytes.indexOf(END_OF_HEADERS, SHORTEST_BYTES - END_OF_HEADERS.length);
      const end = at === -1 ? bytes.length : at + END_OF_HEADERS.length;
      if (end < bytes.length) this.#held.unshift(bytes.subarray(end));
      this.toNode(bytes.subarray(0, end));
    }
    this.#isPassing = false;
  }
}
