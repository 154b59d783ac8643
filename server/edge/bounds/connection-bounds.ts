import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { findClientAddress } from "@/lib/access/limits/client-address";
import { addGauge, metrics } from "@/lib/platform/metrics";
import { isUpload } from "@/server/edge/route-kind";

export type ConnectionBounds = {
  /** Connections at once; more are closed as soon as they are accepted. */
  max: number;
  /** Connections at once from one address (the /64 of an IPv6 one); 0: no bound. */
  maxOfAddress: number;
  /** Seconds within which a whole request has to arrive, headers and body. */
  requestSeconds: number;
  /** Span in seconds over which a reader must take 1,000 bytes a second of what waits; 0: no bound. */
  slowReaderSeconds: number;
};

/** Time in which an upload of 100 MB has to arrive: over a line of 1.4 Mbit/s. */
const UPLOAD_MS = 600_000;

/** The limits of time as options of node:http, which by itself looks at them only every 30 s. */
export function toTimeouts({ requestSeconds }: ConnectionBounds) {
  const headersTimeout = requestSeconds * 1000;
  const requestTimeout = requestSeconds === 0 ? 0 : Math.max(headersTimeout, UPLOAD_MS);
  return { requestTimeout, headersTimeout, connectionsCheckingInterval: 1_000 };
}

/**
 * Ends requests whose body does not arrive in time, as node:http would with one limit for all: uploads of the staff may
 * take longer.
 */
export function boundBodies(server: Server, { requestSeconds }: ConnectionBounds): void {
  if (requestSeconds === 0) return;
  server.on("request", (request: IncomingMessage) => {
    const { headers, url = "" } = request;
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
    if (!hasBody || isUpload(url)) return;
    const timer = setTimeout(() => {
      const error = Object.assign(new Error("the request took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      if (!request.complete) server.emit("clientError", error, request.socket);
    }, requestSeconds * 1000).unref();
    request.once("close", () => clearTimeout(timer));
    request.once("end", () => clearTimeout(timer));
  });
}

/**
 * Bounds what strangers may hold open: connections at once, in all and from one address, and answers that are not read.
 */
export function boundConnections(server: Server, bounds: ConnectionBounds): void {
  const { max, maxOfAddress, slowReaderSeconds } = bounds;
  server.maxConnections = max;
  const open = new Set<Socket>();
  const ofAddress = new Map<string, number>();
  server.on("drop", () => metrics().refusedConnections.inc({ bound: "all" }));
  server.on("connection", (socket: Socket) => {
    const address = findClientAddress(socket.remoteAddress, null, 0);
    const count = (ofAddress.get(address) ?? 0) + 1;
    if (maxOfAddress > 0 && count > maxOfAddress) {
      metrics().refusedConnections.inc({ bound: "address" });
      socket.destroy();
      return;
    }
    open.add(socket);
    ofAddress.set(address, count);
    socket.once("close", () => {
      open.delete(socket);
      const left = (ofAddress.get(address) ?? 1) - 1;
      if (left === 0) ofAddress.delete(address);
      else ofAddress.set(address, left);
    });
  });
  addGauge("http_connections", "Connections of callers that are open.", () => open.size);
  if (slowReaderSeconds > 0) endSlowReaders(open, slowReaderSeconds);
}

const MIN_BYTES_PER_SECOND = 1_000;
const LOOK_EVERY_MS = 1_000;

/** Bytes that a reader had taken, and when. */
type Mark = { taken: number; atMs: number };

/**
 * Cuts connections whose reader took less than 1,000 bytes a second for `seconds`, while something waited for them: an
 * answer that nobody reads holds its memory, its file and its place for as long as its connection.
 */
function endSlowReaders(open: ReadonlySet<Socket>, seconds: number): void {
  const marks = new WeakMap<Socket, Mark>();
  const look = () => {
    const now = performance.now();
    for (const socket of open) {
      if (socket.writableLength === 0) {
        marks.delete(socket);
        continue;
      }
      const taken = countTaken(socket);
      const mark = marks.get(socket);
      if (mark === undefined || taken - mark.taken >= seconds * MIN_BYTES_PER_SECOND) {
        marks.set(socket, { taken, atMs: now });
      } else if (now - mark.atMs >= seconds * 1000) {
        metrics().slowReaders.inc();
        socket.destroy();
      }
    }
  };
  setInterval(look, LOOK_EVERY_MS).unref();
}

/**
 * The bytes of a connection that the system has taken so far. Of one large write, node:net knows only when all of it is
 * gone; its handle knows how much is left.
 */
function countTaken(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null) return socket.bytesWritten - socket.writableLength;
  const [written, queued]: unknown[] = [Reflect.get(handle, "bytesWritten"), Reflect.get(handle, "writeQueueSize")];
  return typeof written === "number" && typeof queued === "number"
    ? written - queued
    : socket.bytesWritten - socket.writableLength;
}
