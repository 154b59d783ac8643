import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findClientAddress } from "@/lib/access/limits/client-address";

const SOCKET = "198.51.100.7";

describe("whose limit a request takes from", () => {
  test.each([
    // socket, X-Forwarded-For, trusted hops, sender, why
    [SOCKET, null, 0, SOCKET, "no proxy: the socket"],
    [SOCKET, "203.0.113.9", 0, SOCKET, "no proxy: what the client says of itself is nothing"],
    [SOCKET, "203.0.113.9", 1, "203.0.113.9", "what our proxy saw"],
    [SOCKET, "1.1.1.1, 2.2.2.2, 203.0.113.9", 1, "203.0.113.9", "entries further left are the client's"],
    [SOCKET, "1.1.1.1,203.0.113.9 , 10.0.0.1", 2, "203.0.113.9", "two proxies: the second from the right"],
    [SOCKET, "203.0.113.9", 2, SOCKET, "one hop was left out: not what a client could have sent"],
    [SOCKET, null, 1, SOCKET, "straight to us, past the proxy"],
    [SOCKET, "", 1, SOCKET, "an empty header"],
    [SOCKET, "203.0.113.9,", 1, SOCKET, "an empty entry"],
    [SOCKET, "not an address", 1, SOCKET, "a malformed entry"],
    [SOCKET, "203.0.113.999", 1, SOCKET, "no such address"],
    [SOCKET, "unknown", 1, SOCKET, "what RFC 7239 writes for no address"],
    [SOCKET, "203.0.113.9:51234", 1, "203.0.113.9", "with the port"],
    [SOCKET, "[2001:db8:1:2::9]:51234", 1, "2001:db8:1:2::/64", "IPv6 with the port"],
    [SOCKET, "[2001:db8:1:2::9]", 1, "2001:db8:1:2::/64", "IPv6 in brackets"],
    ["2001:db8:1:2:3:4:5:6", null, 0, "2001:db8:1:2::/64", "one customer has a /64"],
    ["2001:db8:1:2::1", null, 0, "2001:db8:1:2::/64", "another address of the same"],
    ["2001:DB8:0001:0002::1", null, 0, "2001:db8:1:2::/64", "another spelling"],
    ["2001:db8:1:3::1", null, 0, "2001:db8:1:3::/64", "another /64"],
    ["::1", null, 0, "0:0:0:0::/64", "loopback"],
    ["fe80::1%eth0", null, 0, "fe80:0:0:0::/64", "with a zone"],
    ["::ffff:192.0.2.1", null, 0, "192.0.2.1", "IPv4 on a socket for both"],
    ["::ffff:192.0.2.2", null, 0, "192.0.2.2", "its neighbour is another"],
    ["::FFFF:c000:0201", null, 0, "192.0.2.1", "the same in hexadecimal"],
    ["64:ff9b::192.0.2.1", null, 0, "64:ff9b:0:0::/64", "IPv4 written at the end of an IPv6 address"],
    [undefined, "203.0.113.9", 0, "unknown", "a host that tells no socket: all share one limit"],
    [undefined, "203.0.113.9", 1, "203.0.113.9", "such a host behind its proxy"],
  ])("%s, X-Forwarded-For %s, %i trusted: %s (%s)", (socket, forwardedFor, hops, sender, _why) => {
    expect(findClientAddress(socket, forwardedFor, hops)).toBe(sender);
  });

  test("no header makes a difference without a trusted proxy, or left of its entry", () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (forged, seen) => {
        expect(findClientAddress(SOCKET, forged, 0)).toBe(SOCKET);
        expect(findClientAddress(SOCKET, `${forged},${seen}`, 1)).toBe(seen);
      }),
    );
  });

  test("every address has a sender, and those of one /64 the same", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(findClientAddress(address, null, 0)).toMatch(/^([0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64|[\d.]{7,15})$/);
      }),
    );
  });
});
