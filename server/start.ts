import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildDir, setBuildDir } from "@/lib/platform/build-dir";
import { clockDay } from "@/lib/platform/clock";
import { logAlways } from "@/lib/platform/log";
import type { Version } from "@/lib/versions/current";
import { openDatabase, prepareDatabase } from "./database";
import { onEndSignal } from "./end-signals";
import { findFreePort, holdPort } from "./find-free-port";
import { noteServingAddress } from "./serving-address";
import { explainFailure, readSettings } from "./settings";

const dev = process.argv.includes("--dev");
// Of servers that Next starts itself (instrumentation-node.ts); this one ends by itself.
delete process.env.NEXT_MANUAL_SIG_HANDLE;
Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
// This file is in the folder.
if (!dev) setBuildDir(resolve(import.meta.dirname, "../.."));

const closers: (() => Promise<unknown>)[] = [];
let stopping: Promise<never> | null = null;

// A start after a second signal stops the embedded database.
onEndSignal(() => void stop(0));
process.on("disconnect", () => void stop(0));
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.on("uncaughtException", (error) => {
  console.error(error);
  void stop(1);
});

try {
  announce(`Price Atlas is ready at ${await start()}`);
  await reportMissingStaff();
} catch (error) {
  fail(error);
}

/** Starts everything in the order of dependence. Returns the address of the site. */
async function start(): Promise<string> {
  const { host, port: wanted, databaseUrl, dataDir, exportDir, graceSeconds } = readSettings();
  // The app needs its address while loading, so a free port is held until this process listens.
  const held = wanted === 0 ? await holdPort(host) : null;
  const port = held?.port ?? (await findFreePort(host, wanted));
  Object.assign(process.env, { HOST: host, PORT: String(port), EXPORT_DIR: exportDir });
  const opening = openDatabase({ mayShare: false, onEnd: fail });
  closers.push(async () => (await opening.catch(() => null))?.close());
  const { url, servingUrl } = await opening;
  Object.assign(process.env, { DATABASE_URL: servingUrl, ...(url !== servingUrl && { DATABASE_OWNER_URL: url }) });
  await prepareDatabase({ url, servingUrl });
  if (stopping) await stopping;

  const { openConnections } = await import("@/lib/platform/db");
  await openConnections();
  const background = await (await import("@/lib/background")).startBackground();
  closers.push(background.close);
  const { createHttpServer } = await import("./http");
  const buildId = dev ? "" : await readFile(join(buildDir(), ".next/BUILD_ID"), "utf8");
  const server = await createHttpServer({
    dev,
    dir: resolve(buildDir()),
    host,
    port,
    held: held?.server ?? null,
    graceSeconds,
    buildId,
  });
  closers.push(server.close);
  // Prepares what each answer needs before the first request.
  const version = await (await import("@/lib/versions/current")).requireVersion();
  await (await import("@/lib/dataset/data")).readCatalogue(version);
  if (clockDay() < version.dataDate)
    announce(`The clock of this machine says ${clockDay()}, before the newest price, of ${version.dataDate}.`);
  else announce(await describeAge(version));
  await server.prepare();
  await server.listen();
  const { publicUrl } = await import("@/lib/platform/env");
  if (databaseUrl === undefined) closers.push(await noteServingAddress(dataDir, publicUrl()));
  return `http://${["127.0.0.1", "0.0.0.0", "::1", "::"].includes(host) ? "localhost" : toReachable(host)}:${port}`;
}

async function describeAge({ dataTo, dataDate, dataMedian }: Version): Promise<string> {
  const [{ findRefreshChoice }, { writeDataAge }] = await Promise.all([
    import("@/lib/desk/refresh/choice-data"),
    import("@/lib/desk/refresh/health/rules"),
  ]);
  return writeDataAge({ newest: dataTo ?? dataDate, middle: dataMedian }, clockDay(), await findRefreshChoice());
}

async function reportMissingStaff(): Promise<void> {
  const [{ countStaff }, { env }] = await Promise.all([
    import("@/lib/access/staff/data"),
    import("@/lib/platform/env"),
  ]);
  if (env().NEXTAUTH_SECRET === undefined) announce("Nobody can sign in at /admin: NEXTAUTH_SECRET is not set.");
  else if ((await countStaff()) === 0)
    announce("Nobody can sign in at /admin yet: npm run staff:add -- you@example.com");
}

function fail(error: unknown): void {
  if (stopping) return;
  process.stderr.write(`${explainFailure(error)}\n`);
  void stop(1);
}

function stop(code: number): Promise<never> {
  stopping ??= closeAll(code);
  return stopping;
}

async function closeAll(code: number): Promise<never> {
  let exitCode = code;
  for (const close of closers.reverse())
    await close().catch((error) => {
      console.error(error);
      exitCode = 1;
    });
  process.exit(exitCode);
}

/** Writes text at a terminal, else log lines at any LOG_LEVEL. */
function announce(text: string): void {
  const { stdout, stderr } = process;
  if (stderr.isTTY) stderr.write(`${text}\n`);
  if (!stderr.isTTY || !stdout.isTTY) logAlways(text);
}

function toReachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
