import type { ZodObject } from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { PROBLEM_KINDS, ProblemBody } from "@/lib/api/problem";
import { HEADERS, PROBLEM_HEADERS } from "./headers";

const describe = (title: string, headers: ZodObject): ZodOpenApiResponseObject => ({
  description: title,
  headers,
  content: { "application/problem+json": { schema: ProblemBody } },
});

const SHARED = new Map(
  PROBLEM_KINDS.map(({ kind, status, title }) => {
    const id = kind.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
    return [status as number, { id, ...describe(title, PROBLEM_HEADERS[status] ?? HEADERS.limited) }];
  }),
);

export const NOT_MODIFIED = {
  id: "NotModified",
  description: "Not modified since the given ETag or date.",
  headers: HEADERS.notModified,
};

/** Components, where no `headers` of its own are given. */
export function problems(statuses: readonly number[], headers?: ZodObject): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    statuses.flatMap((status) => {
      const shared = SHARED.get(status);
      if (shared === undefined) return [];
      return [[String(status), headers === undefined ? shared : describe(shared.description, headers)]];
    }),
  );
}
