import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const GB = 2 ** 30;
/** With this much the build has never been short. */
const AMPLE = 2 * GB;
/** With less the build does not end. */
const LEAST = 1.25 * GB;
export const HELP = "Add swap, take the image (deploy/), or build the folder elsewhere and copy it here.";

/**
 * What to do where the build may be short of memory, in one line. Throws where it would not end.
 *
 * @param {number | null} usable
 * @returns {string | null}
 */
export function adviseOnMemory(usable) {
  if (usable === null || usable >= AMPLE) return null;
  const has = `The build takes up to ${toGb(AMPLE)} of memory, and ${toGb(usable)} are left here.`;
  if (usable < LEAST) throw new Error(`${has} It was not begun, because below ${toGb(LEAST)} it does not end. ${HELP}`);
  return `${has} If it does not end within minutes: ${HELP}`;
}

/** @param {number} bytes */
const toGb = (bytes) => `${(bytes / GB).toFixed(2)} GB`;

/**
 * Bytes of memory and swap that are left to this process: what the machine has free, and no more than its control groups
 * allow (Linux; of both versions). Null where the system does not say.
 *
 * @param {string} root Folder that has `proc` and `sys`.
 * @returns {Promise<number | null>}
 */
export async function readUsableMemory(root = "/") {
  const info = await read(join(root, "proc/meminfo"));
  const free = readKilobytes(info, "MemAvailable");
  if (Number.isNaN(free)) return null;
  const swap = readKilobytes(info, "SwapFree") || 0;
  const limits = await Promise.all(
    (await listGroups(root)).map(async (dir) => {
      const [memory, both, swapMax] = await Promise.all([
        readLimit(dir, ["memory.max", "memory.limit_in_bytes"]),
        readLimit(dir, ["memory.memsw.limit_in_bytes"]),
        readLimit(dir, ["memory.swap.max"]),
      ]);
      return Math.min(both, memory + Math.min(swap, swapMax));
    }),
  );
  return Math.min(free + swap, ...limits);
}

/**
 * The control groups of this process that count memory, each with its ancestors.
 *
 * @param {string} root
 */
async function listGroups(root) {
  const folders = [];
  for (const line of (await read(join(root, "proc/self/cgroup"))).split("\n").filter(Boolean)) {
    const [, controllers = "", ...rest] = line.split(":");
    if (controllers !== "" && !controllers.split(",").includes("memory")) continue;
    const mount = join(root, "sys/fs/cgroup", controllers === "" ? "" : "memory");
    let path = rest.join(":");
    // A container may name a path that only its host has: the mount itself is its group then.
    for (; path !== "/"; path = dirname(path)) folders.push(join(mount, path));
    folders.push(mount);
  }
  return folders;
}

/**
 * @param {string} dir
 * @param {string[]} names
 * @returns {Promise<number>} Infinity where there is no limit.
 */
async function readLimit(dir, names) {
  for (const name of names) {
    const text = (await read(join(dir, name))).trim();
    if (/^\d+$/.test(text)) return Number(text);
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * @param {string} info
 * @param {string} name
 */
function readKilobytes(info, name) {
  return Number(new RegExp(`^${name}: *(\\d+) kB`, "m").exec(info)?.[1] ?? Number.NaN) * 1024;
}

/** @param {string} path */
const read = (path) => readFile(path, "utf8").catch(() => "");
