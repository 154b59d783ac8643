import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Page of another origin: another port of this machine. */
export async function openForeignPage(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Another site</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => server.close() };
}
