import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { listHistory } from "@/app/api/history/contract";
import { listPrices } from "@/app/api/prices/contract";
import { listSources } from "@/app/api/sources/contract";
import { formatDay } from "@/lib/text/format";
import { get } from "@/tests/support/api";
import { importHere, makeFolder } from "@/tests/support/import-cli";
import { type CsvRow, readCsv } from "@/tests/support/recompute-index";
import { startOn } from "@/tests/support/shifted-clock";
import { type OwnStaffServer, startStaffServer } from "@/tests/support/staff";
import { addDays, dayOfReadings } from "@/tests/support/test-days";

// Two prices that somebody read long after the last exchange rates: what the pages say of their days stays true.

const LATE = addDays(dayOfReadings(), -1);
const RATE_DAY = "2026-09-29";
const AMOUNTS = { DE: "13.99,EUR", TR: "109,TRY" };

let staff: OwnStaffServer;
let prices: CsvRow[];
let plan: unknown[];
beforeAll(async () => {
  // What is missed counts to today, which the two prices would move where the clock runs before them.
  staff = await startStaffServer(startOn(dayOfReadings()), "small");
  plan = await readPlan();
  await using folder = await makeFolder();
  const rows = Object.entries(AMOUNTS).map(
    ([country, paid]) =>
      `spotify,${country},web,monthly,${paid},${LATE},opentherank-2026-09-30,https://opentherank.com/streaming-pricing/spotify/`,
  );
  const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
  const file = await folder.write("late.csv", [header, ...rows].join("\n"));
  expect(await importHere(staff.databaseUrl, [file])).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect((await get("/api/health", at())).text).toContain(`${LATE}.`), 60_000);
  prices = readCsv((await get("/api/export?dataset=prices&format=csv", at())).text);
});
afterAll(() => staff.stop());

const at = () => ({ base: staff.server.url });

async function readPlan() {
  const { data } = listSources.response.parse((await get("/api/sources", at())).body);
  return data.map(({ id, last_read_on, next_due_on, n_missed }) => ({ id, last_read_on, next_due_on, n_missed }));
}

/** What a reader sees of a page: one kind of space, no markup. */
async function read(path: string): Promise<string> {
  const { status, text } = await get(path, at());
  expect(status, path).toBe(200);
  return toText(text);
}

const toText = (html: string) =>
  html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/[\s\u00a0\u202f]+/g, " ")
    .replaceAll(/ ([.,;:])/g, "$1");
const dayOf = (day: string) => formatDay(day).replaceAll("\u00a0", " ");

/** The day by which half of the rows were read. */
const medianOf = (rows: readonly CsvRow[]) =>
  rows.map(({ verified_on = "" }) => verified_on).sort()[Math.ceil(rows.length / 2) - 1] ?? "";

const PAGES = [
  "/",
  "/?tax=excluded",
  "/services",
  "/services/spotify",
  "/services/netflix",
  "/countries",
  "/multipliers",
  "/countries/DE",
  "/countries/TR",
  "/countries/AR",
  "/compare?products=spotify,netflix&countries=US,DE,TR,AR",
  "/embed/index",
  "/embed/services/spotify",
  "/embed/countries/DE",
  "/versions",
  "/about",
  `/services/spotify?date=${LATE}`,
  `/countries/DE?date=${LATE}`,
  `/compare?products=spotify,netflix&countries=US,DE,TR&date=${LATE}`,
];

test.each(PAGES)("%s dates nothing by its newest row, and lacks no rate", async (path) => {
  const text = await read(path);
  const late = dayOf(LATE);
  // The dataset, a share, a list or a map of that day: only an end of a span, a row or the chosen day is.
  for (const before of [
    "Dataset \\S+ of",
    "dataset of",
    "up to",
    "countries,",
    "period,",
    "category,",
    "US,",
    "with it,",
  ])
    expect(text, path).not.toMatch(new RegExp(`${before} ${late}`));
  for (const [span] of text.matchAll(/read from [^.;]*/g))
    if (span.includes(late)) expect(span, path).toContain(` to ${late}`);
  expect(text, path).not.toMatch(/(?<![\d.])0% of all prices/);
  expect(text, path).not.toMatch(/no rate|no exchange rate|not known in local|No exchange rate/);
  if (path !== "/about") expect(text, path).toContain(dayOf(RATE_DAY));
});

test("tiles of home say the month of each price where they differ, and none where it stands above them", async () => {
  const readTiles = async (options?: ReturnType<typeof at>) => {
    const { text } = await get("/?home=DE", options);
    const tiles = /<ul class="tiles">[\s\S]*?<\/ul>/.exec(text)?.[0] ?? "";
    const all = [...tiles.matchAll(/href="\/services\/([^"?]*)[\s\S]*?<\/li>/g)];
    return new Map(all.map(([tile, slug]) => [slug, toText(tile)]));
  };
  const mixed = await readTiles(at());
  const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
  expect(mixed.get("spotify")).toContain(month.format(new Date(LATE)));
  expect(mixed.get("netflix")).toContain(month.format(new Date(RATE_DAY)));
  const alike = await readTiles();
  expect(alike.size).toBe(12);
  for (const [slug, tile] of alike) expect([slug, / 20\d\d/.test(tile)]).toEqual([slug, false]);
});

