import { openDatabase, prepareDatabase } from "@/server/database";
import { runCommand, WrongUsage } from "./run-command";

const USAGE = `usage: npm run db:prepare

Prepares the database of DATABASE_URL, or the embedded one, for this release: applies its migrations, and imports the bundled
dataset where nothing was published.`;

await runCommand(USAGE, async () => {
  if (process.argv.length > 2) throw new WrongUsage("The command takes no arguments.");
  const database = await openDatabase();
  try {
    const done = await prepareDatabase(database);
    console.log(done.length === 0 ? "The database is up to date." : done.join("\n"));
    return 0;
  } finally {
    await database.close();
  }
});
