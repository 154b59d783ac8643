import { randomUUID } from "node:crypto";
import type { Admission } from "./admit";

/** Facts about a call that become known while it is answered. */
export type RequestContext = {
  requestId: string;
  /** Decision about the caller's limit. */
  admission?: Admission;
  /** Outcome of the answer cache; `none` where it has no part. */
  cache: "hit" | "miss" | "none";
};

export const createContext = (requestId: string = randomUUID()): RequestContext => ({ requestId, cache: "none" });
