import "server-only";
import { findClientAddress } from "@/lib/access/limits/client-address";
import { env } from "@/lib/platform/env";
import { requestContext } from "./request-context";

/**
 * Who sent a request: an IPv4 address or the /64 of an IPv6 one; see findSender. `address` is the socket's, by default
 * that of the request that is being answered.
 */
export function readClientAddress(forwardedFor: string | null, address = requestContext.getStore()?.address): string {
  return findClientAddress(address, forwardedFor, env().TRUST_PROXY_HOPS);
}
