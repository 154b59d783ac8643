import "server-only";
import { Socket } from "node:net";
import { Client, DatabaseError } from "pg";
import { env } from "./env";
import { log } from "./log";
import { outsideRequests, processSingleton } from "./process-singleton";
import { withTimeout } from "./timeout";

const CHECK_EVERY_MS = 500;
/** An unresponsive database is declared unavailable within this and the time between two checks: 2 s. */
const PING_TIMEOUT_MS = 1_500;
/** Counted in wall-clock time, for answers that promise a deadline; within 1.9 s with the time between checks. */
const UNRESPONSIVE_AFTER_MS = 1_400;

/** Error of every database call while the database is unavailable. */
export class DatabaseUnavailable extends Error {
  readonly code = "ECONNRESET";

  constructor() {
    super("the database does not answer");
  }
}

/** Socket of a pooled connection: detached from the request that opened it, because it outlives that request. */
class SharedSocket extends Socket {
  override connect(...args: unknown[]): this {
    return outsideRequests(() => Reflect.apply(super.connect, this, args));
  }
}

/**
 * Pings the database over a connection of its own. When no answer comes, cuts all other connections of this process and
 * refuses new ones until a ping is answered: no request waits for a frozen server or a dead network, which look like a
 * slow query. A query that is only slow is left alone.
 */
class DatabaseHealthCheck {
  #isUnavailable = false;
  #client: Client | null = null;
  #drop = () => {};
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #bytesOfClosed = 0;
  #ping: { sentAtMs: number; receivedBefore: number } | null = null;
  readonly #sockets = new Set<Socket>();

  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  get isUnresponsive(): boolean {
    if (this.#isUnavailable) return true;
    if (this.#ping === null || performance.now() - this.#ping.sentAtMs < UNRESPONSIVE_AFTER_MS) return false;
    return this.#countReceivedBytes() === this.#ping.receivedBefore;
  }

  /** Opens the socket of one connection; it is cut when the database becomes unavailable. */
  openSocket(): Socket {
    this.#timer ??= this.#isClosed ? null : outsideRequests(() => setTimeout(() => void this.#check(), 0).unref());
    const socket = new SharedSocket();
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#bytesOfClosed += socket.bytesRead;
    });
    if (this.#isUnavailable) setImmediate(() => socket.destroy(new DatabaseUnavailable()));
    return socket;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    // Ends without the protocol's goodbye, which may never be answered.
    this.#drop();
  }

  async #check(): Promise<void> {
    const receivedBefore = this.#countReceivedBytes();
    this.#ping = { sentAtMs: performance.now(), receivedBefore };
    try {
      await withTimeout(PING_TIMEOUT_MS, this.#sendPing());
      this.#update(false);
    } catch (error) {
      // On an overloaded machine, bytes received on any connection show that the server lives.
      const isUnresponsive = this.#countReceivedBytes() === receivedBefore;
      this.#drop();
      // The server refused this connection (too many connections, wrong password) but may serve the others; 57P is a
      // server that is shutting down.
      const isAnswer = error instanceof DatabaseError && !error.code?.startsWith("57P");
      if (!this.#isClosed && !isAnswer && isUnresponsive) this.#update(true);
    } finally {
      this.#ping = null;
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#check(), CHECK_EVERY_MS).unref();
  }

  async #sendPing(): Promise<void> {
    const client = this.#client ?? (await this.#open());
    await client.query("SELECT 1");
  }

  async #open(): Promise<Client> {
    const socket = new Socket();
    const client = new Client({
      connectionString: env().DATABASE_URL,
      connectionTimeoutMillis: PING_TIMEOUT_MS,
      application_name: "price-atlas-health",
      stream: () => socket,
    });
    const drop = () => {
      if (this.#client === client) this.#client = null;
      // Cuts at once: a frozen server never answers a goodbye.
      socket.destroy();
    };
    client.on("error", drop);
    client.on("end", drop);
    this.#client = client;
    this.#drop = drop;
    await client.connect();
    // Lets a command exit when its work is done.
    socket.unref();
    return client;
  }

  /** Bytes received on all connections so far; grows only while the server answers. */
  #countReceivedBytes(): number {
    let bytes = this.#bytesOfClosed;
    for (const socket of this.#sockets) bytes += socket.bytesRead;
    return bytes;
  }

  #update(isUnavailable: boolean): void {
    if (this.#isUnavailable === isUnavailable) return;
    this.#isUnavailable = isUnavailable;
    log().warn(isUnavailable ? "the database is unavailable" : "the database is available again");
    if (isUnavailable) for (const socket of this.#sockets) socket.destroy(new DatabaseUnavailable());
  }
}

const healthCheck = () => processSingleton("database-health", () => new DatabaseHealthCheck());

/** Socket for the option `stream` of pg; it is cut when the database becomes unavailable. */
export function openDatabaseSocket(): Socket {
  return healthCheck().openSocket();
}

/** Checks that the last ping failed: the database did not answer or refused all connections. */
export function isDatabaseUnavailable(): boolean {
  return healthCheck().isUnavailable;
}

/**
 * Checks that nothing was received since a ping was sent 1.4 s ago. Earlier than `isDatabaseUnavailable`, which allows
 * a busy machine more time before connections are cut.
 */
export function isDatabaseUnresponsive(): boolean {
  return healthCheck().isUnresponsive;
}

/** Stops the health check when the process stops. */
export function closeDatabaseHealth(): void {
  healthCheck().close();
}
