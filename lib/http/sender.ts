import "server-only";
import { env } from "@/lib/env";
import { findSender } from "@/lib/limits/client-address";
import { connection } from "./connection";

/** Who sent the request that is being answered: an IPv4 address or the /64 of an IPv6 one; see findSender. */
export function readSender(forwardedFor: string | null): string {
  return findSender(connection.getStore()?.address, forwardedFor, env().TRUST_PROXY_HOPS);
}
