import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { explainError } from "@/scripts/build/explain.mjs";
import { adviseOnMemory, readUsableMemory } from "@/scripts/build/memory.mjs";
import { BUILT_FROM, hashSources, isBuilt } from "@/scripts/build/sources.mjs";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "price-atlas-build-"));
});
afterEach(() => rm(dir, { recursive: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}

describe("a build is of its sources", () => {
  const SOURCES = {
    "app/page.tsx": "page",
    "app/.well-known/route.ts": "route",
    "lib/a.ts": "a",
    "package-lock.json": "{}",
  };
  beforeEach(async () => {
    await write(SOURCES);
    await write({ [BUILT_FROM]: await hashSources(dir) });
  });

  test("whatever the times of the files: a clone or a copy is not built again", async () => {
    for (const file of Object.keys(SOURCES)) await utimes(join(dir, file), 4_000_000_000, 4_000_000_000);
    expect(await isBuilt(dir)).toBe(true);
  });

  test.each<[what: string, files: Record<string, string>]>([
    ["another text", { "app/page.tsx": "pagé" }],
    ["a new file", { "lib/b.ts": "" }],
    ["a file in a folder with a dot", { "app/.well-known/route.ts": "changed" }],
    ["another version of a package", { "package-lock.json": "{ }" }],
    ["text that moved to the next file", { "app/page.tsx": "pag", "lib/a.ts": "ea" }],
  ])("%s is built again, though .next is newer", async (_what, files) => {
    await write(files);
    for (const file of Object.keys(files)) await utimes(join(dir, file), 1, 1);
    expect(await isBuilt(dir)).toBe(false);
  });

  test("a removed file is built again, and so is a build that broke off", async () => {
    await rm(join(dir, "lib/a.ts"));
    expect(await isBuilt(dir)).toBe(false);
    await write(SOURCES);
    expect(await isBuilt(dir)).toBe(true);
    await rm(join(dir, BUILT_FROM));
    expect(await isBuilt(dir)).toBe(false);
  });

  test("what is no source leaves it as it is", async () => {
    await write({ "README.md": "words", "tests/a.test.ts": "test", "prisma/client/client.ts": "made" });
    expect(await isBuilt(dir)).toBe(true);
  });
});

describe("memory that a build may use", () => {
  const GB = 2 ** 30;
  const meminfo = (free: number, swap = 0) =>
    `MemTotal: 99999999 kB\nMemFree: 1 kB\nMemAvailable:   ${(free * GB) / 1024} kB\nSwapTotal: 9 kB\nSwapFree:  ${(swap * GB) / 1024} kB\n`;
  const V1 = "sys/fs/cgroup/memory";

  test.each<[what: string, gigabytes: number | null, files: Record<string, string>]>([
    ["what the machine has free, and its swap", 3.5, { "proc/meminfo": meminfo(3, 0.5) }],
    ["unknown where the system does not say", null, {}],
    [
      "the limit of its group (version 2)",
      1.5,
      {
        "proc/meminfo": meminfo(8),
        "proc/self/cgroup": "0::/a/b\n",
        "sys/fs/cgroup/a/b/memory.max": `${1.5 * GB}\n`,
        "sys/fs/cgroup/a/memory.max": "max\n",
      },
    ],
    [
      "the limit of a group above, with the swap that it may use",
      1.75,
      {
        "proc/meminfo": meminfo(8, 4),
        "proc/self/cgroup": "0::/a/b\n",
        "sys/fs/cgroup/a/b/memory.max": "max\n",
        "sys/fs/cgroup/a/memory.max": `${1.5 * GB}\n`,
        "sys/fs/cgroup/a/memory.swap.max": `${0.25 * GB}\n`,
      },
    ],
    [
      "the limit of a container, whose group is the root that it sees",
      1,
      {
        "proc/meminfo": meminfo(8),
        "proc/self/cgroup": "0::/docker/of-the-host\n",
        "sys/fs/cgroup/memory.max": `${GB}\n`,
        "sys/fs/cgroup/memory.swap.max": "0\n",
      },
    ],
    [
      "the limit of version 1, with swap up to what both may take",
      2,
      {
        "proc/meminfo": meminfo(8, 4),
        "proc/self/cgroup": "5:cpu,cpuacct:/x\n4:memory:/a\n0::/\n",
        [`${V1}/a/memory.limit_in_bytes`]: `${1.5 * GB}\n`,
        [`${V1}/a/memory.memsw.limit_in_bytes`]: `${2 * GB}\n`,
        [`${V1}/memory.limit_in_bytes`]: "9223372036854771712\n",
      },
    ],
    [
      "no more than is free below a high limit",
      0.75,
      {
        "proc/meminfo": meminfo(0.75),
        "proc/self/cgroup": "0::/\n",
        "sys/fs/cgroup/memory.max": `${4 * GB}\n`,
      },
    ],
  ])("is %s", async (_what, gigabytes, files) => {
    await write(files);
    expect(await readUsableMemory(dir)).toBe(gigabytes === null ? null : gigabytes * GB);
  });

  test("is told in one line where it is little, which says what to do", () => {
    expect(adviseOnMemory(2 * GB)).toBeNull();
    expect(adviseOnMemory(null)).toBeNull();
    const advice = adviseOnMemory(1.5 * GB) ?? "";
    expect(advice).toMatch(/1\.50 GB.*swap.*image.*elsewhere/);
    expect(advice).not.toContain("\n");
    expect(() => adviseOnMemory(1 * GB)).toThrow(/1\.00 GB.*not begun.*swap/);
  });
});

describe("a build that could not write", () => {
  test.each(["EACCES", "EPERM"])("says whose folder it is and what to do: %s", (code) => {
    const error = Object.assign(new Error(`${code}: not permitted, open '.building'`), { code, path: ".building" });
    expect(explainError(error)).toMatch(
      /^\.building cannot be written by \S+: another user made it\. .*chown -R.* anew\.$/,
    );
  });

  test("keeps the words of any other error", () => {
    expect(explainError(Object.assign(new Error("no space left"), { code: "ENOSPC" }))).toBe("no space left");
    expect(explainError("thrown")).toBe("thrown");
  });
});
