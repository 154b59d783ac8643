import { randomUUID } from "node:crypto";
import type { ActiveKey } from "@/lib/access/keys/lookup";
import type { Decision } from "@/lib/access/limits/window";
import type { Problem } from "./problem";

export type Admission = {
  headers: Record<string, string>;
  problem: Problem | null;
  key: ActiveKey | null;
  decision: Decision | null;
};

export type RequestContext = {
  requestId: string;
  admission?: Admission;
  cache: "hit" | "miss" | "none";
};

/** `search` is the query without "?", in the spelling of the contract. */
export type Call = {
  request: Request;
  context: RequestContext;
  path: string;
  params: Record<string, string>;
  search: string;
};

export const createContext = (requestId: string = randomUUID()): RequestContext => ({ requestId, cache: "none" });
