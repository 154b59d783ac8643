import { explainFailure } from "@/server/explain-failure";
import { readSettings } from "@/server/settings";

/**
 * Runs a command, whose exit code is what `main` returns. A failure is one line on standard error and the code 1: the
 * person at the terminal can mend a setting, not a stack.
 */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(describeFailure(error));
    process.exitCode = 1;
  }
}

/** One line about why a command failed. */
export function describeFailure(error: unknown): string {
  try {
    return explainFailure(error, readSettings());
  } catch {
    // The settings themselves are wrong.
    return explainFailure(error, null);
  }
}
