import "server-only";
import { Client } from "pg";
import { openDatabaseSocket } from "./database-health";
import { env } from "./env";
import { log } from "./log";

const RETRY_MS = 1_000;

/**
 * Listens on a PostgreSQL channel until closed, over a connection of its own, and reconnects when that is lost. Also
 * calls `onChange` after each connect, because notifications sent in between were missed.
 */
export class ChannelListener {
  #client: Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(
    private readonly channel: string,
    private readonly onChange: () => void,
  ) {
    void this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: env().DATABASE_URL,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      application_name: `price-atlas-${this.channel}`,
      stream: openDatabaseSocket,
    });
    const lose = () => {
      if (this.#client !== client) return;
      this.#client = null;
      void client.end().catch(() => {});
      if (!this.#isClosed) this.#retry = setTimeout(() => void this.#connect(), RETRY_MS).unref();
    };
    this.#client = client;
    client.on("error", lose);
    client.on("end", lose);
    client.on("notification", this.onChange);
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(this.channel)}`);
      this.onChange();
    } catch (error) {
      log().debug({ channel: this.channel, error: error instanceof Error ? error.message : "" }, "not listening yet");
      lose();
    }
  }
}
