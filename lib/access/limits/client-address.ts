import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const MAX_READ_CHARS = 1_024;

/**
 * Reads the n-th X-Forwarded-For entry from the right, for n trusted proxies. Clients can forge everything left of
 * it.
 */
export function findClientAddress(forwardedFor: string | null, trustedHops: number): string {
  const entries = forwardedFor?.slice(-MAX_READ_CHARS).split(",") ?? [];
  const entry = entries.at(-Math.max(1, trustedHops)) ?? entries[0];
  // Counts unknown addresses together, so that they share one limit.
  return (entry && toNetwork(withoutPort(entry.trim()))) || "unknown";
}

/** Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/** Returns an IPv6 address as its /64, which one customer gets; null for other text. */
function toNetwork(address: string): string | null {
  const kind = isIP(address);
  if (kind === 0) return null;
  if (kind === 4) return address;
  const parsed = ipaddr.process(address);
  if (!("parts" in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}
