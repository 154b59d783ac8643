import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Cuttable = {
  /** The same address by way of this proxy. */
  url: string;
  /** Loses every connection, and refuses new ones. */
  cut(): void;
  restore(): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A way to the server of `url` that can be cut. */
export async function makeCuttable(url: string): Promise<Cuttable> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String(toPort(server.address()));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    cut,
    restore: () => {
      isCut = false;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toPort(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
