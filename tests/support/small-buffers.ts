import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { findProgram, leaveOut, programEnv } from "./needs";

const run = promisify(execFile);

export type SmallBuffers = {
  /** Command prefix that runs a program in this network. */ prefix: string[];
} & AsyncDisposable;

/**
 * Network namespace with the small buffers of a real network; local ones hold whole answers. Null, with `tests` left
 * out, where it cannot be created.
 */
export async function makeSmallBuffers(tests: string): Promise<SmallBuffers | null> {
  const ip = findProgram("ip") ?? "ip";
  const runIp = (...args: string[]) => run(ip, ["netns", ...args], { env: programEnv });
  const name = `price-atlas-${randomBytes(4).toString("hex")}`;
  const prefix = [ip, "netns", "exec", name];
  const within = (command: string) => runIp("exec", name, "sh", "-c", command);
  const remove = () => runIp("delete", name);
  try {
    await runIp("add", name);
    await within("ip link set lo up");
    await within('echo "4096 16384 65536" > /proc/sys/net/ipv4/tcp_wmem');
    await within('echo "4096 8192 16384" > /proc/sys/net/ipv4/tcp_rmem');
  } catch {
    await remove().catch(() => {});
    leaveOut(tests, "apt-get install iproute2; needs Linux, and root that may make networks");
    return null;
  }
  return { prefix, [Symbol.asyncDispose]: async () => void (await remove()) };
}
