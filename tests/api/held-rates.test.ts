import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { jobs } from "@/lib/desk/changes/jobs/jobs";
import { withdrawChangeSet } from "@/lib/desk/changes/mutations";
import { refreshDue } from "@/lib/desk/refresh/scheduler";
import { closeDatabase, db } from "@/lib/platform/db";
import type { TestDatabase } from "../support/database";
import { importHere, importLaterReading, makeFolder, query } from "../support/import-cli";
import { createDatabase } from "../support/server";

const SOURCE = "currency-api";
let database: TestDatabase;
let served: Server;
let host: string;
let answer = "";

beforeAll(async () => {
  served = createServer((_request, response) => void response.writeHead(200).end(answer));
  await once(served.listen(0, "127.0.0.1"), "listening");
  host = `127.0.0.1:${(served.address() as AddressInfo).port}`;
  database = await createDatabase("small");
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("REFRESH_ALLOW_HOSTS", host);
  vi.stubEnv("LOG_LEVEL", "silent");
  await importLaterReading(database.url);
  await sql("UPDATE feed SET address = $1 WHERE id = $2", `http://${host}/day.json`, SOURCE);
});
afterAll(async () => {
  await closeDatabase();
  served.close();
  await database[Symbol.asyncDispose]();
});

const sql = (text: string, ...values: string[]) => query(database.url, text, values);
const value = async (text: string, ...values: string[]) => (await sql(text, ...values))[0]?.[0] ?? "";

/** US dollars for one unit of each currency, as last published by any source. */
async function lastRates(): Promise<Record<string, number>> {
  const rows = await sql(
    `SELECT DISTINCT ON (currency) currency, usd_per_unit::text FROM rate
     WHERE superseded_in IS NULL AND currency IN ('TRY', 'EUR', 'ARS', 'EGP') ORDER BY currency, date DESC, source_id`,
  );
  return Object.fromEntries(rows.map(([currency = "", rate]) => [currency, Number(rate)]));
}
const newestDay = () => value("SELECT max(date)::text FROM rate WHERE superseded_in IS NULL");
const dayAfter = (day: string, days = 1) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Serves a day of rates, US dollars for one unit, as the source does. */
function serve(date: string, rates: Readonly<Record<string, number>>): void {
  const usd = Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code.toLowerCase(), 1 / rate]));
  answer = JSON.stringify({ date, usd: { ...usd, usd: 1 } });
}

async function refresh(): Promise<string> {
  await sql("UPDATE feed SET retry_at = NULL, sha256 = NULL WHERE id = $1", SOURCE);
  let outcome = "";
  await refreshDue([SOURCE], (_, { kind }) => {
    outcome = kind;
  });
  return outcome;
}

const valid = (currency: string, date: string) =>
  value(
    "SELECT count(*)::text FROM rate WHERE superseded_in IS NULL AND currency = $1 AND date = $2 AND source_id = $3",
    currency,
    date,
    SOURCE,
  );
const waitingSets = () =>
  sql(
    "SELECT id::text, title, array_to_string(reasons, ' ') FROM change_set WHERE state = 'waiting' AND held_from_id IS NOT NULL ORDER BY id",
  );
const dollars = (currency: string) =>
  sql(
    `SELECT series_id::text, usd_monthly::text FROM price WHERE version_id = (SELECT max(id) FROM dataset_version)
     AND currency = $1 AND usd_monthly IS NOT NULL ORDER BY series_id`,
    currency,
  );

async function release(id: string): Promise<void> {
  const staff = "00000000-0000-4000-8000-000000000001";
  await sql(
    "INSERT INTO staff (id, email, role, password_hash) VALUES ($1, 'second@example.com', 'editor', 'x') ON CONFLICT DO NOTHING",
    staff,
  );
  await sql(
    "UPDATE change_set SET state = 'approved', approver_id = $2, approver = 'second@example.com', decided_at = now() WHERE id = $1",
    id,
    staff,
  );
  await jobs().start(Number(id));
}

