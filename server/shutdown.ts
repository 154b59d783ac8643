type Close = () => Promise<unknown>;

/** Two signals closer than this are one: npm passes on the Ctrl-C that the terminal gave to everybody. */
const ECHO_MS = 500;

/**
 * Ends this process in order: on SIGINT, SIGTERM and errors that nobody caught, what was opened is closed,
 * the newest first. A second signal ends it at once; an embedded database then runs on until the next start.
 */
export class Shutdown {
  readonly #abort = new AbortController();
  readonly #closers: Close[] = [];
  #signalledAt = 0;
  #stopping: Promise<never> | null = null;

  /** Aborted when the process is about to end. */
  readonly signal = this.#abort.signal;

  constructor() {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => this.#onSignal());
    // Only for a parent that opened a channel, as tests do: it is gone.
    process.on("disconnect", () => void this.stop(0));
    // A closed pipe fails on every write: reporting that by another write would go on for ever.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => void this.stop(1));
    process.on("uncaughtException", (error) => {
      console.error(error);
      void this.stop(1);
    });
  }

  /** Has `close` called when the process ends. */
  defer(close: Close): void {
    this.#closers.push(close);
  }

  /** Closes everything and ends the process with this code. */
  stop(code: number): Promise<never> {
    this.#stopping ??= this.#close(code);
    return this.#stopping;
  }

  async #close(code: number): Promise<never> {
    this.#abort.abort();
    for (const close of this.#closers.reverse()) {
      await close().catch((error) => {
        console.error(error);
        code = 1;
      });
    }
    process.exit(code);
  }

  #onSignal(): void {
    const now = Date.now();
    if (this.#signalledAt && now - this.#signalledAt > ECHO_MS) process.exit(1);
    this.#signalledAt ||= now;
    void this.stop(0);
  }
}
