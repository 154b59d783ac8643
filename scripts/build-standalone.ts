import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { bundlePrograms } from "./build/bundle.mjs";
import { readOnlyArgument, runCommand } from "./run-command";

const USAGE = `usage: npm run build:standalone -- DIR

Puts what was built into the folder DIR, which runs without npm: node server.js serves, node commands/db-prepare.mjs
migrates and imports, and the other commands are beside it.`;

const COMMANDS = [
  "db-prepare",
  "data-import",
  "data-refresh",
  "keys-create",
  "staff-add",
  "versions-prune",
  "versions-publish",
];
/** Folders that Next does not copy. */
const FOLDERS = [".next/static", "public", "prisma/data", "prisma/migrations"];

await runCommand(USAGE, async () => {
  const dir = readOnlyArgument("DIR");
  await rm(dir, { recursive: true, force: true });
  // Settings stay where they are: Next copies `.env`, whose secrets everybody could read here.
  const filter = (source: string) => !basename(source).startsWith(".env");
  await cp(".next/standalone", dir, { recursive: true, verbatimSymlinks: true, filter });
  for (const folder of FOLDERS) await cp(folder, join(dir, folder), { recursive: true });
  await bundlePrograms({
    entryPoints: [
      ...COMMANDS.map((name) => ({ in: `scripts/${name}.ts`, out: `commands/${name}` })),
      { in: "server/worker.ts", out: ".next/launcher/worker" },
    ],
    outdir: dir,
    chunkNames: "commands/[name]-[hash]",
    external: ["pg-native"],
  });
  // Next would end on SIGTERM without grace, and in the middle of answers: server/end-next.ts ends instead.
  const server = join(dir, "server.js");
  await writeFile(server, `process.env.NEXT_MANUAL_SIG_HANDLE = "1";\n${await readFile(server, "utf8")}`);
  return 0;
});
