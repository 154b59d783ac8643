import type { ZodObject } from "zod";
import type { ZodOpenApiResponsesObject } from "zod-openapi";
import { PROBLEM_KINDS, ProblemBody } from "@/lib/api/problem";
import { HEADERS, PROBLEM_HEADERS } from "./headers";

export function problems(statuses: readonly number[], headers?: ZodObject): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    PROBLEM_KINDS.filter(({ status }) => statuses.includes(status)).map(({ status, title }) => [
      String(status),
      {
        description: title,
        headers: headers ?? PROBLEM_HEADERS[status] ?? HEADERS.limited,
        content: { "application/problem+json": { schema: ProblemBody } },
      },
    ]),
  );
}
