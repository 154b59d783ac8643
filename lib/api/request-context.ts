import { AsyncLocalStorage } from "node:async_hooks";
import { findClientAddress } from "@/lib/access/limits/client-address";
import type { FormAnswer } from "@/lib/contract/form-schema";
import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/process-singleton";
import type { Admission } from "./admit";
import type { Problem } from "./problem";

/** Facts about a request that no header can forge, and what becomes known while it is answered. */
export type RequestContext = {
  /** Address of the socket; empty where it is unknown. */
  address: string;
  requestId: string;
  /** Path and query as they were sent. */
  target?: string;
  /** Problem that was found before the request was read, such as an address that is too long. */
  fault?: Problem;
  /** Decision about the caller's limit; set before the request is handled where the edge admits the caller itself. */
  admission?: Admission;
  /** Pattern of the path, such as `/api/services/{slug}`; pages are named by their address. */
  route?: string;
  /** Outcome of the cache at the edge; absent where it has no part. */
  cache?: "hit" | "miss";
  /** Failure of a page, and the reference under which the log has it; the API answers its failures itself. */
  failure?: Problem["kind"];
  reference?: string;
  /** Form that was sent and refused, while its page is rendered again. */
  form?: FormAnswer;
};

/** Set by the edge for everything that Next does for a request. */
export const requestContext = processSingleton("request-context", () => new AsyncLocalStorage<RequestContext>());

/** The query of a request as it was sent, without "?": Next writes it anew, and drops what it cannot name. */
export function readSearch(request: Request, { target = request.url }: RequestContext): string {
  const at = target.indexOf("?");
  return at === -1 ? "" : target.slice(at + 1);
}

/**
 * Client address of a request: an IPv4 address or the /64 of an IPv6 one, behind the trusted proxies. `address` is the
 * socket's, by default that of the request that is being answered.
 */
export function readClientAddress(forwardedFor: string | null, address = requestContext.getStore()?.address): string {
  return findClientAddress(address, forwardedFor, env().TRUST_PROXY_HOPS);
}
