import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { get, sendPatiently } from "../support/api";
import { PRICE_CORRECTION_HEADER, PRICE_HEADER } from "../support/corrections";
import type { TestDatabase } from "../support/database";
import { importHere, makeFolder, OF_NEWEST, query, readVersions } from "../support/import-cli";
import { readChanges, readState } from "../support/mirror";
import { publishNext } from "../support/publishes";
import { createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";
import { waitForVersion } from "../support/version-files";

let database: TestDatabase;
let servers: ServerProcess[];
let versions: string[];

beforeAll(async () => {
  database = await createDatabase("bundled");
  for (const number of [1, 2]) await publishNext(database.url, number);
  versions = await readVersions(database.url);
  const env = { DATABASE_URL: database.url, CACHE_MB: "0", PUBLIC_URL: "http://prices.test" };
  servers = await Promise.all([startServer(env), startServer(env)]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database[Symbol.asyncDispose]();
});

const ask = (server: ServerProcess | undefined, path: string) =>
  sendPatiently("GET", path, { base: server?.url ?? "" });
const inVersion = (version: string | undefined) => `/api/prices?country=TR&page_size=200&version=${version}`;

test("two processes give the same answer of an old version, however many ask, whenever they ask", {
  timeout: 120_000,
}, async () => {
  const [first, second] = servers;
  const paths = versions.slice(0, 2).map(inVersion);
  const expected = new Map<string, string>();
  for (const path of paths) expected.set(path, (await ask(first, path)).text);
  for (let round = 0; round < 4; round++) {
    const asked = [first, second].flatMap((server) => paths.map((path) => ({ server, path })));
    if (round % 2 === 1) asked.reverse();
    await Promise.all(
      asked.map(async ({ server, path }) => {
        const { status, text } = await get(path, { base: server?.url ?? "" });
        expect([path, status, text === expected.get(path)]).toEqual([path, 200, true]);
      }),
    );
  }
});

test("what a licence takes down is gone from the versions that held it too, in every process, and they say so", {
  timeout: 120_000,
}, async () => {
  const FIGURE = /1,?149\.99/;
  const [old = ""] = versions;
  const [first] = servers;
  const [one, other] = ["datacamp", "spotify"].map(
    (product) => `/api/prices?product=${product}&country=TR&version=${old}`,
  );
  const paths = [
    one,
    `/services/datacamp?version=${old}`,
    `/api/changes?since=${old}&product=datacamp&country=TR&kind=revalued`,
  ];
  for (const path of paths) expect((await ask(first, path ?? "")).text, path).toMatch(FIGURE);
  const before = await ask(first, other ?? "");
  await using folder = await makeFolder();
  const takedown = `${PRICE_CORRECTION_HEADER}\ndatacamp,TR,ios,monthly,2026-09-05,withdraw,,,licence,,,\n`;
  const file = await folder.write("takedown.csv", takedown);
  expect(await importHere(database.url, [file], true)).toMatchObject({ code: 0 });
  for (const table of ["price", "price_change", "observation"]) {
    const stored = `SELECT count(*) FROM ${table} t WHERE to_jsonb(t)::text LIKE '%1149.99%'`;
    expect([table, await query(database.url, stored)]).toEqual([table, [["0"]]]);
  }
  const newest = (await readVersions(database.url)).at(-1);
  for (const server of servers) {
    const read = async () => (await ask(server, "/api/prices?page_size=1")).body;
    await expect.poll(read).toMatchObject({ meta: { dataset_version: newest } });
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
    `SELECT verified_on::text FROM price WHERE ${OF_NEWEST} AND (product, country, platform, period) = ('netflix', 'FR', 'ios', 'monthly')`,
  );
  await using folder = await makeFolder();
  const rows = `${PRICE_CORRECTION_HEADER}\nnetflix,FR,ios,monthly,${day},withdraw,,,licence,,,\n`;
  expect(await importHere(database.url, [await folder.write("takedown.csv", rows)], true)).toMatchObject({ code: 0 });
  const newest = (await readVersions(database.url)).at(-1) ?? "";
  const served = async () => (await ask(first, "/api/prices?page_size=1")).body;
  await expect.poll(served).toMatchObject({ meta: { dataset_version: newest } });

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
  const taken = { kind: "withdrawn", key: { product: "netflix", country: "FR", platform: "ios" } };
  expect(changes.filter(({ reason }) => reason === "licence")).toMatchObject([
    { object: "price", ...taken },
    { object: "observation", ...taken },
  ]);
  // A copy of the current records has no history.
  for (const { object, key, after } of changes.filter(({ object }) => object !== "observation")) {
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
    `SELECT country, min(observed_on)::text FROM observation o JOIN series s ON s.id = o.series_id
     WHERE superseded_in IS NULL AND product = 'netflix' AND country IN ('GB', 'TR') AND platform = 'web' GROUP BY country ORDER BY country`,
  );
  const [[, british = ""] = [], [, turkish = ""] = []] = oldest;
  const [[once = ""] = []] = await query(
    database.url,
    `SELECT country || ',' || max(observed_on) FROM observation o JOIN series s ON s.id = o.series_id
     WHERE superseded_in IS NULL AND product = '1password' AND platform = 'ios' GROUP BY country HAVING count(*) = 1 ORDER BY country LIMIT 1`,
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
  await waitForVersion(base, newest);
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
  // A series without a standing reading counts as never seen.
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
