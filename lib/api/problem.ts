import { z } from "zod";
import { publicUrl } from "@/lib/platform/env";

export const ParameterFault = z
  .object({
    parameter: z.string(),
    detail: z.string(),
    allowed: z.array(z.string()).optional().describe("Every accepted value, where there are few."),
    suggestion: z.string().optional().describe("The accepted value nearest to what was sent."),
  })
  .meta({ id: "ParameterFault" });
export type ParameterFault = z.infer<typeof ParameterFault>;

/** RFC 9457 problem details, the body of every error. */
export const ProblemBody = z
  .object({
    type: z.url().describe("Where this kind of problem is explained."),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe("`urn:uuid:` and the request id, which is also in `X-Request-Id`."),
    errors: z.array(ParameterFault).optional().describe("Every faulty parameter, all at once."),
    suggestions: z.array(z.string()).optional().describe("Existing names near the one asked for."),
  })
  .meta({ id: "Problem", description: "RFC 9457 problem details." });

const KINDS = {
  "bad-parameter": { status: 400, title: "Bad parameter" },
  "bad-key": { status: 401, title: "API key not accepted" },
  "not-found": { status: 404, title: "Not found" },
  "method-not-allowed": { status: 405, title: "Method not allowed" },
  "precondition-failed": { status: 412, title: "Precondition failed" },
  "range-not-satisfiable": { status: 416, title: "Range not satisfiable" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  "internal-error": { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
} as const;

export type Problem = {
  kind: keyof typeof KINDS;
  detail: string;
  errors?: ParameterFault[];
  suggestions?: string[];
  headers?: Record<string, string>;
};

export const PROBLEM_KINDS = Object.entries(KINDS).map(([kind, facts]) => ({ kind, ...facts }));

/** An expected outcome that is an error for the caller; handlers return it. */
export class ProblemReply {
  constructor(readonly problem: Problem) {}
}

/** The HTTP answer to a problem. */
export function toProblemResponse(problem: Problem, requestId: string, headers: HeadersInit): Response {
  const { status, headers: all, text } = writeProblem(problem, requestId, headers);
  return new Response(text, { status, headers: all });
}

/** Status, headers and text of a problem; `requestId`, a UUID, becomes its instance. */
export function writeProblem(
  problem: Problem,
  requestId: string,
  headers: HeadersInit,
): { status: number; headers: Headers; text: string } {
  const { status, title } = KINDS[problem.kind];
  const body: z.infer<typeof ProblemBody> = {
    type: `${publicUrl()}/docs/errors#${problem.kind}`,
    title,
    status,
    detail: problem.detail,
    instance: `urn:uuid:${requestId}`,
    ...(problem.errors && { errors: problem.errors }),
    ...(problem.suggestions && { suggestions: problem.suggestions }),
  };
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(problem.headers ?? {})) all.set(name, value);
  all.set("Content-Type", "application/problem+json; charset=utf-8");
  all.set("Cache-Control", "no-store");
  return { status, headers: all, text: JSON.stringify(body) };
}
