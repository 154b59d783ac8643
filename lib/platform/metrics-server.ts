import "server-only";
import { createServer, type Server } from "node:http";
import { env } from "./env";
import { logAlways } from "./log";
import { metrics } from "./metrics";
import { processSingleton } from "./process-singleton";

const servers = processSingleton("metrics-servers", () => new WeakSet<Server>());
export const isMetricsServer = (server: Server): boolean => servers.has(server);

/** Uses a free port when METRICS_PORT is taken, so that the start never fails. Returns a function that ends it. */
export async function serveMetrics(): Promise<() => void> {
  const { METRICS_HOST: host, METRICS_PORT: port } = env();
  if (port === null) return () => {};
  const server = createServer(async (request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") return void response.writeHead(404).end();
    const { registry } = metrics();
    const text = await registry.metrics();
    response.writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" }).end(text);
  });
  servers.add(server);
  server.unref();
  if (!(await listen(server, host, port))) await listen(server, host, 0);
  const address = server.address();
  const bound = address && typeof address === "object" ? address.port : port;
  logAlways(`Metrics are at http://${host.includes(":") ? `[${host}]` : host}:${bound}/metrics`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

function listen(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve(true);
    });
  });
}
