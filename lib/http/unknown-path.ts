import "server-only";
import { admit } from "./admit";
import type { Answer } from "./answer";
import { ENDPOINTS } from "./endpoints";
import { suggest } from "./suggest";

/** The 404 of every path under /api that is no endpoint. */
export async function findNothing(request: Request): Promise<Answer> {
  const admission = await admit(request, 1);
  if (admission.problem) return admission.problem;
  const { pathname } = new URL(request.url);
  const paths = ENDPOINTS.map(({ path }) => path);
  return {
    kind: "not-found",
    detail: "There is no such endpoint; /api/openapi.json lists them all.",
    suggestions: suggest(pathname, paths),
    headers: admission.headers,
  };
}
