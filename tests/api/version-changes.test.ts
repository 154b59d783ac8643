import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import type { TestDatabase } from "../support/database";
import { scale } from "../support/fault-scale";
import { readVersions } from "../support/import-cli";
import { applyChanges, readChanges, readState, type State } from "../support/mirror";
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
    const [code = ""] = await readPrograms("mirror", server.url, "/docs/time");
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

function findDifferent(a: State, b: State): unknown[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) =>
    a.get(key) === b.get(key) ? [] : [{ key, reached: a.get(key), wanted: b.get(key) }],
  );
}
