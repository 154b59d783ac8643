import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Cuttable = {
  url: string;
  /** Cuts every connection, and refuses new ones. */
  cut(): void;
  restore(): void;
  startParameters: Record<string, string>[];
  [Symbol.asyncDispose](): Promise<void>;
};

export async function makeCuttable(url: string): Promise<Cuttable> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const startParameters: Record<string, string>[] = [];
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy();
    client.once("data", (packet: Buffer) => startParameters.push(readStart(packet)));
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
    startParameters,
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

function readStart(packet: Buffer): Record<string, string> {
  const words = packet.subarray(8).toString().split("\0");
  const pairs = words.flatMap((word, at) => (at % 2 === 0 && word !== "" ? [[word, words[at + 1] ?? ""]] : []));
  return Object.fromEntries(pairs);
}
