import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type EdgeResponse, toLines } from "./cache/respond";
import { type PlainRequest, readPlainRequest } from "./plain-request";

/** Responds at once, or returns null and has done nothing. */
type Respond = (request: PlainRequest, socket: Socket) => Immediate | null;

/** `onEnd` is called when the last byte has gone out, or its reader has left before. */
type Immediate = { response: EdgeResponse; onEnd: (isAborted: boolean) => void };

/** Requests of a connection at node:http. */
type Course = {
  /** True once node:http has answered one: until then its own time limit for a first request runs. */
  isKnown: boolean;
  /** Requests that node:http was given and has not answered. */
  pending: number;
};

/**
 * Writes responses that are at hand onto the connection itself: most of the time of a cache hit is what node:http does
 * around it. Only a plain request is looked at, after the first of its connection, and while none is
 * pending; all else is passed to node:http, byte for byte, which goes on to keep the connection, its limits of time
 * and its end. Where something comes that is no plain request, node:http has the connection for good.
 */
export function addFastPath(server: Server, respond: Respond): void {
  const courses = new WeakMap<Socket, Course>();
  server.on("connection", (socket: Socket) => {
    const [toNode] = socket.listeners("data");
    // Where node:http takes the bytes in another way, they are its own.
    if (toNode === undefined) return;
    const course: Course = { isKnown: false, pending: 0 };
    courses.set(socket, course);
    const passOn = (bytes: Buffer): void => toNode.call(socket, bytes);
    const read = (bytes: Buffer) => {
      const request = readPlainRequest(bytes);
      if (request === null) socket.off("data", read).on("data", passOn);
      else if (course.isKnown && course.pending === 0 && socket.writable && socket.writableLength === 0) {
        const immediate = respond(request, socket);
        if (immediate !== null) return write(socket, immediate, request.method);
      }
      course.pending++;
      passOn(bytes);
    };
    socket.removeAllListeners("data").on("data", read);
  });
  server.on("request", ({ socket }, response) => {
    const course = courses.get(socket);
    if (course === undefined) return;
    response.once("close", () => {
      course.isKnown = true;
      course.pending--;
    });
  });

  /** Writes as node:http would, and when it would: a reader who is slow is not idle. */
  function write(socket: Socket, { response, onEnd }: Immediate, method: string): void {
    const { status, shared, own, body } = response;
    const alive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1000)}\r\n`;
    const headers = `${shared.lines}${toLines(own)}Date: ${toDate()}\r\n${alive}`;
    socket.cork();
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n`, "latin1");
    if (body !== null && method === "GET") socket.write(body);
    socket.uncork();
    if (socket.writableLength === 0) {
      onEnd(false);
      return;
    }
    const { timeout = 0 } = socket;
    socket.setTimeout(0);
    socket.write("", (error) => {
      onEnd(error instanceof Error);
      if (courses.get(socket)?.pending === 0) socket.setTimeout(timeout);
    });
  }
}

let second = 0;
let date = "";

/** The time of day as the header Date has it (RFC 9110, 5.6.7). */
function toDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
