import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

// npm run test:fuzz -- --runs 10000 --seed 1
const { values } = parseArgs({ options: { runs: { type: "string", default: "10000" }, seed: { type: "string" } } });
for (const [name, value] of Object.entries(values)) {
  if (!/^\d{1,9}$/.test(value ?? "")) throw new Error(`--${name} must be a whole number, not "${value}"`);
}

const child = spawn(join("node_modules/.bin", "vitest"), ["run", "tests/api/fuzz.test.ts"], {
  env: {
    ...process.env,
    FUZZ_RUNS: values.runs,
    ...(values.seed && { TEST_SEED: values.seed }),
    RECORD_PROMISES: "1",
  },
  stdio: "inherit",
});
child.on("error", (error) => {
  throw error;
});
child.on("close", (code) => process.exit(code ?? 1));
