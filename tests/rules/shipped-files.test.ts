import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SETTINGS } from "@/lib/platform/env";

const compose = await readFile("deploy/compose.yaml", "utf8");
const ignored = (await readFile("deploy/Dockerfile.dockerignore", "utf8"))
  .split("\n")
  .filter((line) => /^[^#]/.test(line));
const operations = await readFile("docs/operations.md", "utf8");
const service = (name: string) => new RegExp(`^ {2}${name}:\n((?: {4}.*\n|\n)*)`, "m").exec(compose)?.[1] ?? "";

/** Those that the image or the folder of the container decides. */
const OF_THE_IMAGE = ["NODE_ENV", "DATA_DIR", "HOST", "PORT", "EXPORT_DIR"];

test("compose has a way in for every setting", () => {
  const passed = new Set([...compose.matchAll(/^ {4}([A-Z_]+): /gm)].map(([, name]) => name));
  expect(SETTINGS.filter((name) => !passed.has(name) && !OF_THE_IMAGE.includes(name))).toEqual([]);
});

test(".env.example names every setting that there is, and no other", async () => {
  const example = await readFile(".env.example", "utf8");
  const named = [...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
  expect([...named, "NODE_ENV"].sort()).toEqual([...SETTINGS].sort());
});

/** As Docker: the last line that matches a path or a folder above it decides. */
function isInContext(path: string): boolean {
  const parts = path.split("/");
  const above = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  return ignored.reduce((isIn, line) => {
    const pattern = line
      .replace(/^!/, "")
      .split("**/")
      .map((part) => part.replaceAll(".", "\\.").replaceAll("*", "[^/]*"))
      .join("(?:.*/)?");
    const matches = above.some((each) => new RegExp(`^${pattern}$`).test(each));
    return matches ? line.startsWith("!") : isIn;
  }, true);
}

test.each([
  ".env",
  ".env.production",
  "app/.env.local",
  "deploy/tls/privkey.pem",
  "price-atlas.dump",
  "prices.csv",
  ".data/auth-secret",
  ".git/config",
  "node_modules/next/package.json",
  "tests/client/node_modules/x/index.js",
  "tests/data/tls/database.key",
])("the image is built without %s", (path) => expect(isInContext(path)).toBe(false));

test.each([
  ".npmrc",
  "package-lock.json",
  "next.config.mjs",
  "instrumentation-node.ts",
  "app/layout.tsx",
  "lib/platform/env.ts",
  "scripts/build/build.mjs",
  "scripts/exec/package.json",
  "server/start.ts",
  "prisma/data/prices.csv",
  "public/maps/world.svg",
  "tests/client/package.json",
  "docs/openapi.json",
])("the image is built with %s", (path) => expect(isInContext(path)).toBe(true));

test("a container that waits for its database is healthy, and the job for migrations is never unhealthy", async () => {
  expect(await readFile("deploy/Dockerfile", "utf8")).toMatch(/^ {2}CMD .*\/api\/health\?probe=live/m);
  expect(service("prepare")).toMatch(/^ {4}healthcheck: \{ disable: true \}$/m);
});

test("what containers may take of the memory is bounded, and uploads are no part of it", () => {
  for (const name of ["database", "redis", "nginx"]) expect(service(name), name).toMatch(/^ {4}mem_limit: /m);
  expect(compose).toMatch(/^ {2}mem_limit: /m);
  expect(compose).not.toContain("tmpfs");
  expect(compose).toMatch(/^ {2}volumes: \[.*, \/tmp\]$/m);
});

test("nginx asks again where the processes are, and does not wait long for one that is gone", async () => {
  const nginx = await readFile("deploy/nginx.conf", "utf8");
  const servers = nginx.match(/^ *server app:3000 .*$/gm) ?? [];
  expect(servers).toHaveLength(3);
  for (const server of servers) expect(server).toContain(" resolve ");
  expect(nginx).toMatch(/^ *resolver 127\.0\.0\.11 valid=\ds /m);
  expect(nginx).toMatch(/^ *proxy_connect_timeout [1-9]\d{0,2}ms;$/m);
  expect(compose).toMatch(/^ {4}enable_ipv6: /m);
});

// Caddy before 2.7 takes a process for dead for five seconds whose caller sent a body without a length that is too long.
test("Caddy asks whether a process lives, and takes none for dead by what a caller sent", async () => {
  const caddy = await readFile("deploy/Caddyfile", "utf8");
  expect(caddy).toMatch(/^\thealth_uri \/api\/health\?probe=live$/m);
  expect(caddy).not.toContain("fail_duration");
});

test("the release before stays under its tag, and the new one prepares the database before it serves", () => {
  expect(compose).toMatch(/^ {2}image: price-atlas:\$\{VERSION:-latest\}$/m);
  expect(operations).toMatch(
    /run --rm prepare && docker compose .* --no-recreate --scale app=4 app && docker compose .* up --detach --no-build$/m,
  );
});

test("who copies the block that writes .env leaves it to nobody else", () => {
  const block = /```sh\n([^`]*> \.env <<END[^`]*)```/.exec(operations)?.[1] ?? "";
  expect(block).toMatch(/^\(umask 077; cat > \.env <<END\n[^)]*/);
});

test("an end has the time of the longest grace and of the last bytes", async () => {
  const unit = await readFile("deploy/price-atlas@.service", "utf8");
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(20 + 25);
  expect(Number(/^ {4}stop_grace_period: (\d+)s$/m.exec(service("app"))?.[1])).toBeGreaterThan(20 + 25);
  expect(compose).toMatch(/^ {2}init: true$/m);
});
