import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { MAX_HEADER_BYTES } from "./malformed";

/** Requests of one connection that are worked on at a time. Browsers and most programs send one. */
const MAX_UNANSWERED = 4;
/** Length of the shortest request: `GET / HTTP/1.0` and the empty line. */
const SHORTEST_BYTES = 18;
const END_OF_HEADERS = "\r\n\r\n";
/** Connections that go on with what they hold in one turn of the event loop. */
const MAX_OF_A_TURN = 8;

/**
 * Hands node:http the requests of a connection a few at a time: it parses all that one packet holds and starts on all
 * of it, a thousand requests in 56 KB. The rest waits as the bytes it came in, and the connection is not read until
 * answers have gone out, which makes the client wait. Of all that waits so, a few requests begin in a turn of the event
 * loop, one of each connection: a thousand quick answers take turns with everybody else's.
 */
export function boundPipelining(server: Server): void {
  const lines = new WeakMap<Socket, Line>();
  const turns = new Turns();
  server.on("connection", (socket: Socket) => {
    const [toNode] = socket.listeners("data");
    // Leaves connections alone whose bytes node:http takes in another way.
    if (toNode === undefined) return;
    const line = new Line(socket, turns, (bytes) => void toNode.call(socket, bytes));
    lines.set(socket, line);
    socket.removeAllListeners("data").on("data", (bytes: Buffer) => line.read(bytes));
  });
  server.on("request", (request, response) => {
    const line = lines.get(request.socket);
    if (line === undefined) return;
    line.begin(request);
    response.once("close", () => line.end());
  });
}

/** Connections that hold requests, in the order in which they go on. */
class Turns {
  readonly #waiting: Line[] = [];
  #isScheduled = false;

  add(line: Line): void {
    this.#waiting.push(line);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const lines = this.#waiting.splice(0, MAX_OF_A_TURN);
      if (this.#waiting.length > 0) this.#schedule();
      for (const line of lines) line.goOn();
    });
  }
}

/** The bytes of one connection on their way to node:http. */
class Line {
  #unanswered = 0;
  #newest: IncomingMessage | null = null;
  #held: Buffer[] = [];
  #isPassing = false;
  /** True while what is held waits for the next turn. */
  #isInTurns = false;
  /** True while this module has paused the connection. */
  #isHolding = false;

  constructor(
    private readonly socket: Socket,
    private readonly turns: Turns,
    private readonly toNode: (bytes: Buffer) => void,
  ) {
    // node:http pauses the connection too, while answers wait for their reader, and takes no bytes until it resumes.
    socket.on("resume", () => this.#passOn());
  }

  read(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#passOn();
  }

  begin(request: IncomingMessage): void {
    this.#unanswered++;
    this.#newest = request;
  }

  end(): void {
    this.#unanswered--;
    this.#passOn();
  }

  /** Begins the next request, when the turn has come. */
  goOn(): void {
    this.#isInTurns = false;
    this.#passOn();
  }

  #passOn(): void {
    // An answer that ends while its request is being passed: the next turn goes on with what is left.
    if (this.#isPassing) return;
    if (this.#held.length > 0 && this.#mayBegin()) this.#pass();
    if (this.socket.destroyed) this.#held = [];
    // Goes on reading while the head of the next request is incomplete.
    if (this.#held.length === 0 || this.#mayBegin() || this.socket.isPaused()) return;
    this.#isHolding = true;
    this.socket.pause();
  }

  #pass(): void {
    this.#isPassing = true;
    if (this.#isHolding) this.socket.resume();
    this.#isHolding = false;
    const bytes = this.socket.isPaused() || this.socket.destroyed ? undefined : this.#takeNext();
    if (bytes !== undefined) {
      this.#isInTurns = this.#held.length > 0;
      if (this.#isInTurns) this.turns.add(this);
      this.toNode(bytes);
    }
    this.#isPassing = false;
  }

  #mayBegin(): boolean {
    return this.#unanswered < MAX_UNANSWERED && !this.#isInTurns;
  }

  /**
   * Takes the bytes of the next request, or more of the body of the one before. Undefined while the head is incomplete
   * and answers are owed: node:http times a request from its first byte, and would cut the connection, answers and all,
   * while the other bytes wait here.
   */
  #takeNext(): Buffer | undefined {
    const [bytes, next] = this.#held;
    if (bytes === undefined) return undefined;
    const at = bytes.indexOf(END_OF_HEADERS, SHORTEST_BYTES - END_OF_HEADERS.length);
    const isInBody = this.#newest?.complete === false;
    if (at === -1 && this.#unanswered > 0 && !isInBody && bytes.length <= MAX_HEADER_BYTES) {
      if (next === undefined) return undefined;
      this.#held.splice(0, 2, Buffer.concat([bytes, next]));
      return this.#takeNext();
    }
    this.#held.shift();
    const end = at === -1 ? bytes.length : at + END_OF_HEADERS.length;
    if (end < bytes.length) this.#held.unshift(bytes.subarray(end));
    return bytes.subarray(0, end);
  }
}
