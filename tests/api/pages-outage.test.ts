import { afterAll, beforeAll, expect, test } from "vitest";
import { get } from "../support/api";
import { type Cuttable, makeCuttable } from "../support/cuttable";
import { databaseUrl, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";

let way: Cuttable;
let server: ServerProcess;
beforeAll(async () => {
  way = await makeCuttable(databaseUrl);
  server = await startServer({ DATABASE_URL: way.url, LOG_LEVEL: "silent" });
}, 120_000);
afterAll(async () => {
  way.restore();
  await server.stop();
  await way[Symbol.asyncDispose]();
});

const read = (path: string) => get(path, { base: server.url });

test("a page that nobody has read says whole and without scripts that the database is away", async () => {
  // Warms up other pages of the same kind, so that the first use is not measured.
  for (const path of [
    "/?currency=EUR",
    "/services?currency=EUR",
    "/services/spotify",
    "/countries/US",
    "/compare",
    "/docs/errors",
  ])
    await read(path);
  way.cut();
  for (const path of [
    "/services",
    "/services/netflix",
    "/countries/TR",
    "/compare?countries=US,TR&products=netflix",
    "/docs",
  ]) {
    const { status, headers, text } = await read(path);
    expect([path, status]).toEqual([path, 503]);
    expect(headers.get("retry-after")).toBe("5");
    expect(headers.get("content-type")).toContain("text/html");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).toMatch(/<h1[^>]*>This page cannot be shown at the moment<\/h1>/);
    expect(text).toMatch(/Reference for a report: <code>[\w-]+<\/code>/);
    expect(text).toMatch(/<meta name="robots" content="noindex/);
    expect(text).toMatch(/<\/html>$/);
    expect(text).not.toMatch(/_next\/static\/[^"]*\.js|__next_f|127\.0\.0\.1|ECONN|prisma/i);
  }
  // Home is built from values cached by version.
  const home = await read("/");
  expect([home.status, home.text.includes("What does yours cost elsewhere?")]).toEqual([200, true]);
  for (const path of ["/api/openapi.json", "/api/prices?format=csv&country=TR", "/api/prices?country=DE"]) {
    const { status, headers } = await read(path);
    expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "5"]);
    expect(Number(headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0);
  }
  const unknown = await read("/no/such/page");
  expect(unknown.status).toBe(404);
  expect(unknown.text).toContain("There is no page “/no/such/page”");
  way.restore();
  const deadline = Date.now() + 10_000;
  while ((await read("/services/netflix")).status !== 200 && Date.now() < deadline);
  expect((await read("/services/netflix")).text).toContain("Netflix Standard costs");
}, 60_000);

test.each(["/failure", "/missing"])("%s, which stands in for other pages, is none of its own", async (path) => {
  for (const headers of [{}, { "x-price-atlas-address": "/forged" }]) {
    const { status, text } = await get(path, { base: server.url, headers });
    expect(status).toBe(404);
    expect(text).toContain(`There is no page “${path}”`);
  }
});

test("no header of a caller changes what address a page believes to be at", async () => {
  const forged = { "x-price-atlas-address": "/forged" };
  for (const path of ["/no-such.page", "/services", "/no-such-page"]) {
    expect((await get(path, { base: server.url, headers: forged })).text).not.toContain("/forged");
  }
});
