import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { findFreePort } from "@/server/find-free-port";
import { getProgram } from "./needs";

export type TestRedis = {
  url: string;
  port: number;
  kill(): Promise<void>;
  /** Starts an empty one on the same port. */
  restart(): Promise<void>;
  /** Suspends it, with its connections open. */
  freeze(): void;
  resume(): void;
  /** Makes recorded requests older by `ms`. */
  letPass(ms: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const GROW_OLDER = `
for _, key in ipairs(redis.call("KEYS", "*")) do
  local older = string.gsub(redis.call("GET", key), "(%d+) (%d+)", function(last, count)
    return string.format("%.0f %d", tonumber(last) - tonumber(ARGV[1]), count)
  end)
  redis.call("SET", key, older, "KEEPTTL")
end`;

export async function startRedis(): Promise<TestRedis> {
  const port = await findFreePort("127.0.0.1");
  let child = await start(port);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    restart: async () => {
      await kill();
      child = await start(port);
    },
    freeze: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    letPass: async (ms) => {
      const client = await createClient({ url: `redis://127.0.0.1:${port}` }).connect();
      await client.sendCommand(["EVAL", GROW_OLDER, "0", String(ms)]);
      client.destroy();
    },
    [Symbol.asyncDispose]: kill,
  };
}

async function start(port: number): Promise<ChildProcess> {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(getProgram("redis-server"), args, { stdio: "ignore" });
  const failed = once(child, "exit").then(() => Promise.reject(new Error("redis-server ended before it was ready")));
  failed.catch(() => {});
  const ready = (async () => {
    while (!(await answers(port))) await sleep(20);
  })();
  await Promise.race([ready, failed]);
  return child;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
