/** Thrown in place of waiting: too many renders wait already, in all or for this client. */
export class TooManyRenders extends Error {
  constructor() {
    super("too many renders are waiting");
  }
}

/** Ends work whose caller has left while it waited; there is nobody to answer. */
export class CallerLeft extends Error {
  constructor() {
    super("the caller left before the work began");
  }
}

/** Caller of a render: the client address as the limiter counts it, and a signal that is aborted when the caller leaves. */
export type RenderCaller = { client: string; signal: AbortSignal };

type GateLimits = {
  /** Renders at a time, in all and for one client. */
  running: number;
  runningOfOne: number;
  /** Renders that wait for a turn, in all and for one client. */
  waiting: number;
  waitingOfOne: number;
  /** Time after which a render gives up its place: one that hangs, or is read slowly, must not close the gate. */
  holdMs: number;
};

/**
 * Bounds what renders at a time, because one render takes the whole process for some 100 ms. Clients take turns, so
 * that one who asks for a thousand pages delays another's only page by one; what is beyond the queue is refused at
 * once, which costs next to nothing, and what nobody waits for any more is never begun.
 */
export class RenderGate {
  /** Those who wait, by client; clients in the order of their turns. */
  readonly #queues = new Map<string, Array<() => void>>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #waiting = 0;

  constructor(private readonly limits: GateLimits) {}

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` when its turn comes. Throws TooManyRenders at once, or CallerLeft while it waits. */
  async run<T>({ client, signal }: RenderCaller, work: () => Promise<T>): Promise<T> {
    if (this.#isFree(client) && this.#waiting === 0) this.#occupy(client);
    else await this.#wait(client, signal);
    let isHeld = true;
    const leave = () => {
      if (isHeld) this.#leave(client);
      isHeld = false;
    };
    const timer = setTimeout(leave, this.limits.holdMs).unref();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  #wait(client: string, signal: AbortSignal): Promise<void> {
    const queue = this.#queues.get(client) ?? [];
    const { waiting, waitingOfOne } = this.limits;
    if (this.#waiting >= waiting || queue.length >= waitingOfOne) throw new TooManyRenders();
    if (signal.aborted) throw new CallerLeft();
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", drop);
        resolve();
      };
      const drop = () => {
        queue.splice(queue.indexOf(start), 1);
        if (queue.length === 0) this.#queues.delete(client);
        this.#waiting--;
        reject(new CallerLeft());
      };
      signal.addEventListener("abort", drop, { once: true });
      queue.push(start);
      this.#queues.set(client, queue);
      this.#waiting++;
      this.#startNext();
    });
  }

  #isFree(client: string): boolean {
    const { running, runningOfOne } = this.limits;
    return this.#running < running && (this.#runningOf.get(client) ?? 0) < runningOfOne;
  }

  #occupy(client: string): void {
    this.#running++;
    this.#runningOf.set(client, (this.#runningOf.get(client) ?? 0) + 1);
  }

  #leave(client: string): void {
    const left = (this.#runningOf.get(client) ?? 1) - 1;
    if (left === 0) this.#runningOf.delete(client);
    else this.#runningOf.set(client, left);
    this.#running--;
    // Lets requests that arrived meanwhile be answered before the next render begins.
    setImmediate(() => this.#startNext());
  }

  #startNext(): void {
    for (const [client, queue] of this.#queues) {
      if (!this.#isFree(client)) continue;
      const start = queue.shift();
      this.#queues.delete(client);
      // The client's next turn comes after everybody else's.
      if (queue.length > 0) this.#queues.set(client, queue);
      if (start === undefined) continue;
      this.#waiting--;
      this.#occupy(client);
      start();
      if (this.#running >= this.limits.running) return;
    }
  }
}
