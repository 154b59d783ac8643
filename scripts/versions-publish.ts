import { openDatabase } from "@/server/database";
import { migrate } from "@/server/migrate";
import { readOnlyArgument, runCommand, WrongUsage } from "./run-command";

const USAGE = `usage: npm run versions:publish -- VERSION

Publishes a dataset version whose rows npm run versions:prune removed, such as 2026-09-29.1, again from the ledger.`;

await runCommand(USAGE, async () => {
  const name = readOnlyArgument("version");
  const database = await openDatabase();
  process.env.DATABASE_URL = database.url;
  const { closeDatabase } = await import("@/lib/platform/db");
  try {
    await migrate(database.url);
    const [{ findVersion }, { restoreVersion }] = await Promise.all([
      import("@/lib/versions/current"),
      import("@/lib/versions/list/prune"),
    ]);
    const version = await findVersion(name);
    if (version === null) throw new WrongUsage(`There is no version ${name}.`);
    if (version.isPruned) await restoreVersion(version);
    console.log(version.isPruned ? `${name} is published again` : `the rows of ${name} are there`);
    return 0;
  } finally {
    await closeDatabase();
    await database.close();
  }
});
