import { Agent, get as ask, type IncomingHttpHeaders } from "node:http";
import { newSender } from "./api";

export type Sample = {
  kind: string;
  path: string;
  /** Milliseconds since the load began. */
  sentAtMs: number;
  durationMs: number;
  /** 0 when the connection broke. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
};

type Ask = { kind: string; path: string };

/** Sends at a steady pace without waiting, each from its own address. `stop` waits for the last answer. */
export function startLoad(base: string, perSecond: number, choose: (at: number) => Ask) {
  const startedAt = performance.now();
  const sent: Promise<Sample>[] = [];
  const agent = new Agent({ maxSockets: 500 });
  let answered = 0;
  const elapsedMs = () => performance.now() - startedAt;
  const timer = setInterval(() => {
    while (sent.length < (elapsedMs() * perSecond) / 1000) sent.push(send(choose(sent.length)));
  }, 5);

  function send({ kind, path }: Ask): Promise<Sample> {
    const sentAtMs = elapsedMs();
    const end = (status: number, headers: IncomingHttpHeaders, text: string): Sample => {
      answered += 1;
      return { kind, path, sentAtMs, status, headers, text, durationMs: elapsedMs() - sentAtMs };
    };
    return new Promise((resolve) => {
      const lose = (error: unknown) => resolve(end(0, {}, String(error)));
      const options = { agent, timeout: 120_000, headers: { "x-forwarded-for": newSender() } };
      const request = ask(`${base}${path}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", lose);
        response.on("end", () =>
          resolve(end(response.statusCode ?? 0, response.headers, String(Buffer.concat(chunks)))),
        );
      });
      request.on("error", lose);
      request.on("timeout", () => request.destroy());
    });
  }

  return {
    elapsedMs,
    countAnswered: () => answered,
    stop: async (): Promise<Sample[]> => {
      clearInterval(timer);
      const samples = await Promise.all(sent);
      agent.destroy();
      return samples;
    },
  };
}
