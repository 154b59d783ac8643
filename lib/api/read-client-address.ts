import "server-only";
import { findSender } from "@/lib/access/limits/client-address";
import { env } from "@/lib/platform/env";
import { connection } from "./request-context";

/**
 * Who sent a request: an IPv4 address or the /64 of an IPv6 one; see findSender. `address` is the socket's, by default
 * that of the request that is being answered.
 */
export function readSender(forwardedFor: string | null, address = connection.getStore()?.address): string {
  return findSender(address, forwardedFor, env().TRUST_PROXY_HOPS);
}
