import { randomUUID } from "node:crypto";
import type { Admission } from "./admit";

export type RequestContext = {
  requestId: string;
  admission?: Admission;
  cache: "hit" | "miss" | "none";
};

export const createContext = (requestId: string = randomUUID()): RequestContext => ({ requestId, cache: "none" });
