import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { sendPatiently } from "../support/api";
import { openLedger, price, replace, withdraw } from "../support/corrections";
import type { TestDatabase } from "../support/database";
import { scale } from "../support/fault-scale";
import { importHere, makeFolder, readVersions } from "../support/import-cli";
import { applyChanges, readChanges, readState, type State } from "../support/mirror";
import { lacks } from "../support/needs";
import { publishNext } from "../support/publishes";
import { lacksPython, makeProgramFolder, readPrograms } from "../support/run-program";
import { createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";

const COUNT = scale(20, 4);

let database: TestDatabase;
let server: ServerProcess;
let versions: string[];

beforeAll(async () => {
  database = await createDatabase("bundled");
  for (let number = 1; number < COUNT; number++) await publishNext(database.url, number);
  versions = await readVersions(database.url);
  server = await startServer({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await server.stop();
  await database[Symbol.asyncDispose]();
});

test("for all pairs of versions, the changes lead from the records of the one to those of the other, byte for byte", {
  timeout: 60_000 + COUNT * 60_000,
}, async () => {
  const states: State[] = [];
  for (const version of versions) states.push(await readState(server.url, version));
  let pairs = 0;
  for (const [from, since] of versions.entries())
    for (const [to, until] of versions.entries()) {
      if (to < from) continue;
      const changes = await readChanges(server.url, since, until);
      expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
      const reached = applyChanges(states[from] ?? new Map(), changes);
      expect(findDifferent(reached, states[to] ?? new Map()), `${since} to ${until}`).toEqual([]);
      pairs++;
    }
  expect(pairs).toBe((versions.length * (versions.length + 1)) / 2);
});

test.skipIf(lacksPython("the Python program of the documentation"))(
  "the mirror of the documentation follows the changes of all versions, record by record",
  {
    timeout: scale(900_000, 30_000),
  },
  async () => {
    const [, code = ""] = await readPrograms("mirror", server.url, "/docs/time");
    const runHere = await makeProgramFolder(inject("harness").dir);
    const [first = "", newest = ""] = [versions[0], versions.at(-1)];
    // Simulates the first run, when the first version was the newest.
    await runHere(code.replace(/^newest = .*$/m, `newest = "${first}"`));
    expect(await runHere(code)).toMatch(new RegExp(`^\\d+ prices of ${newest}$`));
    const kept: unknown = JSON.parse(
      await runHere(`import json, sqlite3
rows = sqlite3.connect("prices.db").execute("select key, record from price").fetchall()
print(json.dumps([[key, json.loads(record)] for key, record in rows]))`),
    );
    const state = await readState(server.url, newest);
    const wanted = [...state].flatMap(([name, text]) =>
      name.startsWith("price ") ? [[name.slice(6), JSON.parse(text)]] : [],
    );
    expect(new Map(z.array(z.tuple([z.string(), z.unknown()])).parse(kept))).toEqual(
      new Map(z.array(z.tuple([z.string(), z.unknown()])).parse(wanted)),
    );
  },
);

test.skipIf(lacks("jq", "the shell program of the documentation"))(
  "so does the one for a shell",
  { timeout: scale(900_000, 60_000) },
  async () => {
    const [code = ""] = await readPrograms("mirror", server.url, "/docs/time");
    const runHere = await makeProgramFolder(inject("harness").dir);
    const [first = "", newest = ""] = [versions[0], versions.at(-1)];
    await runHere(code.replace(/^newest=.*$/m, `newest=${first}`));
    await runHere(code);
    const kept = (await runHere("base=here\ncat prices.ndjson")).split("\n").map((line) => JSON.parse(line));
    const state = await readState(server.url, newest);
    const wanted = [...state].flatMap(([name, text]) => (name.startsWith("price ") ? [JSON.parse(text)] : []));
    const byKey = (prices: readonly Record<string, string>[]) =>
      new Map(prices.map((one) => [`${one.product} ${one.country} ${one.platform} ${one.period}`, one]));
    expect(byKey(kept)).toEqual(byKey(wanted));
  },
);

test.skipIf(lacks("Rscript", "the R program of the documentation", "r-cran-jsonlite"))(
  "so does the one in R",
  { timeout: scale(900_000, 300_000) },
  async () => {
    // The other programs have used up the limit of this address on `server`.
    await using own = await startServer({ DATABASE_URL: database.url });
    const [, , code = ""] = await readPrograms("mirror", own.url, "/docs/time");
    const runHere = await makeProgramFolder(inject("harness").dir);
    const [first = "", newest = ""] = [versions[0], versions.at(-1)];
    await runHere(code.replace(/^newest <- .*$/m, `newest <- "${first}"`));
    await runHere(code);
    const names = await runHere('library(jsonlite)\ncat(sort(names(readRDS("prices.rds")$prices)), sep = "\\n")');
    const state = await readState(server.url, newest);
    const wanted = [...state.keys()].flatMap((name) => (name.startsWith("price ") ? [name.slice(6)] : []));
    expect(names.split("\n").sort()).toEqual(wanted.sort());
  },
);

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const Told = z.array(
  z.object({
    ...{ kind: z.string(), object: z.string(), key: z.record(z.string(), z.string()), reason: z.string().nullable() },
    ...{ before: z.looseObject({}).nullable(), after: z.looseObject({}).nullable() },
  }),
);

test("a publish of two prices is told as these two and the figures of their products, in less than 20 kB", async () => {
  await using own = await createDatabase("bundled");
  await using folder = await makeFolder();
  const rows = ["netflix,TR,ios,monthly,333.99,TRY", "spotify,US,web,monthly,13.99,USD"].map(
    (row) => `${row},2026-10-02,opentherank-2026-09-30,https://opentherank.com/x/`,
  );
  const file = await folder.write("prices.csv", [HEADER, ...rows, ""].join("\n"));
  expect(await importHere(own.url, [file], true)).toMatchObject({ code: 0 });
  await using running = await startServer({ DATABASE_URL: own.url });
  const [since = ""] = (await readVersions(own.url)).slice(-2);
  const { text, body } = await sendPatiently("GET", `/api/changes?since=${since}`, { base: running.url });
  expect(text.length).toBeLessThan(20_000);
  const told = z.object({ data: Told }).parse(body).data;
  expect(told.map(({ kind, object, key }) => [kind, object, key.product])).toEqual([
    ["changed", "product", "netflix"],
    ["changed", "product", "spotify"],
    ["changed", "price", "netflix"],
    ["changed", "price", "spotify"],
  ]);
  const prices = await sendPatiently("GET", `/api/changes?since=${since}&object=price&country=TR`, {
    base: running.url,
  });
  expect(z.object({ data: Told }).parse(prices.body).data).toHaveLength(1);
});

test("a past reading that a correction replaced or withdrew is told, and the series of the history it belongs to", async () => {
  await using ledger = await openLedger();
  await ledger.importPrices(price("9.99", "2025-01-01"), price("10.99", "2025-02-01"), price("12", "2025-03-01"));
  await ledger.correct(replace("2025-01-01", "8.99"), withdraw("2025-02-01"));
  await using running = await startServer({ DATABASE_URL: ledger.url });
  const [since = ""] = (await readVersions(ledger.url)).slice(-2);
  const { body } = await sendPatiently("GET", `/api/changes?since=${since}&object=observation`, { base: running.url });
  expect(z.object({ data: Told }).parse(body).data).toMatchObject([
    {
      ...{ kind: "corrected", object: "observation", reason: "typing_error" },
      key: { product: "x", country: "US", platform: "ios", period: "monthly", observed_on: "2025-01-01" },
      before: { amount: 9.99, currency: "USD", source: "a" },
      after: { amount: 8.99, currency: "USD", source: "a" },
    },
    {
      ...{ kind: "withdrawn", object: "observation", reason: "source_error", key: { observed_on: "2025-02-01" } },
      ...{ before: { amount: 10.99 }, after: null },
    },
  ]);
});

function findDifferent(a: State, b: State): unknown[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) =>
    a.get(key) === b.get(key) ? [] : [{ key, reached: a.get(key), wanted: b.get(key) }],
  );
}
