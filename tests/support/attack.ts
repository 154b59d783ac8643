import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { AnswerReader } from "./pipeline";

// Sends as fast as the server accepts, in a separate process so that it delays no measurement.

export type Attack = { base: string; kind: string; addresses: number; seconds: number };

/** `lost`: connections that the server ended before all answers. */
export type Toll = { sent: number; statuses: Record<string, number>; lost: number };

/** Just below the longest address that is parsed. */
const LONG = "x".repeat(8_000);
let count = 0;

/** Requests sent at once on a connection, and the pause after their answers. */
const KINDS: Record<string, { pauseMs: number; requests: () => string[] }> = {
  "one packet for one page": {
    pauseMs: 0,
    requests: () => Array.from({ length: 1_000 }, () => line(`/services/netflix?p=${count++}`)),
  },
  "one packet for a thousand pages": {
    pauseMs: 0,
    requests: () => Array.from({ length: 1_000 }, () => line(`/services?q=${process.pid}-${count++}`)),
  },
  "queries of 8 KB": {
    pauseMs: 250,
    requests: () => [
      line(`/api/compare?countries=${"zz,".repeat(2_680)}US&products=a`),
      line(`/api/prices?${Array.from({ length: 199 }, (_, at) => `parameter${at}=${"v".repeat(25)}`).join("&")}`),
      line(`/docs/call?operation=listPrices&country=${LONG}`),
      line(`/docs/call?operation=listPrices&${`product=${"a".repeat(30)}&`.repeat(198)}`),
      line(`/api/prices?${Array.from({ length: 3_000 }, (_, at) => `p${at}`).join("&")}`),
    ],
  },
  "languages of 24 KB": {
    pauseMs: 250,
    requests: () => [
      line("/services/netflix", `Accept-Language: de-AT,en-${count++}-${"abcdefgh-".repeat(2_600)}x\r\n`),
      line("/services/netflix", `Accept-Language: ${"de-AT;q=0.1;".repeat(2_000)}\r\nAccept-Encoding: ${count++}\r\n`),
    ],
  },
  "what is not cached": {
    pauseMs: 0,
    requests: () => [
      ...["/api/health", `/search?q=${count++}`, `/api/nothing/${count}`, `/_next/${count}`, `/invented/${count}`].map(
        (path) => line(path),
      ),
      line("/api/prices", "", "OPTIONS"),
      line("/services", "", "OPTIONS"),
      line(`/icons/${count}.png`),
      line(`/image/compare/card.png?products=${count}`),
    ],
  },
};

function line(path: string, more = "", method = "GET"): string {
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n${more}\r\n`;
}

process.once("message", (attack: Attack) => {
  void run(attack).then((toll) => process.send?.(toll, () => process.exit(0)));
});

async function run({ base, kind, addresses, seconds }: Attack): Promise<Toll> {
  const toll: Toll = { sent: 0, statuses: {}, lost: 0 };
  const { requests, pauseMs } = KINDS[kind] ?? { requests: () => [], pauseMs: 1_000 };
  const until = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() > until;
  await Promise.all(
    Array.from({ length: addresses }, async (_, at) => {
      while (!isOver()) await sendOn(open(base, at), { toll, requests, pauseMs, isOver });
    }),
  );
  return toll;
}

function open(base: string, at: number): Socket {
  const { hostname, port } = new URL(base);
  return connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${at + 2}` });
}

type Means = { toll: Toll; requests: () => string[]; pauseMs: number; isOver: () => boolean };

async function sendOn(socket: Socket, { toll, requests, pauseMs, isOver }: Means): Promise<void> {
  let owed = 0;
  let wake = () => {};
  const reader = new AnswerReader(({ status }) => {
    toll.statuses[status] = (toll.statuses[status] ?? 0) + 1;
    owed--;
    if (owed === 0) wake();
  });
  const timer = setInterval(() => isOver() && wake(), 50);
  socket.on("data", (piece) => reader.read(piece));
  socket.on("error", () => {});
  socket.on("close", () => wake());
  while (!isOver() && !socket.destroyed) {
    const packet = requests();
    owed += packet.length;
    toll.sent += packet.length;
    socket.write(packet.join(""), "latin1");
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    await sleep(pauseMs);
  }
  clearInterval(timer);
  if (!isOver() && owed > 0) toll.lost++;
  socket.destroy();
}
