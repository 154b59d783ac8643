import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

// What `npm start` runs, in plain JavaScript: the server as it was built, which knows whether it still is what its
// sources say. Where it is not, or was never built, it is built first, by a process that leaves nothing of its tools here.

const SIGNALS = ["SIGINT", "SIGTERM"];
const COMMAND = fileURLToPath(new URL("../scripts/build.ts", import.meta.url));
const toBuilt = (name) => new URL(`../.next/front/${name}.mjs`, import.meta.url).href;

if (!(await isBuilt())) await build();
await import(toBuilt("start"));

async function isBuilt() {
  try {
    return await (await import(toBuilt("build"))).isBuilt();
  } catch {
    return false;
  }
}

async function build() {
  const child = spawn(process.execPath, ["--import", "tsx", COMMAND], { stdio: "inherit" });
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
