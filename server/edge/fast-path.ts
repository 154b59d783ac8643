import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES, validateHeaderValue } from "node:http";
import type { Socket } from "node:net";
import type { RequestContext } from "@/lib/api/request-context";
import { log } from "@/lib/platform/log";
import { Missing } from "@/lib/platform/missing";
import { toPath } from "@/server/edge/bounds/malformed";
import { boundHeaders, findExcess } from "@/server/edge/bounds/request-bounds";
import type { EdgeResponse } from "./cache/edge-response";
import type { Responder } from "./cache/respond";
import { type FindRoute, recordRequest } from "./follow-request";
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
export function addFastPath(server: Server, respond: Respond, isClosing = () => false): void {
  const courses = new WeakMap<Socket, Course>();
  server.on("connection", (socket: Socket) => {
    const [toNode] = socket.listeners("data");
    // Leaves connections alone that node:http reads without a data listener: there is nothing to stand in front of.
    if (toNode === undefined) return;
    const course: Course = { isKnown: false, pending: 0 };
    courses.set(socket, course);
    const passOn = (bytes: Buffer): void => toNode.call(socket, bytes);
    const read = (bytes: Buffer) => {
      const request = readPlainRequest(bytes);
      if (request === null) socket.off("data", read).on("data", passOn);
      else if (isFree(course, socket)) {
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

  const isFree = ({ isKnown, pending }: Course, socket: Socket) =>
    isKnown && pending === 0 && socket.writable && socket.writableLength === 0 && !isClosing();

  /** Writes as node:http would, and when it would: a reader who is slow is not idle. */
  function write(socket: Socket, { response, onEnd }: Immediate, method: string): void {
    const { status, shared, own, body } = response;
    const alive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1000)}\r\n`;
    const headers = `${toSharedLines(shared)}${toLines(own)}Date: ${toDate()}\r\n${alive}`;
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

/** Responds to plain requests with what the responder has at hand, and records them. */
export function respondAtOnce(responder: Responder, findRoute: FindRoute): Respond {
  return ({ method, url: target, headers }, socket) => {
    const startedAt = performance.now();
    // A refusal needs a response of node:http to write to.
    if (findExcess(target) !== null) return null;
    const context: RequestContext = { address: socket.remoteAddress ?? "", requestId: randomUUID() };
    boundHeaders(headers);
    const url = toPath(target);
    try {
      const response = responder.respond({ request: { url, headers }, context, caller: failToWait });
      if (response === null || response instanceof Missing) return null;
      const { status, shared } = response;
      // Headers that cannot be written fail here, where node:http can still answer.
      toSharedLines(shared);
      const onEnd = (isAborted: boolean) =>
        recordRequest({ method, url, status, startedAt, isAborted }, context, findRoute);
      return { response, onEnd };
    } catch (error) {
      // node:http answers instead, where a failure has a response.
      log().error({ error: error instanceof Error ? error.stack : error }, "not answered at once");
      return null;
    }
  };
}

/** Stands in for the caller of a render: nobody waits here. */
function failToWait(): never {
  throw new Error("the fast path waits for nothing");
}

const sharedLines = new WeakMap<EdgeResponse["shared"], string>();

/** Lines of headers that many responses share, checked once as node:http would check them. */
function toSharedLines(headers: EdgeResponse["shared"]): string {
  const known = sharedLines.get(headers);
  if (known !== undefined) return known;
  for (const [name, value] of headers) validateHeaderValue(name, value);
  const lines = toLines(headers);
  sharedLines.set(headers, lines);
  return lines;
}

/** Headers as lines of a message (RFC 9112, 5). */
function toLines(headers: EdgeResponse["shared"]): string {
  let lines = "";
  for (const [name, value] of headers) lines += `${name}: ${value}\r\n`;
  return lines;
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
