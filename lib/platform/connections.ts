import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { processSingleton } from "./process-singleton";

/** Fits into the 30 s that a supervisor usually gives. */
const PATIENCE_MS = 25_000;
const LOOK_EVERY_MS = 50;

type Connection = { underWay: number };

/** Connections of callers that are open. */
const connections = processSingleton("connections", () => new Map<Socket, Connection>());

export const countConnections = (): number => connections.size;

export function followConnection(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known !== undefined) return known;
  const connection = { underWay: 0 };
  connections.set(socket, connection);
  socket.once("close", () => connections.delete(socket));
  return connection;
}

/** Counts a request until its answer has ended. Returns how many are under way on its connection. */
export function followAnswer(socket: Socket, response: ServerResponse): number {
  const connection = followConnection(socket);
  connection.underWay++;
  response.once("close", () => connection.underWay--);
  response.once("finish", () => passOver(response.req));
  return connection.underWay;
}

/**
 * Reads the rest of a body that was answered before its end. Node does so where nobody has begun to read it; Next has, and the
 * next request on the connection would wait for it in vain.
 */
function passOver(request: IncomingMessage): void {
  if (request.complete && request.readableLength === 0) return;
  request.unpipe();
  request.removeAllListeners("data");
  request.removeAllListeners("readable");
  request.resume();
}

/** Waits until callers have read the last byte of every answer, 25 s at most: node:http's close would cut those. */
export async function untilAnswered(): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  const isBusy = () => [...connections].some(([socket, { underWay }]) => underWay > 0 || socket.writableLength > 0);
  while (isBusy() && performance.now() < until) await sleep(LOOK_EVERY_MS);
}
