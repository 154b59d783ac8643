type Close = () => Promise<unknown>;

/**
 * Two signals closer together than this count as one: npm repeats the Ctrl-C that the terminal already sent to all
 * processes.
 */
const ECHO_MS = 500;

/**
 * Ends this process in order: on SIGINT, SIGTERM and uncaught errors, closes what was opened, newest first. A second
 * signal ends it at once; an embedded database then keeps running until the next start.
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
    // Ends with the parent that opened a channel, as tests do.
    process.on("disconnect", () => void this.stop(0));
    // A closed pipe fails on every write, so reporting the failure would fail again without end.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => void this.stop(1));
    process.on("uncaughtException", (error) => {
      console.error(error);
      void this.stop(1);
    });
  }

  /** Registers `close` to be called when the process ends. */
  defer(close: Close): void {
    this.#closers.push(close);
  }

  /** Closes everything and ends the process with this exit code. */
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
