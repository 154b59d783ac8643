import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { listHistory } from "@/app/api/history/contract";
import { listPrices } from "@/app/api/prices/contract";
import { get } from "../support/api";
import { PRICE_CORRECTION_HEADER, PRICE_HEADER, RATE_CORRECTION_HEADER, RATE_HEADER } from "../support/corrections";
import type { TestDatabase } from "../support/database";
import { type Folder, importHere, makeFolder, query, readVersions } from "../support/import-cli";
import { createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";
import { lastDay } from "../support/test-days";

// What a running server answers after a publish. Tests use series of their own.

const SOURCE = "opentherank-2026-09-30,https://opentherank.com/streaming-pricing/netflix/";
const ROW = `netflix,TR,ios,monthly,319.99,TRY,2026-10-15,${SOURCE}`;

let database: TestDatabase;
let folder: Folder;
let server: ServerProcess;
beforeAll(async () => {
  database = await createDatabase("small");
  folder = await makeFolder();
  server = await startServer({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const read = (path: string, headers = {}) => get(path, { base: server.url, headers });
const importRows = async (...lines: string[]) =>
  expect(await importHere(database.url, [await folder.write("rows.csv", lines.join("\n"))], true)).toMatchObject({
    code: 0,
  });
/** Imports a file, and waits until its version is served. */
async function publish(...lines: string[]): Promise<string> {
  await importRows(...lines);
  const version = (await readVersions(database.url)).at(-1) ?? "";
  await expect.poll(async () => (await read("/llms.txt")).text).toContain(version);
  return version;
}

test("a publish shows by itself, in records, version and ETag, and ends the old 304", async () => {
  const path = "/api/prices?product=netflix&country=TR&platform=ios";
  const before = await read(path);
  expect(before.body).toMatchObject({ data: [{ amount: 289.99 }] });

  await importRows(PRICE_HEADER, ROW);
  const version = (await readVersions(database.url)).at(-1);
  await expect
    .poll(() => read(path), { interval: 50 })
    .toMatchObject({
      body: { data: [{ amount: 319.99, verified_on: "2026-10-15" }], meta: { dataset_version: version } },
    });
  const old = { "if-none-match": before.headers.get("etag") ?? "" };
  await expect.poll(() => read(path, old), { interval: 50 }).toMatchObject({ status: 200 });
});

test("lists follow a publish in which series begin and end", async () => {
  const list = async () => listPrices.response.parse((await read("/api/prices?country=TR&page_size=200")).body);
  const before = await list();
  await publish(
    PRICE_HEADER,
    `chatgpt,TR,ios,monthly,,,2026-10-15,${SOURCE}`,
    `chatgpt,TR,web,yearly,100,TRY,2026-10-15,${SOURCE}`,
    `chatgpt,AQ,web,yearly,9,USD,2026-10-15,${SOURCE}`,
  );
  const { data, pagination } = await list();
  expect(pagination.total_items).toBe(before.pagination.total_items);
  const series = data.map(({ product, platform, period }) => `${product} ${platform} ${period}`);
  expect(series).toContain("chatgpt web yearly");
  expect(series).not.toContain("chatgpt ios monthly");
});

test("a series is null before its first reading, carried after its last, and absent after its end until it comes back", async () => {
  const series = "netflix,AQ,web,yearly";
  await importRows(RATE_HEADER, "EUR,2025-05-01,1.13,ecb");
  await publish(
    PRICE_HEADER,
    ...["120,USD,2025-02-01", "120,USD,2025-03-01", "144,EUR,2025-05-01"].map((one) => `${series},${one},${SOURCE}`),
    ...[",,2025-07-01", ",,2025-07-20", "99,USD,2025-09-01"].map((one) => `${series},${one},${SOURCE}`),
  );
  const on = async (date: string) => {
    const { body } = await read(`/api/prices?product=netflix&country=AQ&period=yearly&date=${date}`);
    return listPrices.response
      .parse(body)
      .data.map(({ status, amount, currency, usd_monthly, last_seen_on }) =>
        [status, amount, currency, usd_monthly, last_seen_on].join(" "),
      );
  };
  expect(await on("2025-01-31")).toEqual([]);
  expect(await on("2025-01-31&status=all")).toEqual(["not_observed_yet    "]);
  expect(await on("2025-07-01&status=all")).toEqual(["ended    2025-05-01"]);
  expect(await on("2025-02-01")).toEqual(["observed 120 USD 10 2025-02-01"]);
  expect(await on("2025-02-15")).toEqual(["observed 120 USD 10 2025-02-01"]);
  expect(await on("2025-04-30")).toEqual(["carried 120 USD 10 2025-03-01"]);
  expect(await on("2025-05-01")).toEqual(["observed 144 EUR 13.56 2025-05-01"]);
  expect(await on("2025-07-01")).toEqual([]);
  expect(await on("2025-08-31")).toEqual([]);
  expect(await on("2025-09-01")).toEqual(["observed 99 USD 8.25 2025-09-01"]);
  expect(await on(lastDay((await readVersions(database.url)).at(-1)?.slice(0, 10)))).toEqual([" 99 USD 8.25 "]);
});

test("lowest and highest count a reading of the first day of the time, and none of the day before", async () => {
  // The newest day of the data is 2026-10-15.
  const readings = ["1,USD,2025-10-14", "2,USD,2025-10-15", "3,USD,2025-11-10", "4,USD,2026-07-14", "5,USD,2026-07-15"];
  await publish(
    PRICE_HEADER,
    ...[...readings, "6,USD,2026-10-15"].map((one) => `netflix,AQ,android,monthly,${one},${SOURCE}`),
  );
  const { body } = await read("/api/history?product=netflix&country=AQ&platform=android");
  const [history] = listHistory.response.parse(body).data;
  const windows = ["all_time", "months_12", "months_3"] as const;
  expect(windows.map((window) => history?.lowest[window]?.amount)).toEqual([1, 2, 5]);
  expect(windows.map((window) => history?.highest[window]?.amount)).toEqual([6, 6, 6]);
});

const correctionsOf = async (object: string, key: string) => {
  const { body } = await read("/api/export?dataset=corrections&format=json");
  const rows = z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(body).data;
  return rows.filter((row) => row.object === object && `${row.product ?? row.currency} ${row.country}` === key);
};

test("the page and the export of corrections say what, when, why, before and after", async () => {
  const replace = "chatgpt,DE,ios,monthly,2026-09-29,replace,23.89,EUR,typing_error,Digits were swapped";
  await publish(PRICE_CORRECTION_HEADER, `${replace},opentherank-2026-09-30,https://opentherank.com/`);
  await publish(RATE_CORRECTION_HEADER, "TRY,2026-09-29,currency-api,withdraw,,source_error,");
  const { text } = await read("/corrections");
  const csv = (await read("/api/export?dataset=corrections&format=csv")).text;
  // Without the head, and what follows the last line.
  const count = csv.split("\r\n").length - 2;
  expect(count).toBeGreaterThanOrEqual(2);
  for (const said of [`${count} corrections of`, "ChatGPT Plus", "Digits were swapped", "22.99", "23.89", "withdrawn"])
    expect(text, said).toContain(said);
  expect(await correctionsOf("price", "chatgpt DE")).toMatchObject([
    {
      date: "2026-09-29",
      action: "replace",
      erased: false,
      reason: "typing_error",
      before_amount: 22.99,
      after_amount: 23.89,
      after_currency: "EUR",
    },
  ]);
  expect(await correctionsOf("rate", "TRY null")).toMatchObject([
    { action: "withdraw", product: null, after_usd_per_unit: null },
  ]);
  expect(csv).toContain('"typing_error","Digits were swapped",FALSE,22.99,"EUR",');
});

test("a takedown leaves no figure and no address in page, exports and history, and says that it was erased", async () => {
  const key = "netflix,EG,ios,monthly,2026-09-29";
  await publish(PRICE_CORRECTION_HEADER, `${key},replace,187.77,EGP,typing_error,,${SOURCE}`);
  expect((await read("/api/history?product=netflix&country=EG&platform=ios")).text).toContain("187.77");
  await publish(PRICE_CORRECTION_HEADER, `${key},withdraw,,,licence,,,`);
  const texts = [];
  for (const path of ["/corrections", "/api/export?dataset=corrections&format=csv"])
    texts.push((await read(path)).text);
  for (const path of ["prices", "history"])
    texts.push((await read(`/api/${path}?product=netflix&country=EG&platform=ios`)).text);
  for (const text of texts) expect(text).not.toMatch(/187\.77|(?<![\d.,])190(?!\d)/);
  expect(texts[0]).toContain("erased");
  expect(await correctionsOf("price", "netflix EG")).toMatchObject([
    { erased: true },
    { erased: true, action: "withdraw", reason: "licence" },
  ]);
  const stored = `SELECT amount, source_url FROM observation JOIN series ON series.id = series_id
    WHERE (product, country, platform, observed_on) = ('netflix', 'EG', 'ios', '2026-09-29')`;
  expect(await query(database.url, stored)).toEqual(Array(2).fill(["null", "null"]));
});

test("the feed keeps the id of a corrected change and says when, and of a withdrawn one that it was; a redenomination is none", async () => {
  const entries = async (search = "") => entriesOf((await read(`/feed.xml${search}`)).text);
  const [first] = await entries();
  const [product, country, platform, period, day] = first?.id.split(":").at(-1)?.split("/") ?? [];
  const key = [product, country, platform, period, day].join(",");
  const observation = `
    SELECT amount * 1.01, currency, source_id, source_url FROM observation JOIN series ON series.id = series_id
    WHERE superseded_in IS NULL AND concat_ws(',', product, country, platform, period, observed_on) = '${key}'`;
  const [[amount = "", currency, source, url] = []] = await query(database.url, observation);
  await publish(
    PRICE_CORRECTION_HEADER,
    `${key},replace,${Number(amount).toFixed(2)},${currency},source_error,,${source},${url}`,
  );
  const corrected = (await entries()).find(({ id }) => id === first?.id);
  expect(corrected?.title).not.toBe(first?.title);
  const publishedAt = `SELECT to_char(max(published_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM dataset_version`;
  expect(corrected?.updated).toBe((await query(database.url, publishedAt)).flat()[0]);
  await publish(PRICE_CORRECTION_HEADER, `${key},withdraw,,,source_withdrew,,,`);
  const withdrawn = (await entries(`?country=${country}&product=${product}`)).filter(({ id }) => id === first?.id);
  expect(await entries(`?product=${product}&country=${country}&kind=withdrawn`)).toEqual(withdrawn);
  expect(await entries("?product=spotify&kind=withdrawn")).toEqual([]);
  expect(withdrawn).toMatchObject([{ title: expect.stringMatching(/^Withdrawn: /) }]);
  expect(withdrawn[0]?.updated).toBe((await query(database.url, publishedAt)).flat()[0]);
  const row = (country: string, price: string, day: string) =>
    `netflix,${country},ios,weekly,${price},${day},${SOURCE}`;
  await publish(
    PRICE_HEADER,
    row("BG", "13.99,BGN", "2025-12-01"),
    row("BG", "7.15,EUR", "2026-01-05"),
    row("HR", "75.35,HRK", "2022-12-01"),
    row("HR", "12,EUR", "2023-02-01"),
  );
  // 75.35 kuna were 10.0007 euros: 12 are 20% more.
  expect(await entries("?country=BG,HR&period=weekly")).toMatchObject([
    { id: expect.stringContaining("/HR/"), title: expect.stringMatching(/\(\+20(\.0)?%\)$/) },
  ]);
});

function entriesOf(feed: string): { id: string; title: string; updated: string }[] {
  return feed
    .split("<entry>")
    .slice(1)
    .map((entry) => ({
      id: /<id>(.*?)<\/id>/.exec(entry)?.[1] ?? "",
      title: /<title>(.*?)<\/title>/.exec(entry)?.[1] ?? "",
      updated: /<updated>(.*?)<\/updated>/.exec(entry)?.[1] ?? "",
    }));
}

test("the export of the index of all versions has the rows of each", async () => {
  const version = await publish(PRICE_HEADER, `netflix,US,ios,monthly,99,USD,2026-10-15,${SOURCE}`);
  const readLines = async (of: string) =>
    (await read(`/api/export/index.csv?version=${of}`)).text.trimEnd().split("\r\n");
  const versions = await readVersions(database.url);
  expect(versions.at(-1)).toBe(version);
  const files = [];
  for (const of of versions) files.push(await readLines(of));
  const published =
    "SELECT count(*) FROM dataset_version v JOIN median_index ON version_id = v.id AND tax_view = 'shown' AND status = 'published' GROUP BY v.id ORDER BY v.id";
  expect(files.map((lines) => [String(lines.length - 1)])).toEqual(await query(database.url, published));
  expect(await readLines("all")).toEqual([files[0]?.[0], ...files.flatMap((lines) => lines.slice(1))]);
});
