import { expect, test } from "vitest";
import { get } from "../support/api";
import { sendRaw, toRequest } from "../support/raw";
import { baseUrl } from "../support/server";

const PATHS = ["/api/countries", "/api/export?dataset=index", "/services", "/feed.xml"];

test("no name that a caller gives the host is a link, a redirect or a header of an answer", async () => {
  for (const path of [...PATHS, "/services/"]) {
    const { status, headers, body } = await sendRaw(baseUrl, toRequest(`GET ${path}`, { Host: "evil.example" }));
    expect([path, status < 400]).toEqual([path, true]);
    expect(JSON.stringify([...headers]) + body).not.toContain("evil.example");
  }
});

test.each(["localhost", "LOCALHOST:3000", "127.0.0.1:80", "[::1]:3000", "prices-test_1.example.org."])(
  "Host: %s is a host",
  async (host) => {
    for (const path of PATHS.slice(0, 3)) {
      const { status } = await sendRaw(baseUrl, toRequest(`GET ${path}`, { Host: host }));
      expect([path, status]).toEqual([path, 200]);
    }
  },
);

test.each(["/failure", "/missing"])("%s, which stands in for other pages, is none of its own", async (path) => {
  for (const headers of [{}, { "x-price-atlas-address": "/forged" }]) {
    const { status, text } = await get(path, { headers });
    expect(status).toBe(404);
    expect(text).toContain(`There is no page “${path}”`);
  }
});

test("no header of a caller changes what address a page believes to be at", async () => {
  const forged = { "x-price-atlas-address": "/forged" };
  for (const path of ["/no-such.page", "/services", "/no-such-page"]) {
    expect((await get(path, { headers: forged })).text).not.toContain("/forged");
  }
});
