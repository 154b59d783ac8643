import type { IncomingMessage, ServerResponse } from "node:http";
import { logFailure } from "@/lib/api/failure";
import { type Problem, writeProblem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { DatabaseUnavailable, isDatabaseUnresponsive } from "@/lib/platform/database-health";
import { sendUnavailablePage } from "./failure-page";
import type { Pages } from "./pages";
import { isApi, isStaff } from "./route-kind";
import { setSecurityHeaders } from "./security-headers";

/** Longest wait: with the time between two looks, every answer is under way half a second before the promised 3 s. */
const DEADLINE_MS = 2_400;
const LOOK_EVERY_MS = 100;

type Waiting = { request: IncomingMessage; context: RequestContext; sinceMs: number };

/**
 * Answers requests that have waited for 2.4 s while the database is unresponsive with a 503, whatever they hang on and
 * however often they would query again. While the database responds, a slow answer is left alone.
 */
export class AnswerDeadline {
  readonly #waiting = new Map<ServerResponse, Waiting>();
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();

  constructor(
    private readonly pages: Pages,
    private readonly dev: boolean,
  ) {}

  /** Watches a request that was not answered at once. */
  watch(request: IncomingMessage, response: ServerResponse, context: RequestContext): void {
    // A change may have happened: only its own answer can say so.
    if (!isApi(request.url ?? "") && request.method !== "GET" && request.method !== "HEAD") return;
    this.#waiting.set(response, { request, context, sinceMs: performance.now() });
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
    // After input that arrived meanwhile: a process that stood still read nothing.
    if (isAnyDue) setImmediate(() => this.#answerAll(dueMs));
  }

  #answerAll(dueMs: number): void {
    if (!isDatabaseUnresponsive()) return;
    const problem = logFailure(new DatabaseUnavailable(), { by: "deadline" });
    const due = [...this.#waiting].filter(([response, { sinceMs }]) => sinceMs < dueMs && !response.headersSent);
    for (const [response] of due) this.#waiting.delete(response);
    for (const [response, waiting] of due) this.#answer(response, waiting, problem);
  }

  #answer(response: ServerResponse, { request, context }: Waiting, problem: Problem): void {
    const { requestId } = context;
    setSecurityHeaders(request, response, this.dev);
    if (isApi(request.url ?? "")) {
      const { status, headers, text } = writeProblem(problem, context);
      response.writeHead(status, headers).end(text);
    } else {
      response.setHeader("X-Request-Id", requestId);
      const page = isStaff(request.url ?? "") ? null : this.pages.readyFailure(requestId);
      sendUnavailablePage(response, page);
    }
    dropLate(response);
  }
}

/** Drops the answer that comes too late. */
function dropLate(response: ServerResponse): void {
  const ignore = () => response;
  const fields = { setHeader: ignore, setHeaders: ignore, appendHeader: ignore, removeHeader: ignore };
  Object.assign(response, { ...fields, writeHead: ignore, flushHeaders: ignore, write: () => true, end: ignore });
}
