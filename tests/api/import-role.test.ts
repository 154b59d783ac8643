import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { execute } from "../support/database";
import { importHere, makeFolder, query, readContent } from "../support/import-cli";
import { createDatabase } from "../support/server";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const ROWS = [
  "netflix,TR,ios,monthly,319.99,TRY,2026-10-15,opentherank-2026-09-30,https://opentherank.com/netflix/",
  "netflix,AQ,ios,monthly,9.99,USD,2026-10-15,opentherank-2026-09-30,https://opentherank.com/netflix/",
];

test("a role that is no superuser imports the same, and the database holds every row to its references again", async () => {
  await using usual = await createDatabase("small");
  await using managed = await createDatabase("small");
  await using folder = await makeFolder();
  const file = await folder.write("prices.csv", `${[HEADER, ...ROWS].join("\n")}\n`);
  const role = `importer_${randomBytes(6).toString("hex")}`;
  const { username } = new URL(managed.url);
  await execute(managed.url, `CREATE ROLE ${role} LOGIN PASSWORD '${role}' IN ROLE ${username}`);
  try {
    const url = new URL(managed.url);
    Object.assign(url, { username: role, password: role });
    expect(await importHere(usual.url, [file])).toMatchObject({ code: 0 });
    expect(await importHere(url.href, [file])).toMatchObject({ code: 0 });
  } finally {
    await execute(managed.url, `DROP ROLE ${role}`);
  }
  expect(await readContent(managed.url)).toBe(await readContent(usual.url));
  const orphans = `SELECT count(*) FROM observation o
    WHERE NOT EXISTS (SELECT FROM series WHERE id = o.series_id) OR NOT EXISTS (SELECT FROM source_entry WHERE id = o.source_id)`;
  const wrong =
    "INSERT INTO observation (series_id, observed_on, amount, currency, source_id, source_url, recorded_in) VALUES (0, '2026-01-01', 1, 'USD', 'ecb', 'https://example.com', 1)";
  for (const { url } of [usual, managed]) {
    expect(await query(url, orphans)).toEqual([["0"]]);
    await expect(execute(url, wrong)).rejects.toThrow(/foreign key/);
  }
});
