import { createServer, type IncomingMessage } from "node:http";
import { createClient } from "@redis/client";
import { z } from "zod";
import { findFreePort } from "@/server/find-free-port";

const Command = z.array(z.union([z.string(), z.number()])).transform((parts) => parts.map(String));

export type UpstashBridge = { url: string; token: string; [Symbol.asyncDispose](): Promise<void> };

/** Upstash's REST API for commands and pipelines, in front of `redisUrl`. */
export async function startUpstashBridge(redisUrl: string): Promise<UpstashBridge> {
  const token = "upstash-test-token";
  const redis = createClient({ url: redisUrl });
  redis.on("error", () => {});
  await redis.connect();

  const run = async (command: string[]) => {
    try {
      return { result: encode(await redis.sendCommand<unknown>(command)) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { error: "Unauthorized" });
    const body: unknown = JSON.parse(await readBody(request));
    if (request.url === "/pipeline") return send(200, await Promise.all(z.array(Command).parse(body).map(run)));
    const answer = await run(Command.parse(body));
    return send(answer.error === undefined ? 200 : 400, answer);
  });
  const port = await findFreePort("127.0.0.1");
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    [Symbol.asyncDispose]: async () => {
      redis.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The client requests text in base64. */
function encode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encode);
  return typeof value === "string" && value !== "OK" ? Buffer.from(value).toString("base64") : value;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}
