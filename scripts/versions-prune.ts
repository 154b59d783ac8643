import { parseArgs } from "node:util";
import { openDatabase } from "@/server/database";
import { migrate } from "@/server/migrate";
import { readSettings } from "@/server/settings";
import { runCommand, WrongUsage } from "./run-command";

const USAGE = `usage: npm run versions:prune -- --keep N

Removes the published rows of all dataset versions but the newest N, and but those that an open report or an undecided
change set names. The files of whole datasets are made before and stay in EXPORT_DIR, which must be that of the servers.
npm run versions:publish -- VERSION brings rows back.`;

await runCommand(USAGE, async () => {
  const keep = readKeep();
  const { exportDir } = readSettings();
  const database = await openDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: process.env.LOG_LEVEL || "warn" });
  const { closeDatabase } = await import("@/lib/platform/db");
  try {
    await migrate(database.url);
    const { pruneVersions } = await import("@/lib/versions/list/prune");
    const { pruned, held } = await pruneVersions(exportDir, keep);
    for (const [version, bytes] of pruned) console.log(`${version}: ${bytes} bytes of rows removed`);
    for (const version of held) console.log(`${version}: kept, a report or a change set names it`);
    const freed = [...pruned.values()].reduce((sum, bytes) => sum + bytes, 0);
    console.log(`${pruned.size} versions pruned, ${freed} bytes of rows freed; their files are in ${exportDir}`);
    return 0;
  } finally {
    await closeDatabase();
    await database.close();
  }
});

function readKeep(): number {
  const { values } = parseArgs({ options: { keep: { type: "string" } } });
  if (!/^[1-9]\d{0,8}$/.test(values.keep ?? "")) throw new WrongUsage("--keep must be a whole number from 1.");
  return Number(values.keep);
}
