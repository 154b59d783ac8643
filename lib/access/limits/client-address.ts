import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Characters read from the right, where the entries of trusted proxies stand: room for ten of them. */
const MAX_READ_CHARS = 1_024;

/**
 * Address that a request counts against, from X-Forwarded-For: the entry that the outermost of `trustedHops` proxies
 * added, which is the n-th from the right. Without proxies it is the only entry, written from the socket by the server.
 * Entries left of it are the client's own words.
 */
export function findClientAddress(forwardedFor: string | null, trustedHops: number): string {
  const entries = forwardedFor?.slice(-MAX_READ_CHARS).split(",") ?? [];
  const entry = entries.at(-Math.max(1, trustedHops)) ?? entries[0];
  // Counts requests without a known address together: a limit for each would let anybody have as many as they like.
  return (entry && toNetwork(withoutPort(entry.trim()))) || "unknown";
}

/** Some proxies write the port too: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/** The IPv4 address, or the /64 of an IPv6 one, which is what a single customer gets; null for anything else. */
function toNetwork(address: string): string | null {
  const kind = isIP(address);
  if (kind === 0) return null;
  if (kind === 4) return address;
  const parsed = ipaddr.process(address);
  if (!("parts" in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}
