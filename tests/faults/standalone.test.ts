import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findFreePort } from "@/server/find-free-port";
import type { TestDatabase } from "@/tests/support/database";
import {
  type App,
  ask,
  type Deployment,
  deploy,
  lacksSandbox,
  layOut,
  PROXIES,
  type ReverseProxy,
} from "@/tests/support/deployment";
import { postUpload } from "@/tests/support/desk";
import { scale } from "@/tests/support/fault-scale";
import { lacks } from "@/tests/support/needs";
import { createDatabase } from "@/tests/support/server";
import { toRoles } from "@/tests/support/spawn-server";
import { listStaff, PASSWORD } from "@/tests/support/staff";
import { Visitor } from "@/tests/support/visitor";

const PAGES = ["/", "/services", "/services/netflix", "/countries", "/countries/TR", "/compare", "/docs", "/versions"];
const FILES = ["/fonts/archivo-latin.woff2", "/maps/world.svg", "/icons/192.png", "/feed.xml"];
const countLinks = (text = "") => text.split("<a ").length;

const NEEDED: Record<string, string> = {
  "/api/history": "?product=netflix",
  "/api/export": "?dataset=rates&format=csv",
};
const PROXIES_HERE = Object.entries(PROXIES).slice(0, scale(2, 1));
const GRACE_SECONDS = 4;
const PNG = "/image/index/card.png";

