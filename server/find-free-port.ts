import { createServer, type Server } from "node:net";

/** Finds a free port for 0. Throws like `listen`: EADDRINUSE when the port is taken. */
export async function findFreePort(host: string, port = 0): Promise<number> {
  const held = await holdPort(host, port);
  await new Promise((resolve) => held.server.close(resolve));
  return held.port;
}

/** Keeps listening, so that nobody takes the port before the real server takes over the socket. */
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
