import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { setOwnHeader } from "@/lib/platform/own-header";
import { processSingleton } from "@/lib/platform/process-singleton";

// Route files get no socket: whoever sees a request first notes its caller's address in a header of our own. A client can send
// that header too, but not the mark in it, which each process draws at its start and tells nobody.

export const CLIENT_ADDRESS_HEADER = "x-price-atlas-client";

/** Of all callers whose address is not known: they share one limit. */
const UNKNOWN = "unknown";

const readMark = () => processSingleton("client-address-mark", () => randomBytes(16).toString("base64url"));

/** Notes the address of the socket, or what `trustedHops` proxies say. Replaces what the client sent under this name. */
export function noteClientAddress(request: IncomingMessage, trustedHops: number): void {
  const { headers, socket } = request;
  const forwardedFor = trustedHops === 0 ? undefined : headers["x-forwarded-for"];
  const address = findClientAddress(String(forwardedFor ?? socket.remoteAddress), trustedHops);
  setOwnHeader(request, CLIENT_ADDRESS_HEADER, toClientAddressHeader(address));
}

export const toClientAddressHeader = (address: string): string => `${readMark()} ${address}`;

/** IPv4 address or IPv6 /64 of the caller; "unknown" for a request that this process has not noted. */
export function readClientAddress(headers: Pick<Headers, "get">): string {
  const [mark, address] = headers.get(CLIENT_ADDRESS_HEADER)?.split(" ") ?? [];
  return mark === readMark() && address !== undefined ? address : UNKNOWN;
}

const MAX_READ_CHARS = 1_024;

/**
 * Reads the n-th X-Forwarded-For entry from the right, for n trusted proxies. Clients can forge everything left of
 * it.
 */
export function findClientAddress(forwardedFor: string | null, trustedHops: number): string {
  const entries = forwardedFor?.slice(-MAX_READ_CHARS).split(",") ?? [];
  const entry = entries.at(-Math.max(1, trustedHops)) ?? entries[0];
  return (entry && toNetwork(withoutPort(entry.trim()))) || UNKNOWN;
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
