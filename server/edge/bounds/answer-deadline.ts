import type { IncomingMessage } from "node:http";
import { logFailure } from "@/lib/api/failure";
import { type Problem, toProblemResponse } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { DatabaseUnavailable, isDatabaseUnresponsive } from "@/lib/platform/database-health";
import { toFailedPage } from "@/server/edge/pages/failure-page";
import { isApi } from "@/server/edge/route-kind";

/** Longest wait: with the time between two looks, every answer is under way half a second before the promised 3 s. */
const DEADLINE_MS = 2_400;
const LOOK_EVERY_MS = 100;

/** Request whose answer is being made; `answer` is called with another in its place. */
type Waiting = { url: string; context: RequestContext; sinceMs: number; answer: (late: Response) => void };

/**
 * Answers requests that have waited for 2.4 s while the database is unresponsive with a 503, whatever they hang on and
 * however often they would query again. While the database responds, a slow answer is left alone.
 */
export class AnswerDeadline {
  readonly #waiting = new Set<Waiting>();
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();

  /** The answer that is being made, or the 503, whichever is there first. */
  race<Answer>(
    making: Promise<Answer>,
    { url = "", method }: IncomingMessage,
    context: RequestContext,
  ): Promise<Answer | Response> {
    // A change may have happened: only its own answer can say so.
    if (!isApi(url) && method !== "GET" && method !== "HEAD") return making;
    return new Promise((resolve, reject) => {
      const waiting = { url, context, sinceMs: performance.now(), answer: resolve };
      this.#waiting.add(waiting);
      const isLate = () => !this.#waiting.delete(waiting);
      making.then(
        (answer) => (isLate() ? drop(answer) : resolve(answer)),
        (error) => (isLate() ? undefined : reject(error)),
      );
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const dueMs = performance.now() - DEADLINE_MS;
    const isAnyDue = [...this.#waiting].some(({ sinceMs }) => sinceMs < dueMs);
    // After input that arrived meanwhile: a process that stood still read nothing.
    if (isAnyDue) setImmediate(() => this.#answerAll(dueMs));
  }

  #answerAll(dueMs: number): void {
    if (!isDatabaseUnresponsive()) return;
    const problem = logFailure(new DatabaseUnavailable(), { by: "deadline" });
    for (const waiting of this.#waiting) {
      if (waiting.sinceMs >= dueMs) continue;
      this.#waiting.delete(waiting);
      waiting.answer(toUnavailable(waiting, problem));
    }
  }
}

function toUnavailable({ url, context }: Waiting, problem: Problem): Response {
  if (isApi(url)) return toProblemResponse(problem, context);
  return toFailedPage({ ...context, failure: "unavailable" });
}

/** Calls off what comes too late. */
function drop(answer: unknown): void {
  if (answer instanceof Response) void answer.body?.cancel();
}
