import "server-only";
import { suggest } from "@/lib/text/suggest";
import { admit, refuse } from "./admit";
import type { Answer } from "./handle";
import type { Problem } from "./problem";
import { ENDPOINTS } from "./public-endpoints";
import { findKeyInUrl } from "./query";

/** The 404 of every path under /api that is no endpoint. */
export async function findNothing(request: Request): Promise<Answer> {
  const admission = await admit(request, 1);
  const problem = admission.problem ?? findKeyInUrl(request.url);
  if (problem) return refuse(admission, problem);
  return refuse(admission, toUnknownPath(new URL(request.url).pathname));
}

/** What is said of a path that is no endpoint. */
export function toUnknownPath(path: string): Problem {
  return {
    kind: "not-found",
    detail: "There is no such endpoint; /api/openapi.json lists them all.",
    suggestions: suggest(
      path,
      ENDPOINTS.map((endpoint) => endpoint.path),
    ),
  };
}
