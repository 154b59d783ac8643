import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedPost = { path: string; headers: Record<string, string>; body: string };

export type Receiver = {
  /** As in REFRESH_ALLOW_HOSTS. */
  host: string;
  /** What came whole, in order: what came twice stands there twice. */
  received: ReceivedPost[];
  /** Waited for when a request begins, and before it is answered. */
  at: (step: "begun" | "taken") => Promise<void>;
  /** Status of each answer, with fields. */
  answer: (post: ReceivedPost) => { status: number; headers?: Record<string, string> };
  [Symbol.asyncDispose](): Promise<void>;
};

/** A server of this process that takes webhooks. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    try {
      await receiver.at("begun");
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const post = { path: request.url ?? "", headers, body: Buffer.concat(chunks).toString() };
      receiver.received.push(post);
      await receiver.at("taken");
      const { status, headers: fields } = receiver.answer(post);
      response.writeHead(status, fields).end();
    } catch {
      // The sender ended in between.
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    at: async () => {},
    answer: () => ({ status: 204 }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
