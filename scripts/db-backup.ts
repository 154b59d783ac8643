import { writeBackup } from "@/server/backup/write-backup";
import { openDatabase } from "@/server/database";
import { runCommand } from "./run-command";

// npm run db:backup -- FILE: writes every table of the database of DATABASE_URL, or of the embedded one, to one gzip
// file.
await runCommand(async () => {
  const [path] = process.argv.slice(2);
  if (path === undefined) {
    console.error("usage: npm run db:backup -- FILE");
    return 2;
  }
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
