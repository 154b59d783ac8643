import { openDatabase } from "@/server/database";
import { migrate } from "@/server/migrate";
import { explainFailure } from "@/server/settings";
import { runCommand, WrongUsage } from "./run-command";

const USAGE = `usage: npm run data:refresh -- [SOURCE...]
       npm run data:refresh -- --report

Reads the sources that are due, or those named, and makes a change set of each that has something new. docs/data-desk.md
says which publish themselves. With --report it reads nothing, prints a line a source, and exits with 1 when one is late or
silent.`;

await runCommand(USAGE, async () => {
  const named = process.argv.slice(2);
  const isReport = named.length === 1 && named[0] === "--report";
  const option = isReport ? undefined : named.find((word) => word.startsWith("-"));
  if (option !== undefined) throw new WrongUsage(`${option} is no option of this command.`);
  const database = await openDatabase();
  try {
    await migrate(database.url);
    process.env.DATABASE_URL = database.url;
    const { waitPatiently } = await import("@/lib/platform/db");
    waitPatiently();
    if (isReport) return await report();
    return await refresh(named.length > 0 ? named : null);
  } catch (error) {
    console.error(`the sources were not read: ${explainFailure(error)}`);
    return 3;
  } finally {
    const [{ closeDatabase }, { jobs }] = await Promise.all([
      import("@/lib/platform/db"),
      import("@/lib/desk/changes/jobs/jobs"),
    ]);
    // Its process is kept for a minute for the next file, and this one would wait for it.
    await jobs().close();
    await closeDatabase();
    await database.close();
  }
});

async function refresh(wanted: string[] | null): Promise<number> {
  const [{ refreshDue }, { listFeeds }] = await Promise.all([
    import("@/lib/desk/refresh/scheduler"),
    import("@/lib/desk/refresh/data"),
  ]);
  const known = (await listFeeds()).map(({ id }) => id);
  const unknown = wanted?.filter((id) => !known.includes(id)) ?? [];
  if (unknown.length > 0) {
    console.error(`there is no source ${unknown.join(", ")}`);
    return 2;
  }
  let failed = 0;
  const count = await refreshDue(wanted, (id, outcome) => {
    if (outcome.kind === "failed") failed++;
    const what = outcome.kind === "failed" ? `failed: ${outcome.failure}` : outcome.kind;
    const set = "changeSetId" in outcome ? `, change set ${outcome.changeSetId}` : "";
    const held = "heldSetId" in outcome ? `; rates out of bounds wait in change set ${outcome.heldSetId}` : "";
    console.log(`${id}: ${what}${set}${held}`);
  });
  if (count === null) console.log("another process is reading the sources");
  if (count === 0) console.log("no source is due");
  return failed > 0 ? 1 : 0;
}

async function report(): Promise<number> {
  const [{ listHealth }, { isBehind, writeHealth }, { isApproved }] = await Promise.all([
    import("@/lib/desk/refresh/health/data"),
    import("@/lib/desk/refresh/health/rules"),
    import("@/lib/desk/refresh/rules"),
  ]);
  const sources = (await listHealth()).filter(isApproved);
  for (const source of sources) console.log(writeHealth(source));
  return sources.some(isBehind) ? 1 : 0;
}
