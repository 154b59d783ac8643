import type { Problem } from "@/lib/api/problem";

/** The 416 of a range behind the end of a file; `contentRange` says how long it is (RFC 9110, 14.4). */
export function toRangeProblem(contentRange: string): Problem {
  return {
    kind: "range-not-satisfiable",
    detail: "The export ends before this range; its length stands in Content-Range.",
    headers: { "Content-Range": contentRange },
  };
}

/** The 412 of a caller who wanted a certain file and no other (RFC 9110, 13.1.1). */
export const OTHER_FILE: Problem = {
  kind: "precondition-failed",
  detail: "The export is another one than the request names: a new dataset has been published.",
};
