import { createServer } from "node:net";

/**
 * A port of `host` that can be listened on: `port` itself, or a free one for 0.
 * Throws as `listen` does, with the code EADDRINUSE when the port is taken.
 */
export function findFreePort(host: string, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
