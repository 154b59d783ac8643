import { appendFile, mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { boundLog, watchLog } from "@/server/postgres/log-file";

const dir = await mkdtemp(join(tmpdir(), "postgres-log-"));
afterAll(() => rm(dir, { recursive: true }));

test("a log that has grown too long is cut while it is written, and its end stays beside it", async () => {
  const path = join(dir, "cut.log");
  await using writer = await open(path, "a");
  await writer.write(`${"old line\n".repeat(1_000)}last line\n`);
  await boundLog(path, 1_000);
  await writer.write("new line\n");
  expect(await readFile(path, "utf8")).toBe("new line\n");
  const before = await readFile(`${path}.1`, "utf8");
  expect([before.length, before.slice(-10)]).toEqual([1_000, "last line\n"]);
});

test("a short log, and one that is not there, are left alone", async () => {
  const path = join(dir, "short.log");
  await writeFile(path, "line\n");
  await boundLog(path, 1_000);
  await boundLog(join(dir, "none.log"), 1_000);
  expect(await readFile(path, "utf8")).toBe("line\n");
  await expect(stat(`${path}.1`)).rejects.toThrow("ENOENT");
});

test("a log is bounded for as long as it is watched", async () => {
  const path = join(dir, "watched.log");
  const end = watchLog(path, () => {}, 10);
  await appendFile(path, "x".repeat(10_000_001));
  await expect.poll(async () => (await stat(path)).size, { timeout: 10_000 }).toBe(0);
  end();
});
