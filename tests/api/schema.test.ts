import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { diffSchemas } from "@/scripts/schema-engine";
import { describeCatalog } from "@/tests/support/catalog";
import { execute } from "@/tests/support/database";
import { createDatabase } from "@/tests/support/server";

test("the migrations make the tables that schema.prisma describes", async () => {
  await using migrated = await createDatabase("migrated");
  await using described = await createDatabase("template0");
  await execute(described.url, await diffSchemas(described.url, null, await readFile("prisma/schema.prisma", "utf8")));
  // Prisma cannot express partial indexes.
  const lines = (await describeCatalog(migrated.url)).filter((line) => !/^index .* WHERE \(/.test(line));
  expect(lines).toEqual(await describeCatalog(described.url));
});

const CHANGES = [
  "ALTER TABLE country ADD COLUMN extra text",
  "ALTER TABLE country ALTER COLUMN region SET DEFAULT ''",
  "ALTER TABLE country ALTER COLUMN region DROP NOT NULL",
  "ALTER TABLE observation ALTER COLUMN amount TYPE numeric(16, 4)",
  "ALTER TABLE price DROP CONSTRAINT price_version_id_fkey",
  "CREATE INDEX extra_idx ON country (region)",
  "DROP INDEX dataset_version_version_key",
  "ALTER TYPE period ADD VALUE 'daily'",
];

test("the comparison would see every kind of change", async () => {
  await using changed = await createDatabase("migrated");
  let before = await describeCatalog(changed.url);
  for (const change of CHANGES) {
    await execute(changed.url, change);
    const after = await describeCatalog(changed.url);
    expect(after, change).not.toEqual(before);
    before = after;
  }
});
