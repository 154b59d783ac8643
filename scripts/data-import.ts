import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { recordCommand } from "@/lib/desk/changes/command-mutations";
import { type ImportOptions, importFiles } from "@/lib/import/import-files";
import { NewerDatabase } from "@/lib/import/import-transaction";
import { FORMAT_NAMES, type FormatName } from "@/lib/import/read/formats/format";
import { ImportRejected, OutliersFound } from "@/lib/import/report/result";
import { formatSummary, formatWarnings } from "@/lib/import/report/summary-text";
import { DECIMAL_MARKS } from "@/lib/printed/amount-rules";
import { DAY_ORDERS } from "@/lib/printed/day-rules";
import { openDatabase } from "@/server/database";
import { migrate, OtherRelease } from "@/server/migrate";
import { explainFailure } from "@/server/settings";
import { runCommand, WrongUsage } from "./run-command";
import { showProgress } from "./show-progress";

const USAGE = `usage: npm run data:import -- [options] FILE...

  --format ${FORMAT_NAMES.join("|")}   hold every file to this format (guessed from the header when left out)
  --decimal .|,        the decimal mark of amounts that can be read in two ways, such as 1.299
  --dates dmy|mdy      the order of days that can be read in two ways, such as 03/04/2026
  --dry-run            say what would change, and change nothing
  --accept-outliers    import although prices or rates jumped, or many disappeared

The files may be given in any order. docs/importing.md describes them.`;

const EXIT = { done: 0, refused: 1, failed: 3, newer: 4 };

await runCommand(USAGE, async () => {
  const args = readArguments();
  const progress = showProgress(process.stderr);
  try {
    const result = await importInto(args, progress.show);
    progress.clear();
    console.log(formatSummary(result));
    return EXIT.done;
  } catch (error) {
    progress.clear();
    return explain(error);
  }
});

function explain(error: unknown): number {
  if (error instanceof ImportRejected) {
    const rest = error.faultCount - error.faults.length;
    console.error([...error.faults, ...(rest > 0 ? [`and ${rest} more`] : []), error.message].join("\n"));
    return EXIT.refused;
  }
  if (error instanceof OutliersFound) {
    console.error([...formatWarnings(error.warnings), error.message].join("\n"));
    return EXIT.refused;
  }
  if (error instanceof NewerDatabase || error instanceof OtherRelease) {
    console.error(error.message);
    return EXIT.newer;
  }
  console.error(`the import failed, nothing was changed: ${explainFailure(error)}`);
  return EXIT.failed;
}

async function importInto(args: Omit<ImportOptions, "connectionString">, onProgress: ImportOptions["onProgress"]) {
  const database = await openDatabase();
  try {
    await migrate(database.url);
    return await importFiles({
      ...args,
      connectionString: database.url,
      onProgress,
      record: async (client, result) => {
        if (result.isDryRun || result.published === null) return;
        await recordCommand(client, result, args.importedBy);
      },
    });
  } finally {
    await database.close();
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: "string" },
      decimal: { type: "string" },
      dates: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      "accept-outliers": { type: "boolean", default: false },
    },
  });
  const { format, decimal, dates } = values;
  if (format !== undefined && (decimal ?? dates) !== undefined)
    throw new WrongUsage("--decimal and --dates are for files without --format, which are read as people write them");
  if (positionals.length === 0) throw new WrongUsage("no file is given");
  if (format !== undefined && !isFormat(format))
    throw new WrongUsage(`--format ${format} is none of ${FORMAT_NAMES.join(", ")}`);
  return {
    files: positionals,
    format,
    people: {
      decimal: readChoice("--decimal", decimal, DECIMAL_MARKS),
      dates: readChoice("--dates", dates, DAY_ORDERS),
    },
    isDryRun: values["dry-run"],
    acceptsOutliers: values["accept-outliers"],
    importedBy: `command line: ${userInfo().username}`,
  };
}

function isFormat(name: string): name is FormatName {
  return FORMAT_NAMES.some((format) => format === name);
}

function readChoice<T extends string>(option: string, given: string | undefined, choices: readonly T[]): T | undefined {
  const chosen = choices.find((choice) => choice === given);
  if (given !== undefined && chosen === undefined)
    throw new WrongUsage(`${option} ${given} is neither ${choices.join(" nor ")}`);
  return chosen;
}
