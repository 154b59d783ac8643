import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "@/lib/platform/process-singleton";
import type { Admission } from "./admit";
import type { Problem } from "./problem";

/** What only this process knows about a request, which no header can forge, and what is learnt while it is answered. */
export type RequestContext = {
  /** Of the socket. */
  address: string;
  /** Path and query as they were sent. */
  target?: string;
  requestId: string;
  /** The pattern of an endpoint's path; pages are told by their address. */
  route?: string;
  /** The key it was admitted with: its id, never its token. */
  keyId?: string;
  /** What was said of its limit when it was admitted, for every answer to it. */
  limitHeaders?: Record<string, string>;
  /** What the cache in front of Next did; left out where it has no part. */
  cache?: "hit" | "miss";
  /** Admission decided before the request was parsed; keeps the caller from being counted twice. */
  admission?: Admission;
  /** The front has admitted the caller, and logs and counts the answer: it may be given to others too. */
  isAdmitted?: boolean;
  /** What a page failed with; the API answers its failures itself. */
  failure?: Problem["kind"];
  /** By which the log has it. */
  reference?: string;
};

/** Set by the HTTP front for everything a request does. */
export const requestContext = processSingleton("connection", () => new AsyncLocalStorage<RequestContext>());

/** The query of a request as it was sent, without "?": Next writes it anew, and what it cannot name is lost. */
export function readSearch(request: Request): string {
  const target = requestContext.getStore()?.target ?? request.url;
  const at = target.indexOf("?");
  return at === -1 ? "" : target.slice(at + 1);
}
