import { z } from "zod";
import { publicUrl } from "@/lib/platform/env";
import { commonHeaders, FAULT_HEADER } from "./headers";

const FAULT_CODES = [
  "unknown_parameter",
  "key_in_address",
  "repeated",
  "empty",
  "undecodable",
  "required",
  "malformed",
  "out_of_range",
  "not_allowed",
  "not_in_dataset",
  "too_many",
  "conflict",
] as const;
export const FAULT_MEANINGS: Readonly<Record<(typeof FAULT_CODES)[number], string>> = {
  unknown_parameter: "The endpoint has no parameter of this name.",
  key_in_address: "A key is never accepted in an address.",
  repeated: "Given twice, and no list.",
  empty: "Given without a value.",
  undecodable: "Not percent-encoded UTF-8.",
  required: "Missing.",
  malformed: "Not of the form that the parameter has.",
  out_of_range: "Of the right form, and beyond what is accepted: a page too far, a day in the future.",
  not_allowed: "None of the accepted values, which `allowed` lists.",
  not_in_dataset: "Well-formed, but not in this dataset.",
  too_many: "More values than the list takes.",
  conflict: "Does not go with another parameter, or lacks one that it needs.",
};

export const ParameterFault = z
  .object({
    parameter: z.string(),
    code: z.enum(FAULT_CODES).describe("What is wrong, for programs; /docs/errors explains each."),
    detail: z.string(),
    allowed: z.array(z.string()).optional().describe("Every accepted value, where there are few."),
    suggestion: z.string().optional().describe("The accepted value nearest to what was sent."),
  })
  .meta({ id: "ParameterFault" });
export type ParameterFault = z.infer<typeof ParameterFault>;

/** Problem details (RFC 9457), the body of every error. */
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
  "bad-parameter": { title: "Bad parameter", status: 400 },
  "bad-key": { title: "API key not accepted", status: 401 },
  "not-permitted": { title: "Not permitted", status: 403 },
  "not-found": { title: "Not found", status: 404 },
  "method-not-allowed": { title: "Method not allowed", status: 405 },
  conflict: { title: "Conflict", status: 409 },
  gone: { title: "Gone", status: 410 },
  "precondition-failed": { title: "Precondition failed", status: 412 },
  "too-large": { title: "Too large", status: 413 },
  "range-not-satisfiable": { title: "Range not satisfiable", status: 416 },
  "too-many-requests": { title: "Too many requests", status: 429 },
  "internal-error": { title: "Internal error", status: 500 },
  unavailable: { title: "Temporarily unavailable", status: 503 },
} as const;

export type Problem = {
  kind: keyof typeof KINDS;
  detail: string;
  errors?: ParameterFault[];
  suggestions?: string[];
  headers?: Record<string, string>;
};

/** Of a path that is no text, or of a message that lib/watch-requests.ts has found a fault with. */
export const toUnreadable = (headers?: Pick<Headers, "get">): Problem => ({
  kind: "bad-parameter",
  detail: headers?.get(FAULT_HEADER) ?? "The path is not valid percent-encoded UTF-8.",
});

export const PROBLEM_KINDS = Object.entries(KINDS).map(([kind, facts]) => ({ kind, ...facts }));

export function toProblemBody(problem: Problem, requestId: string): z.infer<typeof ProblemBody> {
  return {
    type: `${publicUrl()}/docs/errors#${problem.kind}`,
    ...KINDS[problem.kind],
    detail: problem.detail,
    instance: `urn:uuid:${requestId}`,
    ...(problem.errors && { errors: problem.errors }),
    ...(problem.suggestions && { suggestions: problem.suggestions }),
  };
}

type Answered = { requestId: string; admission?: { headers: Record<string, string> } };

export function toProblemResponse(problem: Problem, { requestId, admission }: Answered): Response {
  const text = JSON.stringify(toProblemBody(problem, requestId));
  const headers: Record<string, string> = {
    ...commonHeaders(requestId),
    ...admission?.headers,
    ...problem.headers,
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(text)),
    "Cache-Control": "no-store",
  };
  return new Response(text, { status: KINDS[problem.kind].status, headers });
}