beforeEach(async () => {
  const open = await sql("SELECT id::text FROM change_set WHERE state IN ('draft', 'waiting')");
  for (const [id] of open) await db().$transaction((tx) => withdrawChangeSet(Number(id), tx, "Of another test."));
  await sql("UPDATE feed SET same_day_bound = 3, week_bound = 10, older_bound = 25 WHERE id = $1", SOURCE);
});

describe("a day of a source that publishes itself", () => {
  test("goes on without the one rate that is tenfold, which waits, moves no price, and is published when it is released", async () => {
    const rates = await lastRates();
    const day = dayAfter(await newestDay());
    const before = await dollars("TRY");
    expect(before.length).toBeGreaterThan(0);
    serve(day, { ...rates, TRY: (rates.TRY ?? 0) * 10 });
    expect(await refresh()).toBe("published");
    expect([await valid("EGP", day), await valid("TRY", day)]).toEqual(["1", "0"]);
    expect(await dollars("TRY")).toEqual(before);

    const [[id = "", title, reasons] = []] = await waitingSets();
    expect(title).toBe(`Held back: TRY from ${SOURCE}`);
    expect(reasons).toMatch(/^One rate is out of bounds or missing: TRY of .* is (9|10)(\.\d+)? times /);
    const preview = JSON.parse(await value("SELECT preview FROM change_set WHERE id = $1", id));
    expect(preview.rateMoves.first).toHaveLength(1);
    expect(preview.rateMoves.first[0]).toMatchObject({
      currency: "TRY",
      date: day,
      isHeld: false,
      prices: before.length,
    });
    // Each price in the currency, the largest factor first.
    expect(preview.movedPrices.count).toBe(before.length);
    const usdBefore = new Map(before.map(([, usd]) => [Number(usd), true]));
    for (const price of preview.movedPrices.first) {
      expect(usdBefore.has(price.usdBefore)).toBe(true);
      expect(Math.abs(price.usdAfter / price.usdBefore / price.factor - 1)).toBeLessThan(0.001);
    }

    const reports =
      "SELECT count(DISTINCT series_id)::text FROM price_report WHERE found_by = 'check' AND finding LIKE '%exchange rate alone%'";
    expect(await value(reports)).toBe("0");
    await release(id);
    expect(await value("SELECT state FROM change_set WHERE id = $1", id)).toBe("published");
    expect(await valid("TRY", day)).toBe("1");
    const after = await dollars("TRY");
    for (const [at, [, usd]] of after.entries())
      expect(Math.round(Number(usd) / Number(before[at]?.[1]))).toBeGreaterThanOrEqual(9);
    // As many as one import files.
    expect(await value(reports)).toBe(String(Math.min(100, before.length)));
  });

  test("has one change set of what waits, which grows by the days, and a refused figure does not come back", async () => {
    const rates = await lastRates();
    const newest = await newestDay();
    const days = [1, 2, 3].map((after) => dayAfter(newest, after));
    const held = { ...rates, EGP: (rates.EGP ?? 0) / 2 };
    for (const day of days.slice(0, 2)) {
      serve(day ?? "", held);
      expect(await refresh()).toBe("published");
    }
    const sets = await waitingSets();
    expect(sets).toHaveLength(1);
    const [[id = ""] = []] = sets;
    const inIt = "SELECT string_agg(date::text, ',' ORDER BY date) FROM held_rate WHERE change_set_id = $1";
    expect(await value(inIt, id)).toBe(days.slice(0, 2).join());

    await db().$transaction((tx) => withdrawChangeSet(Number(id), tx, "A typing error of the source."));
    serve(days[1] ?? "", held);
    expect(await refresh()).toBe("nothing new");
    expect(await waitingSets()).toEqual([]);
    serve(days[2] ?? "", held);
    expect(await refresh()).toBe("published");
    expect(await waitingSets()).toHaveLength(1);
    for (const day of days) expect(await valid("EGP", day ?? "")).toBe("0");
  });

  test("waits whole where all its rates are out of bounds, and tells a currency that is missing", async () => {
    const rates = await lastRates();
    const day = dayAfter(await newestDay());
    const rows = Object.entries(rates).map(
      ([currency, rate]) => `${currency},${day},${(1 / rate).toFixed(8)},${SOURCE}`,
    );
    answer = ["currency,date,usd_per_unit,source", ...rows, ""].join("\n");
    await sql("UPDATE feed SET format = 'native' WHERE id = $1", SOURCE);
    const versions = await value("SELECT count(*)::text FROM dataset_version");
    expect(await refresh()).toBe("waiting");
    await sql("UPDATE feed SET format = 'currency-api' WHERE id = $1", SOURCE);
    expect(await value("SELECT count(*)::text FROM dataset_version")).toBe(versions);
    const [[id = "", , reasons = ""] = []] = await waitingSets();
    expect(reasons).toContain("Four rates are out of bounds");
    await db().$transaction((tx) => withdrawChangeSet(Number(id), tx, "It is upside down."));

    const { TRY: _, ...others } = rates;
    serve(day, rates);
    expect(await refresh()).toBe("published");
    serve(dayAfter(day), others);
    expect(await refresh()).toBe("published");
    expect(await valid("EGP", dayAfter(day))).toBe("1");
    const [[missing = "", , why = ""] = []] = await waitingSets();
    expect(why).toContain(`TRY of ${dayAfter(day)}, ${SOURCE}: no rate`);
    const preview = JSON.parse(await value("SELECT preview FROM change_set WHERE id = $1", missing));
    expect(preview.rateMoves.first).toMatchObject([{ currency: "TRY", usdPerUnit: null }]);
  });

  test("keeps to the bounds that its source is set to", async () => {
    const rates = await lastRates();
    const day = dayAfter(await newestDay());
    await sql("UPDATE feed SET week_bound = 1, older_bound = 1 WHERE id = $1", SOURCE);
    serve(day, { ...rates, TRY: (rates.TRY ?? 0) * 1.02, EGP: (rates.EGP ?? 0) * 1.005 });
    expect(await refresh()).toBe("published");
    expect([await valid("TRY", day), await valid("EGP", day)]).toEqual(["0", "1"]);
  });

  test.each([0, -0.02])("with a rate of %s has a fault, and nothing of it is published", async (rate) => {
    const rates = await lastRates();
    const day = dayAfter(await newestDay());
    answer = JSON.stringify({ date: day, usd: { usd: 1, egp: 1 / (rates.EGP ?? 1), try: rate } });
    expect(await refresh()).toBe("failed");
    expect(await valid("EGP", day)).toBe("0");
  });
});