describe.skipIf(lacksSandbox("tests of the standalone build"))(
  "the standalone tree, read-only, as an ordinary user, in an empty environment",
  () => {
    let laid: Awaited<ReturnType<typeof layOut>>;
    let deployment: Deployment;
    let app: App;
    let served: TestDatabase;
    beforeAll(async () => {
      // Next puts the settings of the folder of the build here.
      await writeFile(".next/standalone/.env", "NEXTAUTH_SECRET=of-the-folder-of-the-build-and-secret\n");
      laid = await layOut().finally(() => rm(".next/standalone/.env"));
      // Exports record the address under which they were first made, so the database of all tests would keep it.
      served = await createDatabase("bundled");
      deployment = await deploy(laid.tree, { ...toRoles(served.url), PUBLIC_URL: "https://localhost" });
      app = await deployment.startApp();
    });
    afterAll(async () => {
      await deployment[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
      await laid[Symbol.asyncDispose]();
    });

    test("its folders cannot be written to, and its user has no rights", async () => {
      const write = `require("fs").writeFile("/app/x", "", (e) => require("fs").writeFile("/x", "", (f) =>
      console.log(e.code, f.code, process.getuid(), Object.keys(process.env).includes("HOME"))))`;
      expect(await deployment.run(["-e", write])).toBe("EROFS EROFS 1000 false\n");
    });

    test("settings of the folder where it was built are not in it", async () => {
      expect((await readdir(laid.tree)).filter((name) => name.startsWith(".env"))).toEqual([]);
    });

    test("its commands find their settings in a file, and without any make nothing and say what to set", async () => {
      const addStaff = (args: string[], cwd: string) =>
        promisify(execFile)(
          process.execPath,
          [...args, join(laid.tree, "commands/staff-add.mjs"), "you@example.com", "--link"],
          { cwd, env: { NODE_ENV: "production", PATH: process.env.PATH } },
        ).then(
          ({ stdout, stderr }) => ({ stdout, stderr }),
          ({ stdout, stderr }) => ({ stdout, stderr }),
        );
      await using database = await createDatabase("migrated");
      const file = join(inject("harness").dir, "settings.env");
      const settings = { ...toRoles(database.url), PUBLIC_URL: "https://prices.example.com" };
      await writeFile(
        file,
        Object.entries(settings)
          .map((pair) => pair.join("="))
          .join("\n"),
      );
      const { stdout, stderr } = await addStaff([`--env-file=${file}`], laid.tree);
      expect([stdout, stderr]).toEqual([expect.stringMatching(/^https:\/\/prices\.example\.com\//), expect.anything()]);
      expect(await addStaff([], laid.tree)).toEqual({
        stdout: "",
        stderr: expect.stringMatching(/^There is no embedded PostgreSQL .* set DATABASE_URL .*\n$/),
      });
      expect(await readdir(laid.tree)).not.toContain(".data");
    });

    test("its server ends as the launcher does: with a grace, the last byte of an answer, and code 0; at once at a second signal", async () => {
      const path = "/api/export/rates.json";
      const start = async () => {
        const port = await findFreePort("::");
        const child = spawn(process.execPath, ["server.js"], {
          cwd: laid.tree,
          env: {
            NODE_ENV: "production",
            PATH: process.env.PATH,
            ...toRoles(served.url),
            HOSTNAME: "::",
            PORT: String(port),
            METRICS_PORT: "off",
            EXPORT_DIR: join(inject("harness").dir, "exports-end"),
            EXPORT_AHEAD: "0",
            SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
            NEXTAUTH_SECRET: "x".repeat(32),
            PUBLIC_URL: "https://localhost",
            LOG_LEVEL: "warn",
          },
          stdio: "ignore",
        });
        const readiness = (host = "127.0.0.1") =>
          fetch(`http://${host}:${port}/api/health`).then(
            ({ status }) => status,
            () => "refused",
          );
        await expect.poll(() => readiness()).toBe(200);
        expect(await readiness("[::1]")).toBe(200);
        const whole = (await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()).byteLength;
        // Reads nothing yet: what the system does not hold waits in the server.
        const [answer] = await once(get(`http://127.0.0.1:${port}${path}`, { agent: false }), "response");
        return { child, ended: once(child, "exit"), readiness, whole, answer: answer as IncomingMessage };
      };

      const { child, ended, readiness, whole, answer } = await start();
      child.kill("SIGTERM");
      await expect.poll(() => readiness()).toBe(503);
      await expect.poll(() => readiness()).toBe("refused");
      let read = 0;
      for await (const piece of answer) read += piece.length;
      expect([read, answer.complete]).toEqual([whole, true]);
      expect(await ended).toEqual([0, null]);

      const second = await start();
      second.child.kill("SIGTERM");
      await expect.poll(() => second.readiness()).toBe(503);
      await expect
        .poll(() => {
          second.child.kill("SIGTERM");
          return second.child.exitCode;
        })
        .toBe(1);
      second.answer.destroy();
    });

    test("its job for migrations and the first import runs again without a change", async () => {
      await deployment.run(["commands/db-prepare.mjs"]);
      const { dataset_version: version } = await (await fetch(`${app.url}/api/health`)).json();
      expect(version).toBe("2026-09-29.2");
    });

    test("a release whose migration fails says which, and leaves the one before serving", async () => {
      const folder = join(laid.tree, "prisma/migrations/99990101000000_fails");
      await mkdir(folder);
      await writeFile(join(folder, "migration.sql"), "CREATE TABLE half (id int); SELECT 1 / 0;");
      const upgrading = deployment.run(["commands/db-prepare.mjs"]).finally(() => rm(folder, { recursive: true }));
      await expect(upgrading).rejects.toThrow(/99990101000000_fails failed, and nothing of it was kept/);
      expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
      expect((await fetch(`${app.url}/api/countries`)).status).toBe(200);
      await deployment.run(["commands/db-prepare.mjs"]);
    });

    test("it signs in, takes a report, a form of the staff and an upload", async () => {
      await using database = await createDatabase("bundled");
      const sql = new Client({ connectionString: database.url });
      await sql.connect();
      await listStaff(sql, "owner@example.com", "owner");
      await sql.end();
      // Without https, which cookies require.
      const { url } = await deployment.startApp({ ...toRoles(database.url), PUBLIC_URL: "" });
      const reader = await new Visitor(url).open(
        "/report?country=TR&period=monthly&platform=web&product=netflix-premium",
      );
      const report = {
        kind: "amount",
        amount: "999.99",
        currency: "TRY",
        source_url: "https://www.netflix.com/tr/signup",
      };
      await reader.submit("Report a price", { ...report, amount: "x" });
      expect(reader.text).toContain("one answer needs a change");
      await reader.submit("Report a price", report);
      expect(reader.at).toMatch(/^\/report\/\d+$/);
      const owner = await new Visitor(url).signIn("owner@example.com", PASSWORD);
      expect(owner.at).toBe("/admin/desk");
      await owner.open("/admin/reports");
      expect(owner.text).toContain("https://www.netflix.com/tr/signup");
      await owner.open("/admin/keys/new");
      await owner.submit("New key", { name: "Standalone", owner: "Tests", requests_per_minute: "5" });
      const token = /pa_live_\w{36}/.exec(owner.text)?.[0] ?? "";
      expect((await fetch(`${url}/api/key`, { headers: { "x-api-key": token } })).status).toBe(200);
      const upload = await postUpload(owner, [{ name: "prices.csv", content: "product,country\n" }]);
      expect([upload.status, upload.headers.get("location")]).toEqual([
        303,
        expect.stringMatching(/^\/admin\/changes\/\d+$/),
      ]);
      // By a process of its own, which is a file of the tree.
      const readPage = async () => (await owner.open(upload.headers.get("location") ?? "")).text;
      await expect.poll(readPage).toContain("nothing of it can be published");
    });

    describe.each(PROXIES_HERE)("behind %s with the shipped file", (name, start) => {
      const isMissing = lacks(name, `tests of deploy behind ${name}`);
      let proxy: ReverseProxy;
      beforeAll(async () => {
        if (!isMissing) proxy = await start([app]);
      });
      afterAll(async () => {
        if (!isMissing) await proxy[Symbol.asyncDispose]();
      });

      test.skipIf(isMissing).each(PAGES)("page %s", async (path) => {
        const { status, headers, text } = await ask(`${proxy.url}${path}`);
        expect(status).toBe(200);
        expect(headers.get("content-type")).toContain("text/html");
        expect(text).toMatch(/<h1.*<\/html>/s);
      });

      test.skipIf(isMissing)("a page by another spelling of its address, and one that is missing", async () => {
        const [page, spelled] = await Promise.all(
          ["/services?q=netflix", "/services?utm_source=x&q=netflix"].map((path) => ask(`${proxy.url}${path}`)),
        );
        expect(spelled?.status).toBe(200);
        expect(countLinks(spelled?.text)).toBe(countLinks(page?.text));
        const missing = await ask(`${proxy.url}/services/nothing`);
        expect([missing.status, missing.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      });

      test.skipIf(isMissing)("what else a caller sends never changes the page that others get", async () => {
        const path = "/countries?sort=name";
        const poison = { rsc: "1", "next-router-prefetch": "1", "x-forwarded-host": "evil.example", cookie: "x=1" };
        await ask(`${proxy.url}${path}`, { headers: poison });
        const { status, headers, text } = await ask(`${proxy.url}${path}`);
        expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
        expect(text).not.toContain("evil.example");
      });

      test.skipIf(isMissing).each(FILES)("file %s", async (path) => {
        expect((await ask(`${proxy.url}${path}`)).status).toBe(200);
      });

      test.skipIf(isMissing)("a picture, for which fonts are read", async () => {
        const { status, headers } = await ask(`${proxy.url}${PNG}`);
        expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
      });

      test.skipIf(isMissing)("every endpoint that needs no parameter", async () => {
        const document = JSON.parse((await ask(`${proxy.url}/api/openapi.json`)).text);
        const paths = Object.entries<{ get?: { parameters?: { required?: boolean }[] } }>(document.paths)
          .filter(([path, { get }]) => get && !path.includes("{") && !get.parameters?.some(({ required }) => required))
          .map(([path]) => path);
        expect(paths).toContain("/api/prices");
        for (const path of paths.filter((path) => path.startsWith("/api/"))) {
          const { status, headers } = await ask(`${proxy.url}${path}${NEEDED[path] ?? ""}`);
          const expected = ["/api/key", "/api/collect", "/api/readings"].includes(path) ? 401 : 200;
          expect([path, status, headers.get("content-type")]).toEqual([
            path,
            expected,
            expect.stringMatching(/json|csv/),
          ]);
        }
        const unknown = await ask(`${proxy.url}/api/nothing`);
        expect([unknown.status, unknown.headers.get("content-type")]).toEqual([
          404,
          expect.stringContaining("application/problem+json"),
        ]);
      });

      test.skipIf(isMissing).each(["/api/prices", "/feed.xml", "/services", "/api/export/rates.csv"])(
        "who takes gzip gets it: %s",
        async (path) => {
          const plain = await ask(`${proxy.url}${path}`);
          const { headers, text } = await ask(`${proxy.url}${path}`, { headers: { "accept-encoding": "gzip" } });
          expect(headers.get("content-encoding")).toBe("gzip");
          expect(headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
          expect(listWords(text)).toEqual(listWords(plain.text));
        },
      );

      test.skipIf(isMissing)("an agent calls a tool", async () => {
        const { status, text } = await ask(`${proxy.url}/mcp`, {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name: "get_prices", arguments: { product: "netflix", country: "TR" } },
          }),
        });
        expect(status).toBe(200);
        expect(text).toContain("usd_monthly");
      });

      test.skipIf(isMissing)("what a caller writes into X-Forwarded-For buys no new limit", async () => {
        const from = `127.1.0.${name === "nginx" ? 1 : 2}`;
        const left = [];
        for (const forged of ["192.0.2.1", "192.0.2.2, 192.0.2.3", ""]) {
          const headers = { "x-forwarded-for": forged, "x-real-ip": "192.0.2.4", forwarded: "for=192.0.2.5" };
          const answer = await ask(`${proxy.url}/api/countries`, { from, headers });
          left.push(Number(answer.headers.get("x-ratelimit-remaining")));
        }
        expect(left).toEqual([59, 58, 57]);
      });

      test.skipIf(isMissing)("a body is bounded by what its address takes", async () => {
        const body = "x".repeat(100_000);
        const post = (path: string) => ask(`${proxy.url}${path}`, { method: "POST", body });
        // Caddy before 2.7 answers 502.
        expect([413, 502]).toContain((await post("/api/prices")).status);
        // Again and again: none of them waits for a connection that an earlier one has spoilt.
        for (let time = 0; time < 5; time++) {
          expect((await post("/api/readings")).status).toBe(401);
          expect((await post("/admin/changes/upload")).status).toBe(403);
        }
      });

      test.skipIf(isMissing)("http leads to https", async () => {
        const answer = await fetch(`${proxy.httpUrl}/services?q=x`, {
          redirect: "manual",
          headers: { host: "localhost" },
        });
        expect(answer.status).toBe(308);
        expect(answer.headers.get("location")).toMatch(/^https:\/\/.*\/services\?q=x$/);
      });
    });
  },
);

/** Without scripts and tags, and sorted: a page that takes longer to make is sent in other pieces. */
const listWords = (text: string) =>
  text
    .replaceAll(/<script\b.*?<\/script>|<[^>]*>/gs, " ")
    .split(/\s+/)
    .sort();
