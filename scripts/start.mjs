import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { explainError } from "./build/explain.mjs";
import { keepBuild } from "./build/keep-build.mjs";
import { findCommand, passOnSignals, runNode } from "./build/run-node.mjs";
import { isBuilt } from "./build/sources.mjs";

// npm start: builds where .next was built from other sources or not at all, and serves in this process. npm run dev
// (--dev) serves the sources.

if (process.argv.includes("--dev")) {
  await runOrExit(await findCommand("prisma"), "generate");
  await import("@/server/start");
} else {
  if (!(await isBuilt())) await runOrExit("scripts/build/build.mjs", "--if-changed");
  const kept = await keepBuild().catch((error) => {
    console.error(explainError(error));
    process.exit(1);
  });
  await import(pathToFileURL(join(kept, ".next/launcher/start.mjs")).href);
}

/**
 * Its output goes to standard error: what the server prints is a log.
 *
 * @param {string[]} args
 */
async function runOrExit(...args) {
  const endPassing = passOnSignals();
  const { code } = await runNode(args, { stdio: ["ignore", 2, 2, "ipc"] });
  endPassing();
  if (code !== 0) process.exit(code ?? 1);
}
