import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendPatiently } from "../support/api";
import type { TestDatabase } from "../support/database";
import { readVersions } from "../support/import-cli";
import { publishNext } from "../support/publishes";
import { createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";

const PATHS = [
  "/api/services?page_size=200",
  "/api/services/netflix",
  "/api/countries",
  "/api/prices?page_size=200",
  "/api/compare?products=netflix,chatgpt&countries=US,TR,AQ",
  "/api/countries/TR",
  "/api/categories",
  "/api/sources",
  "/api/summary",
  "/api/rates?page_size=200",
  "/api/multipliers",
  "/api/prices?product=netflix&tax=excluded",
];

let database: TestDatabase;
let server: ServerProcess;
let versions: string[];
const answered = new Map<string, Map<string, string>>();

beforeAll(async () => {
  database = await createDatabase("bundled");
  server = await startServer({ DATABASE_URL: database.url, PUBLIC_URL: "http://prices.test" });
  for (let number = 0; number < 4; number++) {
    if (number > 0) await publishNext(database.url, number);
    const newest = (await readVersions(database.url)).at(-1) ?? "";
    while ((await ask("/api/prices?page_size=1")).meta.dataset_version !== newest) await sleep(100);
    const answers = new Map<string, string>();
    for (const path of PATHS) answers.set(path, (await ask(path)).text);
    answered.set(newest, answers);
  }
  versions = [...answered.keys()];
});
afterAll(async () => {
  await server.stop();
  await database[Symbol.asyncDispose]();
});

async function ask(path: string, headers = {}) {
  const reply = await sendPatiently("GET", path, { base: server.url, headers });
  return { ...reply, ...(reply.body as { meta: { dataset_version: string } }) };
}

const withVersion = (path: string, version: string) => `${path}${path.includes("?") ? "&" : "?"}version=${version}`;

test("every answer of an old version is the one of its time, byte for byte, but for the version that was asked for", {
  timeout: 120_000,
}, async () => {
  for (const version of versions)
    for (const path of PATHS) {
      const reply = await ask(withVersion(path, version));
      expect(reply.status, `${path} of ${version}: ${reply.text.slice(0, 300)}`).toBe(200);
      expect(reply.text).toContain(`"requested_version":"${version}"`);
      expect(reply.text.replace(`"requested_version":"${version}",`, ""), `${path} of ${version}`).toBe(
        answered.get(version)?.get(path),
      );
      expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    }
});
