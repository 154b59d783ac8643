import { openDatabase } from "@/server/database";
import { migrate } from "@/server/migrate";
import { runCommand, WrongUsage } from "./run-command";

const USAGE = `usage: npm run db:migrate

Migrates the database of DATABASE_URL, or the embedded one, to this release's tables.`;

await runCommand(USAGE, async () => {
  if (process.argv.length > 2) throw new WrongUsage("The command takes no arguments.");
  const database = await openDatabase();
  try {
    const applied = await migrate(database.url);
    console.log(applied.length === 0 ? "The database is up to date." : `applied ${applied.join(", ")}`);
    return 0;
  } finally {
    await database.close();
  }
});
