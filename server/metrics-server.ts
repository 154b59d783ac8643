import { createServer, type Server } from "node:http";
import { metrics } from "@/lib/platform/metrics";

export type MetricsServer = { url: string; close(): Promise<void> };

/**
 * Serves /metrics to Prometheus on an address of its own. Uses a free port when the configured one is taken: metrics
 * must not prevent a start.
 */
export async function serveMetrics(host: string, port: number): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") return void response.writeHead(404).end();
    const { registry } = metrics();
    const text = await registry.metrics();
    response.writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" }).end(text);
  });
  server.unref();
  if (!(await listen(server, host, port))) await listen(server, host, 0);
  const address = server.address();
  const bound = address && typeof address === "object" ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Starts listening; returns false when the port is taken. */
function listen(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error));
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve(true);
    });
  });
}
