import { open, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { bundlePrograms } from "./bundle.mjs";
import { explainError } from "./explain.mjs";
import { adviseOnMemory, HELP, readUsableMemory } from "./memory.mjs";
import { endWithParent, findCommand, isRunning, passOnSignals, runNode } from "./run-node.mjs";
import { BUILT_FROM, hashSources, isBuilt } from "./sources.mjs";

// npm run build: makes .next, the site by Next and the launcher that npm start runs. --if-changed: only where .next was
// built from other sources.

const SAY_EVERY_MS = 30_000;
/** Names the process that builds in this folder. */
const LOCK = ".building";

class Interrupted extends Error {}

let isInterrupted = false;
passOnSignals(() => {
  isInterrupted = true;
});
endWithParent();

try {
  await takeLock();
  try {
    if (!process.argv.includes("--if-changed") || !(await isBuilt())) await build();
  } finally {
    await rm(LOCK, { force: true });
  }
} catch (error) {
  if (!(error instanceof Interrupted)) console.error(explainError(error));
  process.exitCode = 1;
}

/** Waits for another process that builds in this folder. */
async function takeLock() {
  for (let isSaid = false; ; await sleep(500)) {
    if (isInterrupted) throw new Interrupted();
    try {
      const lock = await open(LOCK, "wx");
      await lock.writeFile(String(process.pid));
      return await lock.close();
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
    const pid = Number(await readFile(LOCK, "utf8").catch(() => ""));
    // Empty between its making and its writing.
    if (pid === 0) continue;
    if (!isRunning(pid)) await rm(LOCK, { force: true });
    else if (!isSaid) {
      isSaid = true;
      console.error(`Waiting for process ${pid}, which builds in this folder.`);
    }
  }
}

async function build() {
  const advice = adviseOnMemory(await readUsableMemory());
  if (advice !== null) console.error(advice);
  const startedAt = Date.now();
  const saying = setInterval(
    () => console.error(`Still building, after ${Math.round((Date.now() - startedAt) / 1000)} s.`),
    SAY_EVERY_MS,
  );
  try {
    await rm(BUILT_FROM, { force: true });
    const sources = await hashSources();
    await runStep(await findCommand("prisma"), "generate");
    await runStep(await findCommand("next"), "build");
    await bundleLauncher();
    // Last, so that a build that broke off has none.
    await writeFile(BUILT_FROM, sources);
  } finally {
    clearInterval(saying);
  }
}

/** @param {string[]} args */
async function runStep(...args) {
  if (isInterrupted) throw new Interrupted();
  const { code, signal } = await runNode(args);
  if (isInterrupted) throw new Interrupted();
  if (signal === "SIGKILL") throw new Error(`The system killed the build, as it does where memory is short. ${HELP}`);
  if (code !== 0) throw new Error(`The build ended with ${signal ?? code}: ${args.join(" ")}`);
}

/** The server beside Next, and the process that checks and publishes change sets. */
async function bundleLauncher() {
  await bundlePrograms({
    entryPoints: ["server/start.ts", "server/worker.ts"],
    outdir: ".next/launcher",
    // Shared with the pages, which load them from Next's standalone build (keep-build.mjs).
    external: ["next", "pg", "pino"],
  });
}
