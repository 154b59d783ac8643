import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { get } from "../support/api";
import { readVersions } from "../support/import-cli";
import { publishNext } from "../support/publishes";
import { makeDataDir } from "../support/scratch";
import { createDatabase, startServer } from "../support/server";
import { startLoad } from "../support/steady-load";
import { FILES, readDigests, readRecorded } from "../support/version-files";

const VERSIONS = 10;
const PER_SECOND = 20;
const PATHS = [
  ...FILES.map(({ dataset, format }) => `/api/export/${dataset}.${format}`),
  "/api/export?product=netflix&format=csv",
  "/api/prices?country=TR",
  "/api/versions",
  "/services/netflix",
];

test(`${VERSIONS} versions published one after the other under ${PER_SECOND} requests a second: the server answers all, and every file has the SHA-256 that is recorded`, {
  timeout: 300_000,
}, async () => {
  await using database = await createDatabase("small");
  await using scratch = await makeDataDir();
  await using server = await startServer({ DATABASE_URL: database.url, EXPORT_DIR: scratch.dir, EXPORT_AHEAD: "1" });
  const load = startLoad(server.url, PER_SECOND, (at) => ({ kind: "any", path: PATHS[at % PATHS.length] ?? "" }));
  for (let number = 1; number <= VERSIONS; number++) await publishNext(database.url, number);
  const samples = await load.stop();

  const failed = samples.filter(({ status }) => status !== 200);
  expect(failed.map(({ path, status, text }) => ({ path, status, text: text.slice(0, 300) }))).toEqual([]);
  // Downloads that completed must be complete, whatever was removed meanwhile. Samples hold text, which Parquet is not.
  const texts = samples.filter(({ path }) => path.startsWith("/api/export/") && !path.endsWith(".parquet"));
  for (const { path, headers, text } of texts)
    expect([path, headers["content-length"] ?? String(Buffer.byteLength(text))]).toEqual([
      path,
      String(Buffer.byteLength(text)),
    ]);

  const versions = await readVersions(database.url);
  expect(versions).toHaveLength(VERSIONS + 1);
  const count = async () => [...(await readRecorded(server.url)).values()].map((files) => Object.keys(files).length);
  await expect.poll(count, { timeout: 60_000 }).toEqual(versions.map(() => FILES.length));
  const recorded = await readRecorded(server.url);
  for (const version of versions)
    expect(await readDigests(server.url, version), version).toEqual(recorded.get(version));
  const { bytes } = await get("/api/export/prices.csv", { base: server.url });
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(recorded.get(versions.at(-1) ?? "")?.["prices.csv"]);
  expect(server.child.exitCode).toBeNull();
  expect(server.output()).not.toMatch(/uncaughtException|unhandledRejection|"level":[56]0/);
});
