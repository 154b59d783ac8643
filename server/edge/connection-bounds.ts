import type { Server } from "node:http";
import type { Socket } from "node:net";
import { findClientAddress } from "@/lib/access/limits/client-address";
import { addGauge, metrics } from "@/lib/platform/metrics";
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

/** The limits of time as options of node:http, which by itself looks at them only every 30 s. */
export function toTimeouts({ requestSeconds }: ConnectionBounds) {
  const requestTimeout = requestSeconds * 1000;
  return { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 1_000 };
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
