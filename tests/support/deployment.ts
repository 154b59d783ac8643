import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent as PlainAgent, request as requestPlain } from "node:http";
import { Agent, request } from "node:https";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { inject } from "vitest";
import { findFreePort } from "@/server/find-free-port";
import { getProgram, lacks, leaveOut, programEnv } from "./needs";

// Runs the files of deploy/ without containers: the tree of the Dockerfile, and this machine's proxies.

const run = promisify(execFile);
const dockerfile = await readFile("deploy/Dockerfile", "utf8");
const CERTIFICATE = resolve("tests/data/tls/database.crt");
const KEY = resolve("tests/data/tls/database.key");

/** `pattern` has one group. Throws without a match. */
function readLine(pattern: RegExp): string {
  const found = pattern.exec(dockerfile)?.[1];
  if (found === undefined) throw new Error(`deploy/Dockerfile has no ${pattern}`);
  return found;
}

/** Skips `tests` without a bwrap that may create users. */
export function lacksSandbox(tests: string): boolean {
  if (lacks("bwrap", tests, "bubblewrap")) return true;
  const trial = ["--ro-bind", "/", "/", "--unshare-user", "--uid", "1000", process.execPath, "--version"];
  return spawnSync(getProgram("bwrap"), trial).status !== 0 && leaveOut(tests, "needs user namespaces");
}

/** Runs the last command of the image's build; the test run has done the others. */
export async function layOut(): Promise<{ tree: string; [Symbol.asyncDispose](): Promise<void> }> {
  const dir = await mkdtemp(join(inject("harness").dir, "deployment-"));
  const tree = join(dir, "app");
  const command = readLine(/^RUN (npm run \S+ -- \/app)$/m).replace("/app", tree);
  await run("sh", ["-c", command]);
  await chmod(dir, 0o755);
  return { tree, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) };
}

/**
 * Command that runs Node in a tree as in its container: user 1000, read-only files, and only the environment of the
 * Dockerfile and `env`.
 */
function isolate(tree: string, exports: string, env: Record<string, string>, args: readonly string[]): string[] {
  const ofImage = readLine(/^ENV (.*)$/m)
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
  const variables: Record<string, string> = { ...Object.fromEntries(ofImage), PATH: "/usr/bin", ...env };
  return [
    "--ro-bind",
    process.execPath,
    "/usr/bin/node",
    "--ro-bind",
    "/usr/lib",
    "/usr/lib",
    "--ro-bind-try",
    "/usr/lib64",
    "/usr/lib64",
    "--symlink",
    "usr/lib",
    "/lib",
    "--symlink",
    "usr/lib64",
    "/lib64",
    "--ro-bind",
    "/etc/hosts",
    "/etc/hosts",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--tmpfs",
    "/tmp",
    "--ro-bind",
    tree,
    "/app",
    "--bind",
    exports,
    variables.EXPORT_DIR ?? "",
    "--remount-ro",
    "/",
    "--chdir",
    readLine(/^WORKDIR (\/app)$/m),
    "--unshare-user",
    "--uid",
    "1000",
    "--gid",
    "1000",
    "--die-with-parent",
    "--clearenv",
    ...Object.entries(variables).flatMap(([name, value]) => ["--setenv", name, value]),
    ...args,
  ];
}

