import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { makeFolder, query, readVersions, runImport, startImport } from "@/tests/support/import-cli";
import { createDatabase } from "@/tests/support/server";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";

test("of two imports at once the second says that it waits, and both are whole", async () => {
  await using database = await createDatabase("bundled");
  await using folder = await makeFolder();
  const row = (day: string) => `${HEADER}\nnetflix,TR,ios,monthly,319.99,TRY,${day},netflix-prices,https://a.example/`;
  const files = [await folder.write("a.csv", row("2026-10-01")), await folder.write("b.csv", row("2026-10-02"))];
  // Delays the first import while it holds the lock.
  const slow = new Client({ connectionString: database.url });
  await slow.connect();
  await slow.query("BEGIN; LOCK TABLE dataset_version IN ACCESS EXCLUSIVE MODE");
  const running = files.map((file) => startImport(database.url, [file]));
  await sleep(4_000);
  await slow.query("COMMIT");
  await slow.end();
  const results = await Promise.all(running.map(({ ended }) => ended));
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  const waiting = results.filter(({ stderr }) => stderr.includes("another import is running: waiting for it to end"));
  expect(waiting).toHaveLength(1);
  const versions = await readVersions(database.url);
  expect(versions).toHaveLength(4);
  expect(
    await query(database.url, "SELECT observed_on FROM observation WHERE observed_on > '2026-09-30' ORDER BY 1"),
  ).toEqual([["2026-10-01"], ["2026-10-02"]]);
});

test.each<[string, string[], string]>([
  ["no file", [], "no file is given"],
  ["an unknown format", ["--format", "xml", "a.csv"], "--format xml is none of native, opentherank, ecb, currency-api"],
  ["an unknown option", ["--force", "a.csv"], "Unknown option '--force'"],
])("%s ends with 2 and the usage", async (_name, args, text) => {
  const { code, stderr } = await runImport("postgresql://nobody@127.0.0.1:1/none", ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(text);
  expect(stderr).toContain("usage: npm run data:import");
});

test("a database that is away ends with 3 and no password in the text", async () => {
  const { code, stdout, stderr } = await runImport(
    "postgresql://nobody:secret@127.0.0.1:1/none",
    "prisma/data/sources.csv",
  );
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("the import failed, nothing was changed");
  expect(stderr).not.toContain("secret");
});

test("--format holds a file to it", async () => {
  await using database = await createDatabase("migrated");
  const { code, stderr } = await runImport(database.url, "--format", "ecb", "prisma/data/sources.csv");
  expect(code).toBe(1);
  expect(stderr).toContain("prisma/data/sources.csv:1: header: is the header of the format native, not of ecb");
});
