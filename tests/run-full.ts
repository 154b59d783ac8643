import { findCommand, passOnSignals, runNode } from "@/scripts/build/run-node.mjs";

// npm run test:full: everything long, one after the other, until something fails. npm run test:served (--served): only
// the calls without the launcher.
let isInterrupted = false;
passOnSignals(() => {
  isInterrupted = true;
});

const vitest = await findCommand("vitest");
const playwright = await findCommand("playwright");

async function run(args: string[], env: Record<string, string> = {}): Promise<void> {
  const { code } = await runNode(args, { env: { ...process.env, ...env } });
  if (code !== 0 || isInterrupted) process.exit(code || 1);
}

const isOnlyServed = process.argv.includes("--served");
if (!isOnlyServed) await run([vitest, "run", "--config", "tests/faults/vitest.config.ts"]);
for (const SERVED_BY of ["next", "nginx"])
  await run([vitest, "run", "--config", "tests/served.config.ts"], { SERVED_BY });
if (!isOnlyServed) {
  const pages = ["every-page", "country.spec", "product.spec"];
  await run([playwright, "test", "--config", "tests/e2e/playwright.config.ts", ...pages], { FAULTS: "long" });
  await run([vitest, "run", "--project", "engines"], { FAULTS: "long" });
  await run(["--import", "tsx", "tests/at-date.ts", "+400"]);
  await run(["--import", "tsx", "tests/shipped/run.ts"]);
}
