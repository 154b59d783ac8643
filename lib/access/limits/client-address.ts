import { isIP } from "node:net";

/** From the right, where the entries of trusted proxies stand: ten of them have room. */
const MAX_READ_CHARS = 1_024;

/**
 * Who a request counts against: the address of its socket, or with `trustedHops` proxies of the operator's in
 * front, the entry that the outermost of them added to X-Forwarded-For (the n-th from the right). Entries left
 * of it are the client's own words. An entry that is missing or no address gives way to the socket.
 */
export function findClientAddress(
  socket: string | undefined,
  forwardedFor: string | null,
  trustedHops: number,
): string {
  const entry = trustedHops > 0 ? forwardedFor?.slice(-MAX_READ_CHARS).split(",").at(-trustedHops) : undefined;
  // Where the socket is unknown too, all share one limit: better than one for the asking.
  return (entry && toNetwork(withoutPort(entry.trim()))) || (socket && toNetwork(socket)) || "unknown";
}

/** Some proxies write the port too: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/** The IPv4 address, or the /64 of an IPv6 one, which is what a single customer gets; null for anything else. */
function toNetwork(address: string): string | null {
  const kind = isIP(address);
  if (kind === 4) return address;
  if (kind === 0) return null;
  const groups = toGroups(address);
  const [, , , , , mapped, high = 0, low = 0] = groups;
  const isMapped = mapped === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function toGroups(address: string): number[] {
  const [bare = ""] = address.split("%");
  const hex = bare.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = [], tail = []] = hex.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array(8 - head.length - tail.length).fill("0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
