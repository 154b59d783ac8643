import { describe, expect, test } from "vitest";
import { wire } from "../support/api";

const { get, send } = wire;

// Written out, so that the code cannot change it unnoticed; tests/e2e/cors.spec.ts tests it in a browser.
const EXPOSED =
  "Accept-Ranges, Allow, Content-Range, Deprecation, WWW-Authenticate, X-Attribution, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Content-Disposition, X-Q-Is-Guess";
const SENT = ["authorization", "x-api-key", "if-none-match", "if-modified-since", "if-range", "range", "if-match"];

describe.each([
  ["an answer that is cached", "/api/countries"],
  ["an export", "/api/export?dataset=index&format=csv"],
  ["the feed", "/feed.xml"],
  ["the guide for language models", "/llms.txt"],
  ["a file of prices", "/api/prices?format=csv&product=netflix"],
  ["a file of a comparison", "/api/compare?format=csv&products=netflix&countries=US"],
  ["a problem", "/api/prices?country=ZZ"],
  ["a filtered feed", "/feed.xml?product=netflix"],
  ["a problem of a feed", "/feed.xml?x=1"],
  ["an unknown path", "/api/nope"],
])("%s", (_, path) => {
  test("can be read, with its headers, by a page of any origin", async () => {
    for (const headers of [{}, { "if-none-match": "*" }]) {
      const reply = await get(path, { headers });
      expect(reply.headers.get("access-control-allow-origin")).toBe("*");
      expect(reply.headers.get("access-control-expose-headers")).toBe(EXPOSED);
    }
  });

  test("lets a page of any origin send any header", async () => {
    const asked = [...SENT, "content-type", "traceparent"].join(", ");
    const { status, headers } = await send("OPTIONS", path, {
      headers: {
        origin: "https://evil.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": asked,
      },
    });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    const allowed = headers.get("access-control-allow-headers")?.toLowerCase().split(", ") ?? [];
    expect(allowed).toEqual(expect.arrayContaining(["*", ...asked.split(", ")]));
    // Browsers ignore `*` when credentials are allowed.
    expect(headers.has("access-control-allow-credentials")).toBe(false);
  });
});

test("a key sent as Authorization is refused by the name of the header that takes it, never taken for anonymous", async () => {
  for (const path of ["/api/countries", "/api/export?dataset=index", "/api/key", "/api/openapi.json", "/api/nope"]) {
    await get(path);
    const { status, headers, text } = await get(path, { headers: { authorization: "Bearer pa_live_x" } });
    expect([path, status]).toEqual([path, 400]);
    expect(text).toContain("x-api-key");
    expect(headers.get("x-ratelimit-remaining")).toBe("59");
  }
});
