import { checkBackup, restoreBackup } from "@/server/backup/restore-backup";
import { openDatabase } from "@/server/database";
import { readOnlyArgument, runCommand } from "./run-command";

const USAGE = `usage: npm run db:restore -- FILE

Restores a backup into the empty database of DATABASE_URL, or of a new DATA_DIR.`;

await runCommand(USAGE, async () => {
  const path = readOnlyArgument("FILE");
  // A wrong file makes no database.
  await checkBackup(path);
  const database = await openDatabase();
  try {
    const { datasetVersion, rows, leftOut } = await restoreBackup(database.url, path);
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
    console.log(`restored dataset ${datasetVersion ?? "none"}, ${count} rows of ${Object.keys(rows).length} tables`);
    if (leftOut.length > 0) console.log(`left out, because only a newer release knows it: ${leftOut.join(", ")}`);
    return 0;
  } finally {
    await database.close();
  }
});
