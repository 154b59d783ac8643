import { ensureClient } from "./build";
import { openDatabase } from "./database";
import { findFreePort, holdPort } from "./find-free-port";
import { migrate } from "./migrate";
import { prepareDataset } from "./prepare-dataset";
import { ensureAuthSecret } from "./secret";
import { readSettings } from "./settings";
import { Shutdown } from "./shutdown";

const dev = process.argv.includes("--dev");
Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });

const shutdown = new Shutdown();
try {
  console.log(`Price Atlas is ready at ${await start()}`);
  await tellAboutStaff();
} catch (error) {
  if (!shutdown.signal.aborted) console.error(explain(error));
  await shutdown.stop(1);
}

/** Brings everything up, in the order of need. Returns where it listens. */
async function start(): Promise<string> {
  const { host, port: wanted, exportDir, graceSeconds, metricsHost, metricsPort, connections } = readSettings();
  // Known before anything is loaded: the app writes its own address into its answers. A free one is held until this
  // process listens: others look for one, too.
  const held = wanted === 0 ? await holdPort(host) : null;
  const port = held?.port ?? (await findFreePort(host, wanted));
  Object.assign(process.env, { HOST: host, PORT: String(port), EXPORT_DIR: exportDir });
  if (dev) await ensureClient(shutdown.signal);
  await prepareDatabase();
  shutdown.signal.throwIfAborted();

  shutdown.defer(closeConnections);
  const { createHttpServer } = await import("./http");
  const server = await createHttpServer({ dev, host, port, held: held?.server ?? null, graceSeconds, connections });
  shutdown.defer(server.close);
  const { addHealthGauges } = await import("@/lib/health/gauges");
  addHealthGauges();
  // What every answer needs is read before the first caller can ask for it.
  await (await import("@/lib/dataset/data")).readCatalogue();
  await server.listen();
  if (metricsPort !== null) {
    const { serveMetrics } = await import("./metrics-server");
    const figures = await serveMetrics(metricsHost, metricsPort);
    shutdown.defer(figures.close);
    console.log(`Metrics are at ${figures.url}`);
  }
  return `http://${toName(host)}:${port}`;
}

async function prepareDatabase(): Promise<void> {
  const opening = openDatabase(tellLog);
  shutdown.defer(async () => (await opening.catch(() => null))?.close());
  const { url, embedded } = await opening;
  process.env.DATABASE_URL = url;
  await ensureAuthSecret({ embedded, dataDir: readSettings().dataDir });
  await migrate(url);
  await prepareDataset(url, console.log);
}

/** For what happens after the start, when there are settings to log by. */
function tellLog(message: string, facts = {}): void {
  void import("@/lib/log").then(({ log }) => log().warn(facts, message)).catch(console.error);
}

/** What is missing before anyone can sign in at /admin. */
async function tellAboutStaff(): Promise<void> {
  const [{ countStaff }, { env }] = await Promise.all([import("@/lib/staff/data"), import("@/lib/env")]);
  if (env().NEXTAUTH_SECRET === undefined) console.log("Nobody can sign in at /admin: NEXTAUTH_SECRET is not set.");
  else if ((await countStaff()) === 0)
    console.log("Nobody can sign in at /admin yet: npm run staff:add -- you@example.com");
}

async function closeConnections(): Promise<void> {
  const [{ closeVersionWatch }, { closeDatabase }, { closeKeys }, { closeLimiter }] = await Promise.all([
    import("@/lib/dataset/version"),
    import("@/lib/db"),
    import("@/lib/keys/close"),
    import("@/lib/limits/limiter"),
  ]);
  closeLimiter();
  await closeKeys();
  await closeVersionWatch();
  await closeDatabase();
}

/** How a person on this machine writes the host. */
function toName(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::1", "::"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  const { host, port } = readSettings();
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is in use: stop what listens there, or set PORT to another.`;
  if (code === "EACCES")
    return `Port ${port} of ${host} needs more rights than this user has: set PORT to one above 1023.`;
  return error.message;
}
