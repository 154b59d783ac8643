import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findClientAddress } from "@/lib/access/limits/client-address";

describe("whose limit a request takes from", () => {
  test.each([
    // X-Forwarded-For, trusted hops, sender, why
    ["198.51.100.7", 0, "198.51.100.7", "no proxy: what the server wrote"],
    ["203.0.113.9", 1, "203.0.113.9", "what our proxy saw"],
    ["1.1.1.1, 2.2.2.2, 203.0.113.9", 1, "203.0.113.9", "entries further left are the client's"],
    ["1.1.1.1,203.0.113.9 , 10.0.0.1", 2, "203.0.113.9", "two proxies: the second from the right"],
    ["203.0.113.9", 2, "203.0.113.9", "past the outer proxy: what the inner one saw"],
    [null, 0, "unknown", "no header: all share one limit"],
    [null, 1, "unknown", "no header behind a proxy"],
    ["", 1, "unknown", "an empty header"],
    ["203.0.113.9,", 1, "unknown", "an empty entry"],
    ["not an address", 1, "unknown", "a malformed entry"],
    ["203.0.113.999", 1, "unknown", "no such address"],
    ["unknown", 1, "unknown", "what RFC 7239 writes for no address"],
    ["203.0.113.9:51234", 1, "203.0.113.9", "with the port"],
    ["[2001:db8:1:2::9]:51234", 1, "2001:db8:1:2::/64", "IPv6 with the port"],
    ["[2001:db8:1:2::9]", 1, "2001:db8:1:2::/64", "IPv6 in brackets"],
    ["2001:db8:1:2:3:4:5:6", 0, "2001:db8:1:2::/64", "one customer has a /64"],
    ["2001:db8:1:2::1", 0, "2001:db8:1:2::/64", "another address of the same"],
    ["2001:DB8:0001:0002::1", 0, "2001:db8:1:2::/64", "another spelling"],
    ["2001:db8:1:3::1", 0, "2001:db8:1:3::/64", "another /64"],
    ["::1", 0, "0:0:0:0::/64", "loopback"],
    ["fe80::1%eth0", 0, "fe80:0:0:0::/64", "with a zone"],
    ["::ffff:192.0.2.1", 0, "192.0.2.1", "IPv4 on a socket for both"],
    ["::ffff:192.0.2.2", 0, "192.0.2.2", "its neighbour is another"],
    ["::FFFF:c000:0201", 0, "192.0.2.1", "the same in hexadecimal"],
    ["64:ff9b::192.0.2.1", 0, "64:ff9b:0:0::/64", "IPv4 written at the end of an IPv6 address"],
  ])("X-Forwarded-For %s, %i trusted: %s (%s)", (forwardedFor, hops, sender, _why) => {
    expect(findClientAddress(forwardedFor, hops)).toBe(sender);
  });

  test("nothing left of the entry of a trusted proxy makes a difference", () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (forged, seen) => {
        expect(findClientAddress(`${forged},${seen}`, 1)).toBe(seen);
      }),
    );
  });

  test("every address has a sender, and those of one /64 the same", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(findClientAddress(address, 0)).toMatch(/^([0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}::\/64|[\d.]{7,15})$/);
      }),
    );
  });
});
