import { openDatabase } from "@/server/database";
import { migrate } from "@/server/migrate";
import { runCommand } from "./run-command";

// npm run db:migrate: migrates the database of DATABASE_URL, or the embedded one, to this release's tables.
await runCommand(async () => {
  const database = await openDatabase();
  try {
    const applied = await migrate(database.url);
    console.log(applied.length === 0 ? "The database is up to date." : `applied ${applied.join(", ")}`);
    return 0;
  } finally {
    await database.close();
  }
});
