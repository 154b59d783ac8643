import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Characters read from the right, where the entries of trusted proxies stand: room for ten of them. */
const MAX_READ_CHARS = 1_024;

/**
 * Address that a request counts against: that of its socket, or with `trustedHops` proxies of the operator in front, the
 * entry that the outermost of them added to X-Forwarded-For (the n-th from the right). Entries left of it are the
 * client's own words. An entry that is missing or no address gives way to the socket.
 */
export function findClientAddress(
  socket: string | undefined,
  forwardedFor: string | null,
  trustedHops: number,
): string {
  const entry = trustedHops > 0 ? forwardedFor?.slice(-MAX_READ_CHARS).split(",").at(-trustedHops) : undefined;
  // Counts requests without a known address together: a limit for each would let anybody have as many as they like.
  return (entry && toNetwork(withoutPort(entry.trim()))) || (socket && toNetwork(socket)) || "unknown";
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
