import { explainFailure } from "@/server/settings";

/** Says what is wrong with a command line, which ends the command with its usage. */
export class WrongUsage extends Error {}

/**
 * Runs a command and exits with the code that `main` returns; `--help` or `-h` anywhere prints its usage instead. Reports
 * a failure as one line on standard error and exit code 1, because the person at the terminal can correct a setting, not
 * a stack trace; a wrong command line with the usage and exit code 2.
 */
export async function runCommand(usage: string, main: () => Promise<number>): Promise<void> {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    console.log(usage);
    return;
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof WrongUsage ? `${error.message}\n\n${usage}` : explainFailure(error));
    process.exitCode = error instanceof WrongUsage ? 2 : 1;
  }
}

/** Reads the only argument of a command. */
export function readOnlyArgument(what: string): string {
  const [given, ...rest] = process.argv.slice(2);
  if (given === undefined) throw new WrongUsage(`${what} is missing.`);
  if (rest.length > 0) throw new WrongUsage(`One ${what} is wanted, not ${rest.length + 1}.`);
  return given;
}
