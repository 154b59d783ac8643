import { expect, test } from "vitest";
import { sendRaw, toRequest } from "../support/raw";
import { baseUrl } from "../support/server";

const PATHS = ["/api/countries", "/api/export?dataset=index", "/services", "/feed.xml", "/admin/sign-in"];

test.each<[what: string, host: string]>([
  ["no name at all", ""],
  ["a path", "localhost/x"],
  ["a user", "user@localhost"],
  ["spaces", "a b"],
  ["two names", "localhost, evil.example"],
  ["a port that is none", "localhost:x"],
  ["a backslash", "a\\b"],
])("a Host with %s is a 400 everywhere", async (_, host) => {
  for (const path of PATHS)
    expect([path, (await sendRaw(baseUrl, toRequest(`GET ${path}`, { Host: host }))).status]).toEqual([path, 400]);
});

test("two lines of Host are a 400 everywhere, also where both say one name", async () => {
  for (const second of ["evil.example", "localhost"]) {
    for (const path of PATHS) {
      const bytes = toRequest(`GET ${path}`).replace("\r\n\r\n", `\r\nHost: ${second}\r\n\r\n`);
      const { status, headers } = await sendRaw(baseUrl, bytes);
      expect([path, status, headers.get("content-type")]).toEqual([
        ...[path, 400, "application/problem+json; charset=utf-8"],
      ]);
    }
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
