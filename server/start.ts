import { readFile } from "node:fs/promises";
import { logAlways } from "@/lib/platform/log";
import { openDatabase, prepareDatabase } from "./database";
import { findFreePort, holdPort } from "./find-free-port";
import { explainFailure, readSettings } from "./settings";

const dev = process.argv.includes("--dev");
Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });

/** Two signals closer together count as one: npm repeats the Ctrl-C that the terminal sent to all processes. */
const ECHO_MS = 500;
/** What was opened, closed newest first when this process ends. */
const closers: (() => Promise<unknown>)[] = [];
let stopping: Promise<never> | null = null;
let signalledAt = 0;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    // A second signal ends at once; the next start then stops the embedded database.
    if (signalledAt > 0 && Date.now() - signalledAt > ECHO_MS) process.exit(1);
    signalledAt ||= Date.now();
    void stop(0);
  });
// Ends with the parent that opened a channel, as tests do.
process.on("disconnect", () => void stop(0));
// What is printed to a closed pipe is lost, as lines of the log are.
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
  const { host, port: wanted, exportDir, graceSeconds } = readSettings();
  // Decided before anything is loaded, because the app writes its own address into its answers. A free port is held
  // until this process listens, so that no other process takes it.
  const held = wanted === 0 ? await holdPort(host) : null;
  const port = held?.port ?? (await findFreePort(host, wanted));
  Object.assign(process.env, { HOST: host, PORT: String(port), EXPORT_DIR: exportDir });
  const opening = openDatabase({ mayShare: false, onEnd: fail });
  closers.push(async () => (await opening.catch(() => null))?.close());
  const { url } = await opening;
  process.env.DATABASE_URL = url;
  await prepareDatabase(url);
  // Of a start that is to end nothing more is opened.
  if (stopping) await stopping;

  const background = await (await import("@/lib/background")).startBackground();
  closers.push(background.close);
  const { createHttpServer } = await import("./http");
  const buildId = dev ? "" : await readFile(".next/BUILD_ID", "utf8");
  const server = await createHttpServer({ dev, host, port, held: held?.server ?? null, graceSeconds, buildId });
  closers.push(server.close);
  // Opens and reads everything that each answer needs, before the first request.
  await (await import("@/lib/platform/db")).openConnections();
  const version = await (await import("@/lib/versions/current")).requireVersion();
  await (await import("@/lib/dataset/data")).readCatalogue(version);
  await server.listen();
  return `http://${["127.0.0.1", "0.0.0.0", "::1", "::"].includes(host) ? "localhost" : toReachable(host)}:${port}`;
}

/** Reports what is missing before anyone can sign in at /admin. */
async function reportMissingStaff(): Promise<void> {
  const [{ countStaff }, { env }] = await Promise.all([
    import("@/lib/access/staff/data"),
    import("@/lib/platform/env"),
  ]);
  if (env().NEXTAUTH_SECRET === undefined) announce("Nobody can sign in at /admin: NEXTAUTH_SECRET is not set.");
  else if ((await countStaff()) === 0)
    announce("Nobody can sign in at /admin yet: npm run staff:add -- you@example.com");
}

/** Ends this process because of an error that a person can mend, told in one line. */
function fail(error: unknown): void {
  if (stopping) return;
  process.stderr.write(`${explainFailure(error)}\n`);
  void stop(1);
}

/** Closes everything and ends the process with this exit code. */
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

/** Tells a person of the progress of a start: as text at a terminal, as log lines elsewhere, at any LOG_LEVEL. */
function announce(text: string): void {
  const { stdout, stderr } = process;
  if (stderr.isTTY) stderr.write(`${text}\n`);
  if (!stderr.isTTY || !stdout.isTTY) logAlways(text);
}

/** Name by which this machine reaches a server that listens on the host. */
function toReachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
