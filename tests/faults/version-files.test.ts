import { expect, test } from "vitest";
import { scale } from "../support/fault-scale";
import { readVersions } from "../support/import-cli";
import { publishNext } from "../support/publishes";
import { recordPromise } from "../support/report-promise";
import { copyDatabase, createDatabase, startServer } from "../support/server";
import { FILES, readDigests, readRecorded, waitForVersion } from "../support/version-files";

const COUNT = scale(20, 3);

test(`the exports of ${COUNT} versions, corrections among them, have the bytes that they had when they were new: later, and from a second process on a copy of the database`, {
  timeout: 120_000 + COUNT * 90_000,
}, async () => {
  await using database = await createDatabase("small");
  const news = new Map<string, Record<string, string>>();
  {
    await using server = await startServer({ DATABASE_URL: database.url });
    for (let number = 0; number < COUNT; number++) {
      if (number > 0) await publishNext(database.url, number);
      const version = (await readVersions(database.url)).at(-1) ?? "";
      await waitForVersion(server.url, version);
      news.set(version, await readDigests(server.url));
    }
    expect(news.size).toBe(COUNT);
    for (const [version, digests] of news)
      expect(await readDigests(server.url, version), `later: ${version}`).toEqual(digests);
    const recorded = await readRecorded(server.url);
    for (const [version, digests] of news) expect(recorded.get(version), version).toEqual(digests);
  }
  await using copy = await copyDatabase(database);
  await using second = await startServer({ DATABASE_URL: copy.url });
  for (const [version, digests] of news)
    expect(await readDigests(second.url, version), `second process, on a copy: ${version}`).toEqual(digests);
  recordPromise({
    promise: "Exports of old versions have the SHA-256 that was recorded when they were new",
    test: "tests/faults/version-files.test.ts",
    figure: `${COUNT} versions x ${FILES.length} files: ${COUNT * FILES.length} of ${COUNT * FILES.length}, also from a second process on a copy of the database`,
  });
});
