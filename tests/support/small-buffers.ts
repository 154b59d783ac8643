import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";

const run = promisify(execFile);

export type SmallBuffers = {
  /** Command prefix that runs a program in this network. */ prefix: string[];
} & AsyncDisposable;

/**
 * Network namespace (Linux, root, iproute2) whose sockets have the small buffers of a real network; this machine's own
 * buffers hold whole answers. Null where it cannot be created, with the reason on the console; throws in CI.
 */
export async function makeSmallBuffers(): Promise<SmallBuffers | null> {
  const name = `price-atlas-${randomBytes(4).toString("hex")}`;
  const prefix = ["ip", "netns", "exec", name];
  const within = (command: string) => run("ip", ["netns", "exec", name, "sh", "-c", command]);
  const remove = () => run("ip", ["netns", "delete", name]);
  try {
    await run("ip", ["netns", "add", name]);
    await within("ip link set lo up");
    await within('echo "4096 16384 65536" > /proc/sys/net/ipv4/tcp_wmem');
    await within('echo "4096 8192 16384" > /proc/sys/net/ipv4/tcp_rmem');
  } catch (error) {
    await remove().catch(() => {});
    if (process.env.CI && process.getuid?.() === 0) throw error;
    console.warn(`Not tried on a network with small buffers: ${error instanceof Error ? error.message : error}`);
    return null;
  }
  return { prefix, [Symbol.asyncDispose]: async () => void (await remove()) };
}
