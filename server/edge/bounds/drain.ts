import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** A request that is on its way when the server stops arrives within this. */
const QUIET_MS = 500;
/** Time given to a reader of everything to close its side of the connection. */
const LINGER_MS = 3_000;
const SWEEP_EVERY_MS = 50;

/** State of a connection: unanswered requests, and when something was last received or answered. */
type Standing = { pending: number; activeAtMs: number; bytesRead: number };

/**
 * Ends the connections of a server that stops, each after the last byte of its last answer. node:http calls a
 * connection idle as soon as its answer was handed over, and cuts it although the bytes still wait for the reader.
 */
export class Drain {
  readonly #server: Server;
  readonly #open = new Map<Socket, Standing>();

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#open.set(socket, { pending: 0, activeAtMs: performance.now(), bytesRead: 0 });
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("request", ({ socket }, response) => {
      const standing = this.#open.get(socket);
      if (standing === undefined) return;
      standing.pending++;
      response.once("close", () => {
        standing.pending--;
        standing.activeAtMs = performance.now();
      });
    });
  }

  /** Stops accepting; resolves when every connection has ended, which `cutAll` makes at the latest. */
  async end(): Promise<void> {
    // The close of node:http begins with cutting what it calls idle.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
    const sweep = setInterval(() => this.#endQuiet(), SWEEP_EVERY_MS);
    await closed;
    clearInterval(sweep);
  }

  /** Cuts every connection, whatever still waits in it. */
  cutAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #endQuiet(): void {
    const now = performance.now();
    for (const [socket, standing] of this.#open) {
      if (standing.pending > 0 || socket.writableEnded) continue;
      if (socket.bytesRead !== standing.bytesRead) {
        standing.bytesRead = socket.bytesRead;
        standing.activeAtMs = now;
      }
      if (now - standing.activeAtMs < QUIET_MS) continue;
      // After what waits in it.
      socket.end(() => setTimeout(() => socket.destroy(), LINGER_MS).unref());
    }
  }
}
