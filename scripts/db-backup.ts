import { writeBackup } from "@/server/backup/write-backup";
import { openDatabase } from "@/server/database";
import { readOnlyArgument, runCommand } from "./run-command";

const USAGE = `usage: npm run db:backup -- FILE

Writes every table of the database of DATABASE_URL, or of the embedded one, to one gzip file. A file of this name is
replaced when the new one is whole.`;

await runCommand(USAGE, async () => {
  const path = readOnlyArgument("FILE");
  const database = await openDatabase();
  try {
    const { datasetVersion, rows } = await writeBackup(database.url, path);
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
    console.log(`${path}: dataset ${datasetVersion ?? "none"}, ${count} rows of ${Object.keys(rows).length} tables`);
    return 0;
  } finally {
    await database.close();
  }
});
