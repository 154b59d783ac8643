import { explainFailure } from "@/server/explain-failure";
import { readSettings } from "@/server/settings";

/**
 * Runs a command and exits with the code that `main` returns. Reports a failure as one line on standard error and exit
 * code 1, because the person at the terminal can correct a setting, not a stack trace.
 */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(describeFailure(error));
    process.exitCode = 1;
  }
}

/** Explains in one line why a command failed. */
export function describeFailure(error: unknown): string {
  try {
    return explainFailure(error, readSettings());
  } catch {
    // The settings themselves are wrong.
    return explainFailure(error, null);
  }
}