test("a rate file from the command line needs --accept-outliers for a rate out of bounds, and for a missing currency", async () => {
  const rates = await lastRates();
  const day = dayAfter(await newestDay());
  const next = dayAfter(await newestDay(), 2);
  await using folder = await makeFolder();
  const write = (name: string, date: string, rows: Readonly<Record<string, number>>) =>
    folder.write(
      name,
      [
        "currency,date,usd_per_unit,source",
        ...Object.entries(rows).map(([currency, rate]) => `${currency},${date},${rate},${SOURCE}`),
        "",
      ].join("\n"),
    );
  const tenfold = await write("tenfold.csv", day, { ...rates, TRY: (rates.TRY ?? 0) * 10 });
  const refused = await importHere(database.url, [tenfold]);
  expect(refused.code).toBe(1);
  expect(refused.text).toMatch(/bounds of their source allow \(1, --accept-outliers to go on\)\n {2}TRY of /);
  expect(await valid("EGP", day)).toBe("0");
  const sound = await write("sound.csv", day, { ...rates, TRY: (rates.TRY ?? 0) * 1.01 });
  expect(await importHere(database.url, [sound])).toMatchObject({ code: 0 });
  const { TRY: _, ...others } = rates;
  const fewer = await write("fewer.csv", next, others);
  expect((await importHere(database.url, [fewer])).text).toContain(`TRY of ${next}, ${SOURCE}: no rate`);
  expect(await importHere(database.url, [fewer], true)).toMatchObject({ code: 0 });
});