test("figures of the index and their citations have the days of the prices that are compared", async () => {
  const [index, products] = await Promise.all(
    ["index", "products"].map(async (name) =>
      readCsv((await get(`/api/export?dataset=${name}&format=csv`, at())).text),
    ),
  );
  const basket = new Set(products?.filter((row) => row.in_basket === "TRUE").map(({ product }) => product));
  const key = ({ product, platform, period }: CsvRow) => `${product} ${platform} ${period}`;
  const us = new Set(prices.filter(({ country, usd }) => country === "US" && usd !== "").map(key));
  const order = (row: CsvRow) =>
    10 * ["ios", "android", "web", "any"].indexOf(row.platform ?? "") +
    ["monthly", "yearly", "semiannual", "quarterly", "weekly"].indexOf(row.period ?? "");
  const compared = new Map<string, CsvRow>();
  for (const { country } of index ?? [])
    for (const row of prices.filter(
      (one) => one.country === country && basket.has(one.product) && us.has(key(one)) && one.outdated === "FALSE",
    )) {
      const cell = `${country} ${row.product}`;
      const known = compared.get(cell);
      if (known === undefined || order(row) < order(known)) compared.set(cell, row);
    }
  const days = [...compared.values()].map(({ verified_on = "" }) => verified_on).sort();
  expect(days.at(-1)).toBe(LATE);
  const from = dayOf(days[0] ?? "");
  const first = days[0]?.slice(0, 4) === LATE.slice(0, 4) ? from.slice(0, -5) : from;
  const span = `read from ${first} to ${dayOf(LATE)}`;
  const countries = await read("/countries");
  expect(countries).toContain(`Subscriptions that both countries sell, most of them App Store prices, ${span}.`);
  expect(countries).toMatch(new RegExp(`Dataset ${LATE}\\.2, published \\d+ \\w+ \\d{4}; prices ${span}\\.`));
});

test("current prices, those of the day, the history and its export have the same dollars, at the newest rates", async () => {
  const listed = async (query: string) =>
    listPrices.response.parse((await get(`/api/prices?product=spotify&page_size=200${query}`, at())).body).data;
  const [current, dated] = await Promise.all([listed(""), listed(`&date=${LATE}`)]);
  const figures = (all: typeof current) =>
    all.map(({ country, amount, usd, usd_monthly, fx_date, fx_stale, currency }) => [
      country,
      amount,
      currency,
      usd,
      usd_monthly,
      fx_stale,
      currency === "USD" ? null : fx_date,
    ]);
  expect(figures(dated)).toEqual(figures(current));
  const { data } = listHistory.response.parse((await get("/api/history?product=spotify&country=DE,TR", at())).body);
  const runs = readCsv((await get("/api/export?dataset=history&format=csv", at())).text);
  expect(data).toHaveLength(2);
  for (const { country, runs: own, change } of data) {
    const price = current.find((one) => one.country === country);
    expect(own.at(-1)).toMatchObject({ usd: price?.usd, fx_date: RATE_DAY, first_seen_on: LATE, usd_reason: null });
    expect(change).toMatchObject({
      n_vendor_changes: 1,
      from: { day: RATE_DAY },
      to: { day: LATE, usd_monthly: price?.usd },
    });
    const row = runs.find((one) => one.product === "spotify" && one.country === country && one.first_seen_on === LATE);
    expect([Number(row?.usd), row?.fx_date]).toEqual([price?.usd, RATE_DAY]);
  }
});

test.each(["", `?date=${LATE}`])(
  "the chart draws every line to the last reading, dashed at held rates: %s",
  async (query) => {
    const { text } = await get(`/services/spotify${query}`, at());
    const lines = [...text.matchAll(/<path class="history-line([^"]*)" d="([^"]*)"/g)].map(([, tone = "", d = ""]) => ({
      isDashed: tone.includes("is-assumed"),
      ends: d.match(/[ML]([\d.]+) [\d.]+$/)?.[1],
    }));
    const drawn = lines.filter(({ isDashed }) => !isDashed).length;
    expect(drawn).toBeGreaterThan(1);
    expect(lines.filter(({ isDashed, ends }) => isDashed && ends === "1000.0").length).toBeGreaterThanOrEqual(
      drawn - 1,
    );
    const shown = toText(text);
    expect(shown).toContain(`${dayOf(RATE_DAY)} to ${dayOf(LATE)}. Last read on ${dayOf(LATE)}`);
    expect(shown).toContain("and the last exchange rate where there is no newer one");
    expect(shown).toContain(`rate of ${dayOf(RATE_DAY)}`);
  },
);

test("two prices make no source on time, for readers and at the desk", async () => {
  const now = await readPlan();
  expect(now).toEqual(plan);
  const lastRead = new Map(now.map(({ id, last_read_on }) => [id, last_read_on]));
  // Of these six countries no week has half of the readings; half were read since the first of these days.
  expect([lastRead.get("opentherank-2026-09-30"), lastRead.get("netflix-prices")]).toEqual([
    "2026-09-10",
    "2026-04-09",
  ]);
  await staff.list("late@example.com", "viewer");
  const desk = await (await staff.enter("late@example.com")).open("/admin/desk");
  expect(desk.text).toMatch(/sources are behind/);
  expect(desk.text).not.toContain(dayOf(LATE));
});

test("a version says on which days its prices were read", async () => {
  const versions = z.object({
    data: z.array(z.object({ data_from: z.string(), data_to: z.string(), data_median: z.string() })),
  });
  const { data } = versions.parse((await get("/api/versions", at())).body);
  const days = prices.map(({ verified_on = "" }) => verified_on).sort();
  expect(data[0]).toEqual({ data_from: days[0], data_to: LATE, data_median: medianOf(prices) });
  expect(data[1]).toMatchObject({ data_to: RATE_DAY });
});
