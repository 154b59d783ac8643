import { expect, test } from "vitest";
import { z } from "zod";
import { sendPatiently } from "../support/api";
import { execute } from "../support/database";
import { query, readVersions } from "../support/import-cli";
import { publishNext } from "../support/publishes";
import { readCode } from "../support/read-code";
import { runScript } from "../support/run-script";
import { makeDataDir } from "../support/scratch";
import { createDatabase, startServer } from "../support/server";
import { readDigests, waitForVersion } from "../support/version-files";

const Versions = z.object({ data: z.array(z.object({ version: z.string(), available: z.boolean() })) });

test("pruned versions give their files, byte for byte, and 410 for the rest, until they are published again", {
  timeout: 240_000,
}, async () => {
  await using database = await createDatabase("small");
  await using scratch = await makeDataDir();
  const env = { DATABASE_URL: database.url, EXPORT_DIR: scratch.dir, PUBLIC_URL: "http://prices.test" };
  await using server = await startServer(env);
  for (let number = 1; number <= 4; number++) await publishNext(database.url, number);
  const versions = await readVersions(database.url);
  const [first = "", held = "", third = "", fourth = "", newest = ""] = versions;
  await waitForVersion(server.url, newest);
  const news = new Map<string, Record<string, string>>();
  for (const version of versions) news.set(version, await readDigests(server.url, version));
  const rows = () => query(database.url, "SELECT version_id, count(*) FROM price GROUP BY 1 ORDER BY 1");
  const full = await rows();
  const series = await ask("/api/export/index.csv?version=all");
  await execute(
    database.url,
    `INSERT INTO change_set (title, origin, author, previewed_id) VALUES ('one', 'upload', 'tests', 2)`,
  );

  const text = await runScript("scripts/versions-prune.ts", ["--keep", "2"], env);
  for (const version of [first, third])
    expect(text).toMatch(new RegExp(`^${version}: \\d+ bytes of rows removed$`, "m"));
  expect(text).toContain(`${held}: kept`);
  expect(text).toMatch(/^2 versions pruned, [1-9]\d* bytes/m);
  expect(await rows()).toEqual(full.filter(([id]) => id !== "1" && id !== "3"));

  const listed = await ask("/api/versions");
  const available = new Map(Versions.parse(listed.body).data.map((one) => [one.version, one.available]));
  expect(Object.fromEntries(available)).toEqual({
    [first]: false,
    [held]: true,
    [third]: false,
    [fourth]: true,
    [newest]: true,
  });
  for (const version of versions) expect(await readDigests(server.url, version), version).toEqual(news.get(version));
  expect((await ask("/api/export/index.csv?version=all")).text).toBe(series.text);
  for (const path of [
    `/api/prices?version=${first}`,
    `/api/export?product=netflix&version=${first}`,
    `/api/changes?since=${first}`,
  ]) {
    const { status, body } = await ask(path);
    expect([path, status, body]).toEqual([
      path,
      410,
      expect.objectContaining({ detail: expect.stringContaining("/api/export") }),
    ]);
  }
  const gone = await ask(`/api/prices?version=${first}`);
  const { text: page } = await ask("/docs/errors");
  const section = page.slice(page.indexOf('id="gone"'));
  expect(section).toContain(`GET /api/prices?version=${first}`);
  const printed: unknown = JSON.parse(readCode(section)[0] ?? "");
  expect({ ...Object(printed), instance: null }).toEqual({ ...Object(gone.body), instance: null });
  // Leads over a version without rows.
  expect((await ask(`/api/changes?since=${held}`)).status).toBe(410);
  expect((await ask(`/api/changes?since=${fourth}`)).status).toBe(200);

  expect(await runScript("scripts/versions-prune.ts", ["--keep", "2"], env)).toMatch(/^0 versions pruned/m);
  for (const version of [first, third]) {
    expect(await runScript("scripts/versions-publish.ts", [version], env)).toBe(`${version} is published again\n`);
    expect(await runScript("scripts/versions-publish.ts", [version], env)).toBe(`the rows of ${version} are there\n`);
  }
  expect(await rows()).toEqual(full);
  await execute(database.url, "DELETE FROM dataset_file");
  await using other = await startServer({ DATABASE_URL: database.url, PUBLIC_URL: "http://prices.test" });
  for (const version of versions) expect(await readDigests(other.url, version), version).toEqual(news.get(version));

  async function ask(path: string) {
    return sendPatiently("GET", path, { base: server.url });
  }
});
