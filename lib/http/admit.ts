import type { Problem } from "./problem";

export type Admission = {
  /** Limit fields for every answer to this request. */
  headers: Record<string, string>;
  /** Why the request is refused: 401 or 429. */
  problem: Problem | null;
};

/**
 * Whether the caller may have an answer now. `cost` is what the answer takes from the caller's limit:
 * 1, or 0 for a 304.
 */
export async function admit(_request: Request, _cost: 0 | 1): Promise<Admission> {
  return { headers: {}, problem: null };
}
