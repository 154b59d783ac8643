import { explainFailure } from "@/server/settings";

export class WrongUsage extends Error {}

/** Exits with `main`'s code, 1 on failure (in one line, without stack trace), 2 on wrong usage, parseArgs' faults among it. */
export async function runCommand(usage: string, main: () => Promise<number>): Promise<void> {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    console.log(usage);
    return;
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    const fault = findWrongUsage(error);
    console.error(fault === null ? explainFailure(error) : `${fault}\n\n${usage}`);
    process.exitCode = fault === null ? 1 : 2;
  }
}

function findWrongUsage(error: unknown): string | null {
  if (error instanceof WrongUsage) return error.message;
  const isOfParseArgs = error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
  return isOfParseArgs ? error.message : null;
}

export function readOnlyArgument(what: string): string {
  const [given, ...rest] = process.argv.slice(2);
  if (given === undefined) throw new WrongUsage(`${what} is missing.`);
  if (rest.length > 0) throw new WrongUsage(`One ${what} is wanted, not ${rest.length + 1}.`);
  return given;
}
