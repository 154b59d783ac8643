import "server-only";
import { Socket } from "node:net";
import { Client, DatabaseError } from "pg";
import { env } from "./env";
import { log } from "./log";
import { outsideRequests, processSingleton } from "./process-singleton";
import { withTimeout } from "./timeout";

const BEAT_EVERY_MS = 500;
/** With the time between two beats, a database that falls silent is given up within 2 s. */
const WAIT_MS = 1_500;
/** By the clock on the wall, for who has promised an answer by then; with the time between beats within 1.9 s. */
const SILENT_MS = 1_400;

/** What every use of the database fails with while it is away. */
export class DatabaseUnavailable extends Error {
  readonly code = "ECONNRESET";

  constructor() {
    super("the database does not answer");
  }
}

/** A socket whose connection outlives the request that needed it first. */
class SharedSocket extends Socket {
  override connect(...args: unknown[]): this {
    return outsideRequests(() => Reflect.apply(super.connect, this, args));
  }
}

/**
 * Asks the database for a sign of life, over a connection of its own. When none comes, all other connections of
 * this process are cut and new ones refused until it answers again: nobody waits for a frozen server or a dead
 * network, whose silence looks like a slow query. A query that is merely slow is left alone.
 */
class DatabasePulse {
  #isAway = false;
  #client: Client | null = null;
  #forget = () => {};
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #heardOfClosed = 0;
  #asked: { atMs: number; heardBefore: number } | null = null;
  readonly #sockets = new Set<Socket>();

  get isAway(): boolean {
    return this.#isAway;
  }

  get isSilent(): boolean {
    if (this.#isAway) return true;
    if (this.#asked === null || performance.now() - this.#asked.atMs < SILENT_MS) return false;
    return this.#countHeard() === this.#asked.heardBefore;
  }

  /** A socket for one connection to the database, which lives no longer than the pulse. */
  openSocket(): Socket {
    this.#timer ??= this.#isClosed ? null : outsideRequests(() => setTimeout(() => void this.#beat(), 0).unref());
    const socket = new SharedSocket();
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#heardOfClosed += socket.bytesRead;
    });
    if (this.#isAway) setImmediate(() => socket.destroy(new DatabaseUnavailable()));
    return socket;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    // Not worth a goodbye that may never be answered.
    this.#forget();
  }

  async #beat(): Promise<void> {
    const heardBefore = this.#countHeard();
    this.#asked = { atMs: performance.now(), heardBefore };
    try {
      await withTimeout(WAIT_MS, this.#ask());
      this.#tell(false);
    } catch (error) {
      // On a machine that is overloaded, any connection that got an answer shows that the server lives.
      const isSilent = this.#countHeard() === heardBefore;
      this.#forget();
      // Too many connections, a wrong password: it refuses this one, and may go on serving the others.
      const isAnswer = error instanceof DatabaseError && !error.code?.startsWith("57P");
      if (!this.#isClosed && !isAnswer && isSilent) this.#tell(true);
    } finally {
      this.#asked = null;
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#beat(), BEAT_EVERY_MS).unref();
  }

  async #ask(): Promise<void> {
    const client = this.#client ?? (await this.#open());
    await client.query("SELECT 1");
  }

  async #open(): Promise<Client> {
    const socket = new Socket();
    const client = new Client({
      connectionString: env().DATABASE_URL,
      connectionTimeoutMillis: WAIT_MS,
      application_name: "price-atlas-pulse",
      stream: () => socket,
    });
    const forget = () => {
      if (this.#client === client) this.#client = null;
      // A frozen server never answers a goodbye.
      socket.destroy();
    };
    client.on("error", forget);
    client.on("end", forget);
    this.#client = client;
    this.#forget = forget;
    await client.connect();
    // A command that has done its work may end.
    socket.unref();
    return client;
  }

  /** Bytes that connections received so far; grows only while the server answers. */
  #countHeard(): number {
    let bytes = this.#heardOfClosed;
    for (const socket of this.#sockets) bytes += socket.bytesRead;
    return bytes;
  }

  #tell(isAway: boolean): void {
    if (this.#isAway === isAway) return;
    this.#isAway = isAway;
    log().warn(isAway ? "the database is away" : "the database is back");
    if (isAway) for (const socket of this.#sockets) socket.destroy(new DatabaseUnavailable());
  }
}

const pulse = () => processSingleton("database-pulse", () => new DatabasePulse());

/** For the option `stream` of pg: a connection that is cut when the database falls silent. */
export function openDatabaseSocket(): Socket {
  return pulse().openSocket();
}

/** Whether the database was asked and did not answer, or refused to. */
export function isDatabaseUnavailable(): boolean {
  return pulse().isAway;
}

/**
 * Whether nothing was heard of the database for so long that it is to be taken for away, before that is certain: on a
 * busy machine the pulse waits longer before it cuts connections.
 */
export function isDatabaseUnresponsive(): boolean {
  return pulse().isSilent;
}

/** Ends the pulse, for a process that stops. */
export function closeDatabaseHealth(): void {
  pulse().close();
}
