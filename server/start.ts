import { log } from "@/lib/platform/log";
import { ensureClient, readBuildId } from "./build";
import { openDatabase } from "./database";
import { explainFailure } from "./explain-failure";
import { findFreePort, holdPort } from "./find-free-port";
import { migrate } from "./migrate";
import { announce, captureOutput, printLine } from "./output";
import { prepareDataset } from "./prepare-dataset";
import { ensureAuthSecret } from "./secret";
import { readSettings, type Settings } from "./settings";
import { Shutdown } from "./shutdown";

const dev = process.argv.includes("--dev");
Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });

const shutdown = new Shutdown();
let settings: Settings | null = null;
try {
  settings = readSettings();
  if (!dev) captureOutput();
  announce(`Price Atlas is ready at ${await start(settings)}`);
  await reportMissingStaff();
} catch (error) {
  if (!shutdown.signal.aborted) printLine(explainFailure(error, settings));
  await shutdown.stop(1);
}

/** Starts everything in the order of dependence. Returns the address of the site. */
async function start(settings: Settings): Promise<string> {
  const { host, port: wanted, exportDir, graceSeconds, metricsHost, metricsPort } = settings;
  // Decided before anything is loaded, because the app writes its own address into its answers. A free port is held
  // until this process listens, so that no other process takes it.
  const held = wanted === 0 ? await holdPort(host) : null;
  const port = held?.port ?? (await findFreePort(host, wanted));
  Object.assign(process.env, { HOST: host, PORT: String(port), EXPORT_DIR: exportDir });
  if (dev) await ensureClient(shutdown.signal);
  await prepareDatabase(settings);
  shutdown.signal.throwIfAborted();

  const background = await (await import("@/lib/background")).startBackground();
  shutdown.defer(background.close);
  const { createHttpServer } = await import("./http");
  const buildId = dev ? "" : await readBuildId();
  const server = await createHttpServer({ dev, host, port, held: held?.server ?? null, graceSeconds, buildId });
  shutdown.defer(server.close);
  // Opens and reads everything that each answer needs, before the first request.
  await (await import("@/lib/platform/db")).openConnections();
  const version = await (await import("@/lib/versions/current")).requireVersion();
  await (await import("@/lib/dataset/data")).readCatalogue(version);
  await server.listen();
  if (metricsPort !== null) {
    const { serveMetrics } = await import("./metrics-server");
    const figures = await serveMetrics(metricsHost, metricsPort);
    shutdown.defer(figures.close);
    announce(`Metrics are at ${figures.url}`);
  }
  return `http://${toName(host)}:${port}`;
}

async function prepareDatabase({ dataDir }: Settings): Promise<void> {
  const opening = openDatabase((message, facts = {}) => log().warn(facts, message));
  shutdown.defer(async () => (await opening.catch(() => null))?.close());
  const { url, embedded } = await opening;
  process.env.DATABASE_URL = url;
  await ensureAuthSecret({ embedded, dataDir });
  await migrate(url);
  await prepareDataset(url);
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

/** Name of the host for a person on this machine. */
function toName(host: string): string {
  return ["127.0.0.1", "0.0.0.0", "::1", "::"].includes(host) ? "localhost" : toReachable(host);
}

/** Name by which this machine reaches a server that listens on the host. */
function toReachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
