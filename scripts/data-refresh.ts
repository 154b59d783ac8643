import { parseArgs } from "node:util";
import { openDatabase } from "@/server/database";
import { migrate } from "@/server/migrate";
import { describeFailure } from "./run-command";

const USAGE = `usage: npm run data:refresh -- [SOURCE...]

Reads the sources that are due, or those named, and makes a change set of each that has something new. docs/data-desk.md
says which publish themselves.`;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { help: { type: "boolean", short: "h", default: false } },
  });
  if (values.help || positionals.some((name) => name.startsWith("-"))) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const database = await openDatabase();
  try {
    await migrate(database.url);
    process.env.DATABASE_URL = database.url;
    return await refresh(positionals.length > 0 ? positionals : null);
  } catch (error) {
    console.error(`the sources were not read: ${describeFailure(error)}`);
    return 3;
  } finally {
    const { closeDatabase } = await import("@/lib/platform/db");
    await closeDatabase();
    await database.close();
  }
}

async function refresh(wanted: string[] | null): Promise<number> {
  const [{ refreshDue }, { jobs }, { workOn }] = await Promise.all([
    import("@/lib/desk/refresh/scheduler"),
    import("@/lib/desk/changes/jobs"),
    import("@/lib/desk/changes/mutations"),
  ]);
  jobs().connect(workOn);
  let failed = 0;
  const count = await refreshDue(wanted, (id, outcome) => {
    if (outcome.kind === "failed") failed++;
    const what = outcome.kind === "failed" ? `failed: ${outcome.failure}` : outcome.kind;
    console.log(`${id}: ${what}${"changeSetId" in outcome ? `, change set ${outcome.changeSetId}` : ""}`);
  });
  if (count === null) console.log("another process is reading the sources");
  if (count === 0 && wanted !== null) {
    console.error(`there is no source ${wanted.join(", ")}`);
    return 2;
  }
  if (count === 0) console.log("no source is due");
  return failed > 0 ? 1 : 0;
}
