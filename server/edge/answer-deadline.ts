import type { IncomingMessage, ServerResponse } from "node:http";
import { logFailure } from "@/lib/api/failure";
import { type Problem, writeProblem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { DatabaseUnavailable, isDatabaseUnresponsive } from "@/lib/platform/database-health";
import type { failurePageOf } from "./cached-failure-page";
import { sendUnavailablePage } from "./failure-page";
import { NOT_PUBLIC } from "./page-handler";
import { isApi } from "./route-kind";
import { setSecurityHeaders } from "./security-headers";

/** With the time between two looks, every answer is under way half a second before the 3 s that are promised. */
const DEADLINE_MS = 2_400;
const LOOK_EVERY_MS = 100;

type Waiting = { request: IncomingMessage; about: RequestContext; sinceMs: number };

/**
 * Holds the promise that nobody waits for a database that says nothing: who has waited for 2.4 s while it is silent is
 * answered with a 503, whatever the answer hangs on and however often it would ask again. While the database is heard,
 * a slow answer is left alone.
 */
export class AnswerDeadline {
  readonly #waiting = new Map<ServerResponse, Waiting>();
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();

  constructor(
    private readonly failedPage: ReturnType<typeof failurePageOf>,
    private readonly dev: boolean,
  ) {}

  /** To be called for an answer that is not there at once. */
  watch(request: IncomingMessage, response: ServerResponse, context: RequestContext): void {
    // What changes something may have happened: only its own answer can say so.
    if (!isApi(request.url ?? "") && request.method !== "GET" && request.method !== "HEAD") return;
    this.#waiting.set(response, { request, about: context, sinceMs: performance.now() });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const dueMs = performance.now() - DEADLINE_MS;
    let isAnyDue = false;
    for (const [response, { sinceMs }] of this.#waiting) {
      if (response.headersSent || response.destroyed) this.#waiting.delete(response);
      else if (sinceMs < dueMs) isAnyDue = true;
    }
    // After what has arrived meanwhile: a process that stood still heard nobody.
    if (isAnyDue) setImmediate(() => this.#answerAll(dueMs));
  }

  #answerAll(dueMs: number): void {
    if (!isDatabaseUnresponsive()) return;
    const problem = logFailure(new DatabaseUnavailable(), { by: "deadline" });
    const due = [...this.#waiting].filter(([response, { sinceMs }]) => sinceMs < dueMs && !response.headersSent);
    for (const [response] of due) this.#waiting.delete(response);
    for (const [response, waiting] of due) this.#answer(response, waiting, problem);
  }

  #answer(response: ServerResponse, { request, about: context }: Waiting, problem: Problem): void {
    const { requestId } = context;
    const hasBody = request.method !== "HEAD";
    setSecurityHeaders(request, response, this.dev);
    if (isApi(request.url ?? "")) {
      const { status, headers, text } = writeProblem(problem, context);
      response.writeHead(status, headers).end(hasBody ? text : undefined);
    } else {
      response.setHeader("X-Request-Id", requestId);
      const page = NOT_PUBLIC.test(request.url ?? "") ? null : this.failedPage.ready?.(requestId);
      sendUnavailablePage(response, hasBody, page);
    }
    mute(response);
  }
}

/** What would have been the answer comes too late, and has no one to tell. */
function mute(response: ServerResponse): void {
  const ignore = () => response;
  const fields = { setHeader: ignore, setHeaders: ignore, appendHeader: ignore, removeHeader: ignore };
  Object.assign(response, { ...fields, writeHead: ignore, flushHeaders: ignore, write: () => true, end: ignore });
}
