import type { Socket } from "node:net";
import { metrics } from "@/lib/platform/metrics";

const MIN_BYTES_PER_SECOND = 1_000;
const LOOK_EVERY_MS = 1_000;

/** Bytes that a reader had taken, and when. */
type Mark = { taken: number; atMs: number };

/**
 * Cuts connections whose reader took less than 1,000 bytes a second for `seconds`, while something waited for them: an
 * answer that nobody reads holds its memory, its file and its place for as long as its connection.
 */
export function endSlowReaders(open: ReadonlySet<Socket>, seconds: number): void {
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
