import { beforeAll, describe, expect, test } from "vitest";
import { get, send } from "@/tests/support/api";
import { startServer } from "@/tests/support/server";
import { isLauncher, type ServerProcess } from "@/tests/support/spawn-server";
import { shareStaffServer } from "@/tests/support/staff";

let server: ServerProcess;
let token: string;
beforeAll(async () => {
  const staff = await shareStaffServer();
  server = staff.server;
  await staff.list("owner@example.com", "owner");
  const owner = await (await staff.enter("owner@example.com")).open("/admin/keys/new");
  await owner.submit("New key", { name: "log", owner: "tests", requests_per_minute: "100" });
  token = /pa_live_\w{36}/.exec(owner.text)?.[0] ?? "no token";
});

type Line = Record<string, unknown>;
const isLine = (value: unknown): value is Line => typeof value === "object" && value !== null;

async function linesOf(requestId: string | null): Promise<Line[]> {
  const find = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line): unknown => JSON.parse(line))
      .filter(isLine)
      .filter((line) => line.requestId === requestId);
  await expect.poll(() => find().length).toBeGreaterThan(0);
  return find();
}

describe("each request is one line of log, without what the caller typed", () => {
  test.each<[name: string, method: string, path: string, line: Line]>([
    ["an endpoint", "GET", "/api/prices?country=TR", { route: "/api/prices", status: 200 }],
    ["one with a name in its path", "GET", "/api/services/netflix", { route: "/api/services/{slug}", status: 200 }],
    ["a bad parameter", "GET", "/api/prices?country=secret-1", { route: "/api/prices", status: 400 }],
    ["an unknown path", "GET", "/api/secret-2", { status: 404 }],
    ["a method that is not possible", "PUT", "/api/prices?a=secret-3", { method: "PUT", status: 405 }],
    ["a page", "GET", "/services?q=secret-4", { route: "/services", status: 200 }],
    ["a page with a name in its path", "GET", "/services/netflix", { route: "/services/[slug]", status: 200 }],
    ["a page that does not exist", "GET", "/secret-5/secret-6", { route: "other", status: 404 }],
    ["a feed", "GET", "/feed.xml?product=secret-7", { route: "/feed.xml", status: 400 }],
    ["a guide", "GET", "/llms.txt", { route: "/llms.txt", status: 200 }],
    ["a card", "GET", "/oembed?url=secret-8", { route: "/oembed", status: 404 }],
    ["a picture", "GET", "/image/index/secret-9", { route: "/image/index/{figure}", status: 404 }],
    ["a table", "GET", "/table/index/secret-10", { route: "/table/index/{figure}", status: 404 }],
    ["an address that cannot be read", "GET", "/\\secret-11", { route: "other", status: 400 }],
    ["a page for staff", "GET", "/admin/keys", { route: "/admin/*", status: 307 }],
  ])("%s", async (_name, method, path, expected) => {
    const { headers } = await send(method, path, { base: server.url });
    const lines = await linesOf(headers.get("x-request-id"));
    expect(lines).toMatchObject([{ method, ...expected, msg: "request", durationMs: expect.any(Number) }]);
    expect(lines[0]?.cache).toMatch(/^(hit|miss|none)$/);
    expect(server.output()).not.toMatch(/secret-\d/);
  });

  test("a key by its id, never by its token", async () => {
    const { headers } = await get("/api/key", { base: server.url, headers: { "x-api-key": token } });
    const [line] = await linesOf(headers.get("x-request-id"));
    expect(line?.keyId).toMatch(/^[0-9a-f-]{36}$/);
    expect(server.output()).not.toContain(token);
  });
});

const metricsUrl = (of: ServerProcess) => /Metrics are at (http:[^\s"]+)/.exec(of.output())?.[1] ?? "";

test("metrics count requests by route and status, and tell the state of what is needed", async () => {
  await get("/api/services/spotify", { base: server.url });
  const read = async () => (await fetch(metricsUrl(server))).text();
  await expect
    .poll(read)
    .toMatch(/^http_requests_total\{route="\/api\/services\/\{slug\}",method="GET",status="200"\} \d+$/m);
  const text = await read();
  for (const [name, value] of [
    ["database_up", "1"],
    ["database_pool_waiting", "0"],
    ["database_pool_max", "10"],
    ["limits_store_up", "1"],
    ["dataset_version_number", "\\d+"],
    ["dataset_published_timestamp_seconds", "1\\d{9}(\\.\\d+)?"],
    ["dataset_rates_timestamp_seconds", "1\\d{9}"],
    ["process_resident_memory_bytes", "\\d+"],
    ['source_age_days\\{source="opentherank"\\}', "\\d+"],
    ['source_age_days\\{source="ecb"\\}', "\\d+"],
    ['http_request_duration_seconds_bucket\\{le="\\+Inf",route="/services/\\[slug\\]"\\}', "\\d+"],
  ]) {
    expect(text).toMatch(new RegExp(`^${name} ${value}$`, "m"));
  }
  expect(text).not.toContain("spotify");
});

test("metrics are on a port of their own, for this machine alone; where it is taken, on another", async () => {
  expect(new URL(metricsUrl(server)).hostname).toBe("127.0.0.1");
  expect((await get("/metrics", { base: server.url })).status).toBe(404);
  const { port } = new URL(metricsUrl(server));
  await using second = await startServer({ METRICS_PORT: port });
  await expect.poll(() => metricsUrl(second)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  expect(metricsUrl(second)).not.toBe(metricsUrl(server));
  expect((await fetch(metricsUrl(second))).status).toBe(200);
});

test("metrics may be off; the launcher tells its start on standard output, in JSON, whatever LOG_LEVEL says", async () => {
  await using silent = await startServer({ LOG_LEVEL: "silent", METRICS_PORT: "off" });
  await get("/", { base: silent.url });
  const told = isLauncher
    ? [
        `Price Atlas is ready at ${silent.url}`,
        "NEXTAUTH_SECRET is not set",
        new Date().toISOString() < "2026-09-29" ? "before the newest price" : "The newest price was read ",
      ]
    : [];
  const readTold = () => {
    const lines = silent.stdout().split("\n");
    return lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  };
  for (const msg of told)
    await expect
      .poll(readTold)
      .toContainEqual(expect.objectContaining({ level: 30, msg: expect.stringContaining(msg) }));
  if (isLauncher) expect(silent.output()).toBe(silent.stdout());
  expect(metricsUrl(silent)).toBe("");
});

test("health tells what is there, by name", async () => {
  const ready = await get("/api/health", { base: server.url });
  expect(ready.status).toBe(200);
  expect(ready.body).toMatchObject({ status: "ready", checks: { database: "ok", dataset: "ok", limits: "ok" } });
  const live = await get("/api/health?probe=live", { base: server.url });
  expect(live.body).toEqual({ status: "live" });
});
