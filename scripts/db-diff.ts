import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "@/server/database";
import { diffSchemas } from "./schema-engine";

// npm run db:diff -- add_api_keys: writes the next migration from the committed schema to the working one.
const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("usage: npm run db:diff -- NAME   (NAME in snake_case, for example add_api_keys)");
  process.exit(2);
}

const schemaFile = "prisma/schema.prisma";
const committed = (() => {
  try {
    return execFileSync("git", ["show", `HEAD:${schemaFile}`], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return null;
  }
})();
const database = await openDatabase();
const sql = await diffSchemas(database.url, committed, await readFile(schemaFile, "utf8")).finally(database.close);
if (sql.trim() === "" || sql.includes("This is an empty migration")) {
  console.log("prisma/schema.prisma has no change that a migration would carry.");
} else {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join("prisma/migrations", `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "migration.sql"), sql);
  console.log(`wrote ${folder}/migration.sql: read it, add checks and data changes by hand`);
}
