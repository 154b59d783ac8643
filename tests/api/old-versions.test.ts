import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { get, sendPatiently } from "../support/api";
import { PRICE_CORRECTION_HEADER, PRICE_HEADER } from "../support/corrections";
import { execute, type TestDatabase } from "../support/database";
import { importHere, makeFolder, query, readVersions } from "../support/import-cli";
import { readChanges, readState } from "../support/mirror";
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

test("a takedown of what stands reaches copies: exports have new tags and no date, and the changes lead to what stands", {
  timeout: 180_000,
}, async () => {
  const [first] = servers;
  const base = first?.url ?? "";
  const [old = "", last = ""] = [versions[0], (await readVersions(database.url)).at(-1)];
  const file = `/api/export/prices.csv?version=${old}`;
  const address = `/api/prices?country=FR&product=netflix&version=${old}`;
  const copy = await readState(base, last);
  const held = { file: await ask(first, file), list: await ask(first, address) };
  const [[day = ""] = []] = await query(
    database.url,
    `SELECT verified_on::text FROM price WHERE (product, country, platform, period) = ('netflix', 'FR', 'ios', 'monthly')`,
  );
  await using folder = await makeFolder();
  const rows = `${PRICE_CORRECTION_HEADER}\nnetflix,FR,ios,monthly,${day},withdraw,,,licence,,,\n`;
  expect(await importHere(database.url, [await folder.write("takedown.csv", rows)], true)).toMatchObject({ code: 0 });
  const newest = (await readVersions(database.url)).at(-1) ?? "";
  const served = async () => (await ask(first, "/api/prices?page_size=1")).body;
  await expect.poll(served, { timeout: 5_000 }).toMatchObject({ meta: { dataset_version: newest } });

  for (const [path, before] of [[file, held.file] as const, [address, held.list] as const]) {
    const conditions = { "if-modified-since": before.headers.get("last-modified") ?? "" };
    const tag = { "if-none-match": before.headers.get("etag") ?? "" };
    for (const headers of [conditions, tag]) {
      const { status, headers: answered } = await sendPatiently("GET", path, { base, headers });
      expect([path, headers, status]).toEqual([path, headers, 200]);
      expect(answered.get("last-modified")).toBeNull();
      expect(answered.get("etag")).not.toBe(before.headers.get("etag"));
    }
  }
  const changes = await readChanges(base, last, newest);
  expect(changes.filter(({ reason }) => reason === "licence")).toMatchObject([
    { kind: "withdrawn", key: { product: "netflix", country: "FR", platform: "ios" } },
  ]);
  for (const { object, key, after } of changes) {
    const name = [object, ...Object.values(key)].join(" ");
    if (after === null) copy.delete(name);
    else copy.set(name, after);
  }
  const wanted = await readState(base, newest);
  expect([...copy.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [name, text] of wanted) if (copy.get(name) !== text) expect(copy.get(name), name).toBe(text);
});

test("what vendors did is told as that, although an older day of the series is put right in the same publish", {
  timeout: 120_000,
}, async () => {
  const base = servers[0]?.url ?? "";
  const last = (await readVersions(database.url)).at(-1) ?? "";
  const oldest = await query(
    database.url,
    `SELECT country, min(observed_on)::text FROM price_observation o JOIN price p ON p.id = o.price_id
     WHERE product = 'netflix' AND country IN ('GB', 'TR') AND platform = 'web' GROUP BY country ORDER BY country`,
  );
  const [[, british = ""] = [], [, turkish = ""] = []] = oldest;
  const [[once = ""] = []] = await query(
    database.url,
    `SELECT country || ',' || max(observed_on) FROM price_observation o JOIN price p ON p.id = o.price_id
     WHERE product = '1password' AND platform = 'ios' GROUP BY country HAVING count(*) = 1 ORDER BY country LIMIT 1`,
  );
  const [country = "", read = ""] = once.split(",");
  await using folder = await makeFolder();
  const page = "netflix-prices,https://www.netflix.com/";
  const prices = `${PRICE_HEADER}
netflix,TR,web,monthly,399.99,TRY,2026-11-20,${page}
netflix,GB,web,monthly,,,2026-11-20,${page}
`;
  const corrections = `${PRICE_CORRECTION_HEADER}
netflix,TR,web,monthly,${turkish},withdraw,,,typing_error,,,
netflix,GB,web,monthly,${british},withdraw,,,wrong_series,,,
1password,${country},ios,monthly,${read},withdraw,,,source_error,,,
`;
  const files = [await folder.write("prices.csv", prices), await folder.write("corrections.csv", corrections)];
  expect(await importHere(database.url, files, true)).toEqual({ code: 0, text: expect.any(String) });
  const newest = (await readVersions(database.url)).at(-1) ?? "";
  const changes = await readChanges(base, last, newest, "&kind=changed,ended,corrected,withdrawn");
  const told = changes.flatMap(({ object, kind, key, reason }) =>
    object === "price" ? [`${key.product} ${key.country} ${kind} ${reason}`] : [],
  );
  expect(told).toEqual([
    `1password ${country} withdrawn source_error`,
    "netflix GB ended null",
    "netflix TR changed null",
  ]);
  const { body } = await sendPatiently("GET", "/api/versions?page_size=200", { base });
  const versionsNow = z.object({ data: z.array(z.looseObject({ version: z.string() })) }).parse(body).data;
  expect(versionsNow.find(({ version }) => version === newest)).toMatchObject({ changed: 1, ended: 1, added: 0 });
  // A series without a reading that stands is as if it had never been seen.
  const day = "date=2026-11-21";
  const detail = await sendPatiently("GET", `/api/services/1password?${day}`, { base });
  const listed = z
    .object({ data: z.object({ prices: z.array(z.object({ country: z.string() })) }) })
    .parse(detail.body);
  const countries = listed.data.prices.map((price) => price.country);
  expect(countries).toContain("US");
  expect(countries).not.toContain(country);
  const compared = await sendPatiently("GET", `/api/compare?products=1password&countries=${country},US&${day}`, {
    base,
  });
  expect(compared.body).toMatchObject({ data: { matrix: [{ not_observed_yet: [] }] } });
});