export type App = { port: number; url: string; child: ChildProcess; output(): string };
type Address = Pick<App, "port">;
export type Deployment = {
  /** Throws when the program fails. */
  run(args: readonly string[]): Promise<string>;
  /** Waits until the process is ready. */
  startApp(env?: Record<string, string>): Promise<App>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function deploy(tree: string, env: Record<string, string>): Promise<Deployment> {
  const exports = await mkdtemp(join(inject("harness").dir, "deployment-exports-"));
  const settings = { NEXTAUTH_SECRET: "x".repeat(32), TRUST_PROXY_HOPS: "1", METRICS_PORT: "off", ...env };
  const children: ChildProcess[] = [];
  return {
    run: async (args) => (await run(getProgram("bwrap"), isolate(tree, exports, settings, ["node", ...args]))).stdout,
    startApp: async (more = {}) => {
      const port = await findFreePort("127.0.0.1");
      const variables = { ...settings, ...more, HOSTNAME: "127.0.0.1", PORT: String(port) };
      const command: string[] = JSON.parse(readLine(/^CMD (\[.*\])$/m));
      const child = spawn(getProgram("bwrap"), isolate(tree, exports, variables, command), { stdio: "pipe" });
      children.push(child);
      const url = `http://127.0.0.1:${port}`;
      const output = readOutput(child);
      await untilReady(child, output, async () => (await fetch(`${url}/api/health`)).ok);
      return { port, url, child, output };
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(children.map((child) => end(child)));
      await rm(exports, { recursive: true });
    },
  };
}

export type ReverseProxy = { url: string; httpUrl: string; [Symbol.asyncDispose](): Promise<void> };
const BELIEVED = " set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;";
export const PROXIES = { nginx: startNginx, caddy: startCaddy };

/**
 * Starts Debian's nginx with the shipped file and this machine's ports, folders and certificate. `isPlain`: http
 * instead of https. `believes`: callers are who they say in X-Forwarded-For, so that one machine can be many.
 * `isForStaffNetwork`: with its commented lines.
 */
export async function startNginx(
  apps: readonly Address[],
  { isPlain = false, believes = false, isForStaffNetwork = false, parent = "" } = {},
): Promise<ReverseProxy> {
  const dir = await makeFolder(parent || inject("harness").dir);
  const port = await findFreePort("127.0.0.1");
  const httpPort = await findFreePort("127.0.0.1");
  const shipped = await readFile("deploy/nginx.conf", "utf8");
  const named = shipped.replaceAll(/server app:3000 resolve (.*)/g, (_, terms) =>
    apps.map((app) => `server 127.0.0.1:${app.port} ${terms}`).join(" "),
  );
  const config = replaceEach(named, [
    ["/etc/nginx/tls/fullchain.pem", CERTIFICATE],
    ["/etc/nginx/tls/privkey.pem", KEY],
    ["/var/log/nginx/", `${dir}/`],
    ["/var/cache/nginx/", `${dir}/`],
    ["listen 80;", `listen 127.0.0.1:${httpPort};`],
    ["listen [::]:80;", ""],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port}${isPlain ? "" : " ssl http2"};`],
    ["listen [::]:443 ssl http2;", ""],
    ["server_tokens off;", `server_tokens off;${believes ? BELIEVED : ""}`],
    ...(isForStaffNetwork ? [["# allow", "allow"] as const] : []),
  ]);
  const file = join(dir, "nginx.conf");
  await writeFile(file, config);
  const args = ["-e", "stderr", "-c", file, "-g", `daemon off; pid ${dir}/pid;`];
  const child = spawn(getProgram("nginx"), args, { env: programEnv, stdio: "pipe" });
  return startProxy(child, dir, isPlain ? `http://127.0.0.1:${port}` : `https://localhost:${port}`, httpPort);
}

/** Starts Debian's Caddy with the shipped file and this machine's ports and certificate. */
async function startCaddy(apps: readonly Address[], { isForStaffNetwork = false } = {}): Promise<ReverseProxy> {
  const dir = await makeFolder(inject("harness").dir);
  const port = await findFreePort("127.0.0.1");
  const httpPort = await findFreePort("127.0.0.1");
  const config = replaceEach(await readFile("deploy/Caddyfile", "utf8"), [
    ["\n{\n", `\n{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n`],
    ["\tencode gzip\n", `\tencode gzip\n\ttls ${CERTIFICATE} ${KEY}\n`],
    ...(isForStaffNetwork
      ? ([
          ["# @strangers", "@strangers"],
          ["# respond", "respond"],
        ] as const)
      : []),
  ]);
  const file = join(dir, "Caddyfile");
  await writeFile(file, config);
  const env = {
    ...programEnv,
    HOME: dir,
    SITE: "localhost",
    APP: apps.map((app) => `127.0.0.1:${app.port}`).join(" "),
  };
  const args = ["run", "--adapter", "caddyfile", "--config", file];
  const child = spawn(getProgram("caddy"), args, { env, stdio: "pipe" });
  return startProxy(child, dir, `https://localhost:${port}`, httpPort);
}

async function startProxy(child: ChildProcess, dir: string, url: string, httpPort: number): Promise<ReverseProxy> {
  await untilReady(child, readOutput(child), async () => (await ask(`${url}/api/health`)).status > 0);
  return {
    url,
    httpUrl: `http://127.0.0.1:${httpPort}`,
    [Symbol.asyncDispose]: async () => {
      await end(child, "SIGTERM");
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function makeFolder(parent: string): Promise<string> {
  const dir = await mkdtemp(join(parent, "proxy-"));
  await chmod(dir, 0o755);
  await mkdir(join(dir, "price-atlas"), { mode: 0o777 });
  return dir;
}

/** Throws where a text is missing. */
function replaceEach(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the shipped file has no ${JSON.stringify(from)}`);
    return changed.replaceAll(from, to);
  }, text);
}

const certificate = await readFile(CERTIFICATE);
const many = { keepAlive: true, maxSockets: 1_000, timeout: 60_000 };
const agent = new Agent({ ca: certificate, ...many });
const plainAgent = new PlainAgent(many);

export type Answer = { status: number; headers: Headers; text: string };

/** Sends from an address 127.x.y.z. Status 0: the connection broke. */
export function ask(
  url: string,
  { from = "127.0.0.1", headers = {}, method = "GET", body = "" } = {},
): Promise<Answer> {
  return new Promise((done) => {
    const lose = (error: unknown) => done({ status: 0, headers: new Headers(), text: String(error) });
    const [ask, through] = url.startsWith("https:") ? [request, agent] : [requestPlain, plainAgent];
    const sent = ask(url, { agent: through, method, headers, localAddress: from, family: 4 }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", lose);
      response.on("end", () =>
        done({
          status: response.statusCode ?? 0,
          headers: new Headers(
            Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
          ),
          text: String(decode(Buffer.concat(chunks), response.headers["content-encoding"])),
        }),
      );
    });
    sent.on("error", lose);
    sent.end(body);
  });
}

/** Sends the request line as it is, from an address 127.x.y.z. */
export function askTarget(base: string, target: string, from: string): Promise<Pick<Answer, "status" | "headers">> {
  const { hostname, port } = new URL(base);
  const call = {
    host: hostname,
    port,
    path: target,
    ca: certificate,
    agent: false,
    localAddress: from,
    family: 4,
  } as const;
  return new Promise((resolve, reject) => {
    const sent = request(call, (response) => {
      response.resume().once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(
            Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
              values.map((value): [string, string] => [name, value]),
            ),
          ),
        }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

const decode = (bytes: Buffer, coding: string | undefined) =>
  coding === "gzip" && bytes.length > 0 ? gunzipSync(bytes) : bytes;

function readOutput(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  return () => text;
}

/** Throws with the output of a process that ends before. */
async function untilReady(child: ChildProcess, output: () => string, isReady: () => Promise<boolean>): Promise<void> {
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended before it was ready:\n${output()}`);
    await sleep(50);
  }
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
