import { explainFailure } from "@/server/settings";

export class WrongUsage extends Error {}

/** Exits with `main`'s code, 1 on failure (in one line, without stack trace), 2 on wrong usage. */
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

export function readOnlyArgument(what: string): string {
  const [given, ...rest] = process.argv.slice(2);
  if (given === undefined) throw new WrongUsage(`${what} is missing.`);
  if (rest.length > 0) throw new WrongUsage(`One ${what} is wanted, not ${rest.length + 1}.`);
  return given;
}
