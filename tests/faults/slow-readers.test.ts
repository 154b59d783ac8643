import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { recordPromise } from "@/tests/support/report-promise";
import { makeDataDir } from "@/tests/support/scratch";
import { startServer } from "@/tests/support/server";
import type { SlowAnswer } from "@/tests/support/slow-reader";
import { makeSmallBuffers } from "@/tests/support/small-buffers";

const PATHS = ["/services/netflix", "/services/netflix", "/api/prices?page_size=200", "/api/export?dataset=prices"];

function startReader(prefix: readonly string[], url: string, bytesPerSecond: number) {
  const script = ["--import", "tsx", "tests/support/slow-reader.ts", url, String(bytesPerSecond), ...PATHS];
  const [program = "", ...args] = [...prefix, process.execPath, ...script];
  const { stdout } = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    begun: async () => expect((await lines.next()).value).toBe("reading"),
    end: async (): Promise<SlowAnswer[]> => JSON.parse((await lines.next()).value ?? ""),
  };
}

test("on SIGTERM answers that are being read are sent to their last byte, also where buffers are small", async ({
  skip,
}) => {
  await using network = await makeSmallBuffers("slow readers on a network with small buffers");
  if (network === null) return skip("no network with small buffers");
  await using data = await makeDataDir();
  await using server = await startServer({ DATABASE_URL: "", DATA_DIR: data.dir, LOG_LEVEL: "info" }, network);
  // Fills the cache and makes the export before the slow reads.
  const first = startReader(network.prefix, server.url, 100_000_000);
  await first.begun();
  await first.end();
  const reader = startReader(network.prefix, server.url, 100_000);
  await reader.begun();
  const code = server.stop("SIGTERM");
  const answers = await reader.end();
  expect(await code).toBe(0);
  expect(answers).toEqual(PATHS.map((path) => expect.objectContaining({ path, status: 200 })));
  for (const { path, expected, received } of answers) expect([path, received]).toEqual([path, expected]);
  expect(Math.min(...answers.map(({ expected }) => expected))).toBeGreaterThan(50_000);
  expect(server.output()).not.toContain('"aborted":true');
  recordPromise({
    promise: "SIGTERM never cuts an answer that is being read, also where the system's buffers are small",
    test: "tests/faults/slow-readers.test.ts",
    figure: `${answers.length} slow readers of ${answers.map(({ expected }) => expected).join(", ")} bytes: all got all`,
  });
}, 180_000);
