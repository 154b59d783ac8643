import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { findClientAddress } from "@/lib/access/limits/client-address";
import { addGauge, metrics } from "@/lib/platform/metrics";
import { isUpload } from "./route-kind";
import { endSlowReaders } from "./slow-readers";

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
