import { expect, test } from "vitest";
import { get, newSender, type Reply } from "@/tests/support/api";
import { importHere, makeFolder } from "@/tests/support/import-cli";
import { admitted, flood } from "@/tests/support/limits";
import { recordPromise } from "@/tests/support/report-promise";
import { createDatabase, startServer } from "@/tests/support/server";
import { shiftable, shiftClock } from "@/tests/support/shifted-clock";

const HOUR_MS = 3_600_000;
const LIMITED = "/api/openapi.json";
const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";

test("a clock that jumps back locks nobody out, gives nobody more, and holds up no publish", async () => {
  await using database = await createDatabase("bundled");
  await using folder = await makeFolder();
  await using server = await startServer({ DATABASE_URL: database.url, ...shiftable });
  const known = newSender();
  const fresh = newSender();
  const burst = (sender: string, count: number) =>
    flood([server.url], count, LIMITED, () => ({ "x-forwarded-for": sender }));

  expect(admitted(await burst(known, 80))).toHaveLength(60);
  await shiftClock(server, -HOUR_MS);
  const refused = await burst(known, 40);
  expect(admitted(refused)).toEqual([]);
  const waits = refused.map(({ headers }) => Number(headers.get("retry-after")));
  expect(Math.max(...waits)).toBeLessThanOrEqual(60);
  expect(admitted(await burst(fresh, 80))).toHaveLength(60);

  const cell = async () => find(await get("/api/prices?product=netflix&country=TR&platform=ios", { base: server.url }));
  expect(await cell()).not.toBe("319.99");
  const row = "netflix,TR,ios,monthly,319.99,TRY,2026-10-15,netflix-prices,https://a.example/";
  const { code } = await importHere(database.url, [await folder.write("prices.csv", `${HEADER}\n${row}\n`)]);
  expect(code).toBe(0);
  await expect.poll(cell).toBe("319.99");

  const waitMs = Math.max(...waits) * 1000;
  await shiftClock(server, -HOUR_MS + waitMs, waitMs);
  expect(admitted(await burst(known, 80))).toHaveLength(60);
  recordPromise({
    promise: "Clock set back by an hour: nobody is locked out or gets more, publishes are served",
    test: "tests/faults/clock.test.ts",
    figure: `280 requests around the jump: 60 admitted of each caller's limit, 0 over it; longest Retry-After ${Math.max(...waits)} s`,
  });
}, 120_000);

function find({ text }: Reply): string | undefined {
  return /"amount":"?([\d.]+)/.exec(text)?.[1];
}
