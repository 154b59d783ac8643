import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { get } from "@/tests/support/api";
import { PRICE_CORRECTION_HEADER, RATE_CORRECTION_HEADER } from "@/tests/support/corrections";
import { importHere, makeFolder, query } from "@/tests/support/import-cli";
import { createDatabase, startServer } from "@/tests/support/server";

/** Corrections of the bundled data. */
const BUNDLED = readFileSync("prisma/data/corrections.csv", "utf8").trim().split("\n").length - 1;

/** A server on the bundled data; `correct` imports a file, and waits until it is served. */
async function openSite() {
  const database = await createDatabase("bundled");
  const folder = await makeFolder();
  const server = await startServer({ DATABASE_URL: database.url });
  const read = async (path: string) => (await fetch(server.url + path)).text();
  return {
    url: database.url,
    site: server.url,
    read,
    /** Those after the bundled ones. */
    corrections: async () => {
      const { body } = await get("/api/export?dataset=corrections&format=json", { base: server.url });
      return z
        .object({ data: z.array(z.unknown()) })
        .parse(body)
        .data.slice(BUNDLED);
    },
    correct: async (...lines: string[]) => {
      expect(await importHere(database.url, [await folder.write("c.csv", lines.join("\n"))], true)).toMatchObject({
        code: 0,
      });
      const [version = ""] = (await query(database.url, "SELECT max(version) FROM dataset_version")).flat();
      await expect.poll(() => read("/llms.txt"), { timeout: 5_000 }).toContain(version);
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const KEY = "netflix,TR,ios,monthly,2026-09-29";
const URL = "https://opentherank.com/streaming-pricing/netflix/";
const REPLACE = `${KEY},replace,299.99,TRY,typing_error,Digits were swapped,opentherank-2026-09-30,${URL}`;
const TAKEN_DOWN = `${KEY},withdraw,,,licence,,,`;

test("the page and the export of corrections say what, when, why, before and after", { timeout: 120_000 }, async () => {
  await using at = await openSite();
  await at.correct(PRICE_CORRECTION_HEADER, REPLACE);
  await at.correct(RATE_CORRECTION_HEADER, "TRY,2026-09-29,currency-api,withdraw,,source_error,");
  const page = await at.read("/corrections");
  for (const text of [
    `${BUNDLED + 2} corrections of`,
    "Netflix Standard",
    "Digits were swapped",
    "289.99",
    "299.99",
    "withdrawn",
  ])
    expect(page, text).toContain(text);
  expect(await at.corrections()).toMatchObject([
    {
      ...{ object: "price", product: "netflix", country: "TR", date: "2026-09-29", action: "replace", erased: false },
      ...{ reason: "typing_error", before_amount: 289.99, after_amount: 299.99, after_currency: "TRY" },
    },
    { object: "rate", currency: "TRY", action: "withdraw", product: null, after_usd_per_unit: null },
  ]);
  const csv = await at.read("/api/export?dataset=corrections&format=csv");
  expect(csv.split("\r\n")).toHaveLength(BUNDLED + 4);
  expect(csv).toContain('"typing_error","Digits were swapped",FALSE,289.99,"TRY",');
});

test("a takedown leaves no figure and no address in page, exports and history, and says that it was erased", {
  timeout: 120_000,
}, async () => {
  await using at = await openSite();
  await at.correct(PRICE_CORRECTION_HEADER, REPLACE);
  await at.correct(PRICE_CORRECTION_HEADER, TAKEN_DOWN);
  const texts = [
    await at.read("/corrections"),
    await at.read("/api/export?dataset=corrections&format=csv"),
    await at.read("/api/prices?product=netflix&country=TR&platform=ios"),
  ];
  for (const text of texts) expect(text).not.toMatch(/(?<!\d|\d,)2[89]9\.99/);
  expect(texts[0]).toContain("erased");
  expect(await at.corrections()).toMatchObject([
    { erased: true },
    { erased: true, action: "withdraw", reason: "licence" },
  ]);
  const stored = `SELECT count(*) FROM observation
    WHERE superseded_in > 2 AND (amount IS NOT NULL OR source_url IS NOT NULL)`;
  expect(await query(at.url, stored)).toEqual([["0"]]);
});

test("the feed keeps the id of a corrected change and says when, and of a withdrawn one that it was; a redenomination is none", {
  timeout: 120_000,
}, async () => {
  await using at = await openSite();
  const first = entriesOf(await at.read("/feed.xml"))[0];
  const [product, country, platform, period, day] = first?.id.split(":").at(-1)?.split("/") ?? [];
  const key = [product, country, platform, period, day].join(",");
  const observation = `
    SELECT amount * 1.01, currency, source_id, source_url FROM observation JOIN series ON series.id = series_id
    WHERE superseded_in IS NULL AND concat_ws(',', product, country, platform, period, observed_on) = '${key}'`;
  const [[amount = "", currency, source, url] = []] = await query(at.url, observation);
  await at.correct(
    PRICE_CORRECTION_HEADER,
    `${key},replace,${Number(amount).toFixed(2)},${currency},source_error,,${source},${url}`,
  );
  const corrected = entriesOf(await at.read("/feed.xml")).find(({ id }) => id === first?.id);
  expect(corrected?.title).not.toBe(first?.title);
  const publishedAt = `SELECT to_char(max(published_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM dataset_version`;
  expect(corrected?.updated).toBe((await query(at.url, publishedAt)).flat()[0]);
  await at.correct(PRICE_CORRECTION_HEADER, `${key},withdraw,,,source_withdrew,,,`);
  const withdrawn = entriesOf(await at.read(`/feed.xml?country=${country}&product=${product}`)).filter(
    ({ id }) => id === first?.id,
  );
  expect(entriesOf(await at.read(`/feed.xml?product=${product}&kind=withdrawn`))).toEqual(withdrawn);
  expect(await at.read(`/feed.xml?product=${product === "netflix" ? "spotify" : "netflix"}`)).not.toContain(
    "Withdrawn",
  );
  expect(withdrawn).toMatchObject([{ title: expect.stringMatching(/^Withdrawn: /) }]);
  expect(withdrawn[0]?.updated).toBe((await query(at.url, publishedAt)).flat()[0]);
  const row = (country: string, price: string, day: string) =>
    `netflix,${country},ios,weekly,${price},${day},opentherank-2026-09-30,${URL}`;
  await at.correct(
    "product,country,platform,period,amount,currency,observed_on,source,source_url",
    ...[row("BG", "13.99,BGN", "2025-12-01"), row("BG", "7.15,EUR", "2026-01-05")],
    ...[row("HR", "75.35,HRK", "2022-12-01"), row("HR", "12,EUR", "2023-02-01")],
  );
  expect((await get("/feed.json?country=BG,HR&period=weekly", { base: at.site })).body).toMatchObject({
    items: [{ _price_atlas: { country: "HR", pct: 19.992 } }],
  });
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
