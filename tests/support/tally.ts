import type { Reply } from "./api";

/** Counts answers by status, and broken promises. */
export class Tally {
  readonly #statuses = new Map<number, number>();
  #notJson = 0;

  get total(): number {
    return [...this.#statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Returns the reply. */
  count<T extends Pick<Reply, "status" | "headers">>(target: string, reply: T): T {
    const { status, headers } = reply;
    this.#statuses.set(status, this.of(status) + 1);
    const type = headers.get("content-type") ?? "";
    if (/^\/api(?:\/|$)/.test(target) && status >= 400 && !/^application\/(?:problem\+)?json/.test(type))
      this.#notJson += 1;
    return reply;
  }

  of(status: number): number {
    return this.#statuses.get(status) ?? 0;
  }

  get serverErrors(): number {
    return [...this.#statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
  }

  toString(): string {
    const counted = [...this.#statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`);
    return `${counted.join(", ")}; ${this.serverErrors} errors of the server, ${this.#notJson} refusals under /api that are no JSON`;
  }
}
