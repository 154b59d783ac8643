import type { Problem } from "@/lib/api/problem";

/** Problem 416 of a range beyond the end of a file; `contentRange` states its length (RFC 9110, 14.4). */
export function toRangeProblem(contentRange: string): Problem {
  return {
    kind: "range-not-satisfiable",
    detail: "The export ends before this range; its length stands in Content-Range.",
    headers: { "Content-Range": contentRange },
  };
}

/** Problem 412 of a caller who requires another version of the file (RFC 9110, 13.1.1). */
export const OTHER_FILE: Problem = {
  kind: "precondition-failed",
  detail: "The export is another one than the request names: a new dataset has been published.",
};
