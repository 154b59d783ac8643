import { createServer, type Server } from "node:net";

/**
 * Returns a port of `host` that can be listened on: `port`, or a free one for 0. Throws like `listen`, with the code
 * EADDRINUSE when the port is taken.
 */
export async function findFreePort(host: string, port = 0): Promise<number> {
  const held = await holdPort(host, port);
  await new Promise((resolve) => held.server.close(resolve));
  return held.port;
}

/**
 * Like findFreePort, but keeps listening on the port so that nobody else can take it; the real server takes over this
 * socket.
 */
export function holdPort(host: string, port = 0): Promise<{ port: number; server: Server }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (address && typeof address === "object") resolve({ port: address.port, server });
      else reject(new Error("no port"));
    });
  });
}
