/** Callers who wait for one piece of work. `signal` is aborted when all of them have left. */
export class Audience {
  readonly #controller = new AbortController();
  #size = 0;

  readonly signal = this.#controller.signal;

  join(caller: AbortSignal): void {
    if (caller.aborted) return;
    this.#size++;
    caller.addEventListener("abort", () => this.#leave(), { once: true });
  }

  #leave(): void {
    this.#size--;
    if (this.#size === 0) this.#controller.abort();
  }
}
