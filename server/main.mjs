import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

// Entry point of `npm start`, in plain JavaScript: runs the built server, which checks that it still matches its
// sources. Without a matching build, builds first in a separate process, so that no build tools stay in memory.

const SIGNALS = ["SIGINT", "SIGTERM"];
const COMMAND = fileURLToPath(new URL("../scripts/build.ts", import.meta.url));
const toBuilt = (name) => new URL(`../.next/front/${name}.mjs`, import.meta.url).href;

const MIN_OPEN_FILES = 256;

refuseFewFiles();
if (!(await isBuilt())) await build();
await import(toBuilt("start"));

/** Refuses to start when too few files may be open: a start would fail at some file and call that file missing. */
function refuseFewFiles() {
  process.report.excludeNetwork = true;
  const limit = process.report.getReport().userLimits?.open_files?.soft;
  if (!(Number(limit) < MIN_OPEN_FILES)) return;
  process.stderr.write(`This process may open ${limit} files: allow it 1024 or more (ulimit -n 1024).\n`);
  process.exit(1);
}

async function isBuilt() {
  try {
    return await (await import(toBuilt("build"))).isBuilt();
  } catch {
    return false;
  }
}

async function build() {
  // Sends the build's output to standard error; standard output carries only the log.
  const child = spawn(process.execPath, ["--import", "tsx", COMMAND], { stdio: ["inherit", 2, "inherit"] });
  let isInterrupted = false;
  const interrupt = (signal) => {
    isInterrupted = true;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const [code] = await once(child, "exit");
  for (const signal of SIGNALS) process.off(signal, interrupt);
  if (isInterrupted) process.exit(0);
  if (code !== 0) process.exit(1);
}
