#!/usr/bin/env node
import { spawn } from "node:child_process";

// The word `exec` in the scripts of package.json, for cmd, which has none. A POSIX shell has its own: there Node takes the
// place of the shell, so that signals to npm reach it.
const [, , program, ...args] = process.argv;
// Ctrl-C reaches both: what runs decides when it ends.
process.on("SIGINT", () => {});
spawn(program === "node" ? process.execPath : String(program), args, { stdio: "inherit" }).on("close", (code) =>
  process.exit(code ?? 1),
);
