import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { get, sendPatiently } from "../support/api";
import { PRICE_CORRECTION_HEADER } from "../support/corrections";
import { execute, type TestDatabase } from "../support/database";
import { importHere, makeFolder, query, readVersions } from "../support/import-cli";
import { publishNext } from "../support/publishes";
import { createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";

let database: TestDatabase;
let servers: ServerProcess[];
let versions: string[];

beforeAll(async () => {
  database = await createDatabase("bundled");
  for (const number of [1, 2]) await publishNext(database.url, number);
  versions = await readVersions(database.url);
  const env = { DATABASE_URL: database.url, HISTORY_VERSIONS: "1", CACHE_MB: "0", PUBLIC_URL: "http://prices.test" };
  servers = await Promise.all([startServer(env), startServer(env)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database[Symbol.asyncDispose]();
});

const ask = (server: ServerProcess | undefined, path: string) =>
  sendPatiently("GET", path, { base: server?.url ?? "" });
const inVersion = (version: string | undefined) => `/api/prices?country=TR&page_size=200&version=${version}`;

test("two processes that build, and drop, what the other reads from give the right answer or a 503, never another", {
  timeout: 120_000,
}, async () => {
  const [first, second] = servers;
  const paths = versions.slice(0, 2).map(inVersion);
  const expected = new Map<string, string>();
  for (const path of paths) expected.set(path, (await ask(first, path)).text);
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round++) {
    const asked = [first, second].flatMap((server) => paths.map((path) => ({ server, path })));
    if (round % 2 === 1) asked.reverse();
    await Promise.all(
      asked.map(async ({ server, path }) => {
        const reply = await get(path, { base: server?.url ?? "" });
        statuses.add(reply.status);
        if (reply.status === 503) expect(reply.headers.get("retry-after")).toBe("5");
        else expect(reply.text === expected.get(path), path).toBe(true);
      }),
    );
  }
  expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
  for (const server of servers)
    for (const path of paths) expect((await ask(server, path)).text === expected.get(path), path).toBe(true);
  const kept = "SELECT count(*)::int FROM pg_namespace WHERE nspname ~ '^dataset_'";
  await expect.poll(async () => Number((await query(database.url, kept)).flat()[0])).toBeLessThanOrEqual(2);
});

test("a role that may not create schemas says so at its start and in a 503, and answers all the rest", {
  timeout: 60_000,
}, async () => {
  const role = `reader_${randomBytes(6).toString("hex")}`;
  await execute(
    database.url,
    `CREATE ROLE ${role} LOGIN PASSWORD '${role}'; GRANT USAGE ON SCHEMA public TO ${role};
     GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
     GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
  );
  try {
    const url = Object.assign(new URL(database.url), { username: role, password: role }).href;
    await using server = await startServer({ DATABASE_URL: url });
    expect(server.output()).toContain("Old dataset versions cannot be asked for");
    for (const path of [inVersion(versions[0]), `/api/changes?since=${versions[0]}`]) {
      const { status, headers, body } = await get(path, { base: server.url });
      expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "3600"]);
      expect(body).toMatchObject({ detail: expect.stringContaining("cannot give old dataset versions") });
    }
    expect((await get(`/services/netflix?version=${versions[0]}`, { base: server.url })).status).toBe(503);
    for (const path of ["/api/prices", inVersion(versions.at(-1)), "/api/versions", "/services/netflix", "/feed.json"])
      expect([path, (await get(path, { base: server.url })).status]).toEqual([path, 200]);
  } finally {
    await execute(database.url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test("what a licence takes down is gone from the versions that held it too, in every process, and they say so", {
  timeout: 120_000,
}, async () => {
  const FIGURE = /2,?299\.99/;
  const [old = ""] = versions;
  const [first] = servers;
  const [one, other] = ["vocabulary", "spotify"].map(
    (product) => `/api/prices?product=${product}&country=TR&version=${old}`,
  );
  const paths = [one, `/services/vocabulary?version=${old}`, `/api/changes?since=${old}&product=vocabulary&country=TR`];
  for (const path of paths) expect((await ask(first, path ?? "")).text, path).toMatch(FIGURE);
  const before = await ask(first, other ?? "");
  await using folder = await makeFolder();
  const takedown = `${PRICE_CORRECTION_HEADER}\nvocabulary,TR,ios,monthly,2026-09-10,withdraw,,,licence,,,\n`;
  const file = await folder.write("takedown.csv", takedown);
  expect(await importHere(database.url, [file], true)).toMatchObject({ code: 0 });
  const stored = "SELECT count(*) FROM change_entry WHERE concat(before, after) LIKE '%2299.99%'";
  expect(await query(database.url, stored)).toEqual([["0"]]);
  const newest = (await readVersions(database.url)).at(-1);
  for (const server of servers) {
    const read = async () => (await ask(server, "/api/prices?page_size=1")).body;
    await expect.poll(read, { timeout: 5_000 }).toMatchObject({ meta: { dataset_version: newest } });
    const { body } = await ask(server, one ?? "");
    expect(body).toMatchObject({ data: [], meta: { requested_version: old, redacted: 1 } });
  }
  for (const path of paths) {
    const { status, text } = await ask(first, path ?? "");
    expect([path, status, FIGURE.test(text)]).toEqual([path, 200, false]);
  }
  const after = await ask(first, other ?? "");
  expect(after.text.replace('"redacted":1,', "")).toBe(before.text);
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
});
