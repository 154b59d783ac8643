import { expect, test } from "vitest";
import { z } from "zod";
import { listCountries } from "@/app/api/countries/contract";
import { listHistory } from "@/app/api/history/contract";
import { listProducts } from "@/app/api/services/contract";
import type { SeriesHistory } from "@/lib/catalogue/prices/history/series/schema";
import { get } from "@/tests/support/api";
import { type Reading, readSeries } from "@/tests/support/recompute-days";
import { readCsv } from "@/tests/support/recompute-index";

const MS_PER_DAY = 86_400_000;
/** Newest day of the bundled dataset, and three and twelve months before. */
const NEWEST = "2026-09-29";
const MONTHS_3 = "2026-06-29";
const MONTHS_12 = "2025-09-29";
const daysBetween = (from: string, to: string) => Math.max(0, (Date.parse(to) - Date.parse(from)) / MS_PER_DAY + 1);
const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

const nameOf = ({ product, country, platform, period }: SeriesHistory) => `${product} ${country} ${platform} ${period}`;

async function walk(query: string): Promise<SeriesHistory[]> {
  const all: SeriesHistory[] = [];
  for (let next: string | null = `/api/history?${query}&page_size=200`; next !== null; ) {
    const { pathname, search }: URL = new URL(next, "http://localhost");
    const reply = await get(pathname + search);
    expect(reply.status, reply.text.slice(0, 300)).toBe(200);
    const page = listHistory.response.parse(reply.body);
    all.push(...page.data);
    next = page.links.next;
    if (next === null) expect(all.length).toBe(page.pagination.total_items);
  }
  return all;
}

function recomputeRuns(readings: readonly Reading[]) {
  const runs: {
    amount: number;
    currency: string;
    first_seen_on: string;
    last_seen_on: string;
    next_seen_on: string | null;
  }[] = [];
  let before: Reading | null = null;
  for (const [at, reading] of readings.entries()) {
    const next_seen_on = readings[at + 1]?.day ?? null;
    const run = runs.at(-1);
    const isSame =
      before !== null && Number(before.amount) === Number(reading.amount) && before.currency === reading.currency;
    before = reading;
    if (reading.amount === "") continue;
    if (run && isSame) Object.assign(run, { last_seen_on: reading.day, next_seen_on });
    else
      runs.push({
        amount: Number(reading.amount),
        currency: reading.currency,
        first_seen_on: reading.day,
        last_seen_on: reading.day,
        next_seen_on,
      });
  }
  return runs;
}

const pick = ({ amount, currency, first_seen_on, last_seen_on, next_seen_on }: SeriesHistory["runs"][number]) => ({
  amount,
  currency,
  first_seen_on,
  last_seen_on,
  next_seen_on,
});

const WINDOWS = { all_time: "0001-01-01", months_12: MONTHS_12, months_3: MONTHS_3 } as const;
const windows = Object.keys(WINDOWS) as (keyof typeof WINDOWS)[];

function findExtremes(readings: readonly Reading[], since: string): [number | null, number | null] {
  const priced = readings.filter(({ amount }) => amount !== "");
  const currency = priced.at(-1)?.currency;
  const amounts = priced
    .filter((reading) => reading.day >= since && reading.currency === currency)
    .map(({ amount }) => Number(amount));
  return amounts.length === 0 ? [null, null] : [Math.min(...amounts), Math.max(...amounts)];
}

test("every run of every series is what the bundled files say, with unseen days, lowest and highest, as JSON and as CSV", async () => {
  const series = await readSeries();
  expect([...series.values()].flat().reduce((newest, { day }) => later(newest, day), "")).toBe(NEWEST);
  const histories = await walk("platform=android,any,ios,web");
  expect(histories.length).toBe(series.size);
  expect(new Set(histories.map(nameOf))).toEqual(new Set(series.keys()));
  expect(histories.some(({ is_current }) => !is_current)).toBe(true);
  const differing = { months_12: 0, months_3: 0 };
  for (const history of histories) {
    const name = nameOf(history);
    const readings = series.get(name) ?? [];
    const runs = recomputeRuns(readings);
    expect(history.runs.map(pick), name).toEqual(runs);
    expect(history.n_runs).toBe(runs.length);
    for (const window of windows) {
      const expected = findExtremes(readings, WINDOWS[window]);
      const said = [history.lowest[window]?.amount ?? null, history.highest[window]?.amount ?? null];
      expect(said, `${name} ${window}`).toEqual(expected);
      if (window !== "all_time" && expected[0] !== findExtremes(readings, WINDOWS.all_time)[0]) differing[window]++;
    }
    const from = runs[0]?.first_seen_on;
    if (from === undefined) continue;
    const seen = runs.reduce((days, run) => days + daysBetween(run.first_seen_on, run.last_seen_on), 0);
    const days = daysBetween(from, NEWEST);
    expect(history.span, name).toEqual({ from, to: NEWEST, n_days: days, n_days_in_no_run: days - seen });
  }
  expect(differing.months_12).toBeGreaterThan(100);
  expect(differing.months_3).toBeGreaterThan(100);

  const text = (await get("/api/history?product=netflix,netflix-premium&platform=web&format=csv&page_size=200")).text;
  const rows = readCsv(text);
  expect(rows.length).toBeGreaterThan(200);
  for (const row of rows) {
    const name = [row.product, row.country, row.platform, row.period].join(" ");
    for (const window of windows) {
      const said = [row[`lowest_${window}`], row[`highest_${window}`]].map((cell) =>
        cell === "" ? null : Number(cell),
      );
      expect(said, `${name} ${window}`).toEqual(findExtremes(series.get(name) ?? [], WINDOWS[window]));
    }
  }
});

test("dollars are those of the history export, and where there are none a reason is given", async () => {
  const { text } = await get("/api/export?dataset=history&format=json");
  const exported: {
    product: string;
    country: string;
    platform: string;
    period: string;
    first_seen_on: string;
    usd: number | null;
  }[] = JSON.parse(text).data;
  const usdOf = new Map(
    exported.map((row) => [[row.product, row.country, row.platform, row.period, row.first_seen_on].join(" "), row.usd]),
  );
  const histories = await walk("product=netflix,netflix-premium");
  const runs = histories.flatMap((history) => history.runs.map((run) => ({ name: nameOf(history), ...run })));
  expect(runs.length).toBeGreaterThan(500);
  for (const { name, usd, usd_reason, first_seen_on } of runs) {
    expect(usd).toBe(usdOf.get(`${name} ${first_seen_on}`));
    expect(usd_reason).toBe(usd === null ? "no exchange rate of that day or the ten days before" : null);
  }
  expect(runs.some(({ usd }) => usd === null)).toBe(true);
});

test("the order is country, platform, period, product, with one filter or several, by list or repeated", async () => {
  const both = await walk("country=TR,DE&platform=ios&platform=web");
  const order = both.map(({ product, country, platform, period }) => [country, platform, period, product].join(" "));
  expect(order).toEqual([...order].sort((a, b) => (a < b ? -1 : 1)));
  expect(new Set(both.map(({ country, platform }) => `${country} ${platform}`)).size).toBe(4);
  expect(await walk("country=DE,TR,DE&platform=web,ios")).toEqual(both);
  const ofProduct = await walk("product=netflix&country=TR,DE&platform=ios,web");
  expect(ofProduct).toEqual(both.filter(({ product }) => product === "netflix"));
});

test("filters by category, vendor, words and region leave the histories of the products and countries they name", async () => {
  const services = listProducts.response.parse((await get("/api/services?page_size=200")).body).data;
  const { data: countries } = listCountries.response.parse((await get("/api/countries")).body);
  const slugsWhere = (isWanted: (service: (typeof services)[number]) => boolean) =>
    services.flatMap((service) => (isWanted(service) ? [service.product] : [])).join(",");
  const oceania = countries
    .flatMap(({ country: code, region }) => (region?.toLowerCase() === "oceania" ? [code] : []))
    .join(",");
  for (const [query, spelled] of [
    ["category=ai&country=DE", `product=${slugsWhere(({ category }) => category === "ai")}&country=DE`],
    ["vendor=Netflix&country=TR", `product=${slugsWhere(({ vendor }) => vendor === "Netflix")}&country=TR`],
    ["q=netflix&country=TR", `product=${slugsWhere(({ product: slug }) => slug.startsWith("netflix"))}&country=TR`],
    ["region=oceania&product=netflix", `country=${oceania}&product=netflix`],
  ] as const) {
    const found = await walk(query);
    expect(found.length, query).toBeGreaterThan(0);
    expect(found, query).toEqual(await walk(spelled));
  }
});

test("a span has the runs that were read in it or held into it, and its days without any", async () => {
  const [whole] = await walk("product=netflix&country=TR&platform=web&period=monthly");
  const [part] = await walk("product=netflix&country=TR&platform=web&period=monthly&from=2024-01-01&to=2024-12-31");
  const held = (run: SeriesHistory["runs"][number]) =>
    run.first_seen_on <= "2024-12-31" && (run.next_seen_on === null || run.next_seen_on > "2024-01-01");
  expect(part?.runs).toEqual(whole?.runs.filter(held));
  expect(part?.runs.length).toBeGreaterThan(0);
  expect(part?.runs.length).toBeLessThan(whole?.runs.length ?? 0);
  const seen = part?.runs.reduce(
    (days, run) => days + daysBetween(later(run.first_seen_on, "2024-01-01"), earlier(run.last_seen_on, "2024-12-31")),
    0,
  );
  expect(part?.span).toEqual({
    from: "2024-01-01",
    to: "2024-12-31",
    n_days: 366,
    n_days_in_no_run: 366 - (seen ?? 0),
  });
  expect([part?.lowest, part?.highest]).toEqual([whole?.lowest, whole?.highest]);
});

test.each([
  ["", "product", "is required"],
  ["from=2024-01-01", "product", "is required"],
  ["product=netflix&from=2024-13-01", "from", "is no calendar day"],
  ["product=netflix&from=2024-02-01&to=2024-01-01", "from", "is after `to`"],
  ["product=netflix&to=2999-01-01", "to", "is in the future"],
  ["product=netflixx", "product", "is not in this dataset"],
  ["country=TR,ZZ", "country", "is no ISO 3166-1 country"],
  ["platform=webb", "platform", "is not one of the accepted values"],
])("the query %s is refused: %s %s", async (query, parameter, detail) => {
  const { status, body } = await get(`/api/history?${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ parameter, detail: expect.stringContaining(detail) }] });
});

test("a span that ends before the first reading has no first day", async () => {
  const [history] = await walk("product=netflix&country=TR&platform=ios&to=1999-12-31");
  expect(history?.span).toEqual({ from: null, to: "1999-12-31", n_days: 0, n_days_in_no_run: 0 });
  expect(history?.runs).toEqual([]);
});

test("filters that match nothing, and a page past the end, are empty", async () => {
  for (const query of ["product=chatgpt&country=AQ", "country=AQ&platform=ios&period=weekly", "country=TR&page=2000"]) {
    const { status, body } = await get(`/api/history?${query}`);
    expect(status, query).toBe(200);
    expect(listHistory.response.parse(body).data, query).toEqual([]);
  }
});

test("the change of a series is split into the vendor's part and the exchange rate's, at the rates of its days", async () => {
  const changed = (await walk("product=netflix&platform=web&period=monthly")).filter(
    ({ change }) => change?.usd_pct != null && change.local_pct !== 0,
  );
  expect(changed.length).toBeGreaterThan(20);
  for (const { runs, change, tax_rates: taxes = [] } of changed) {
    const { from, to, local_pct: local, fx_pct: fx, usd_pct: usd, changeovers = [] } = change ?? {};
    const first = runs[0];
    const last = runs.at(-1);
    expect([to?.amount, to?.currency]).toEqual([last?.amount, last?.currency]);
    if (first?.fx_rate != null) expect(from).toMatchObject({ amount: first.amount, usd_monthly: first.usd_monthly });
    expect((1 + (local ?? 0) / 100) * (1 + (fx ?? 0) / 100)).toBeCloseTo(1 + (usd ?? 0) / 100, 4);
    expect((to?.usd_monthly ?? 0) / (from?.usd_monthly ?? 1)).toBeCloseTo(1 + (usd ?? 0) / 100, 2);
    if (changeovers.length === 0)
      expect((to?.amount ?? 0) / (from?.amount ?? 1)).toBeCloseTo(1 + (local ?? 0) / 100, 4);
    expect(taxes.length).toBeGreaterThan(0);
  }
});

test("the change of a span ends with it, although the price held on", async () => {
  const { body } = await get("/api/history?product=netflix&country=IN,US,CH&platform=web&period=monthly&to=2025-06-01");
  const changes = z.object({ data: z.array(z.object({ change: z.object({ to: z.object({ day: z.string() }) }) })) });
  expect(changes.parse(body).data.map(({ change }) => change.to.day)).toEqual(Array(3).fill("2025-06-01"));
});

test("the price on the last day of a span is null where it was not listed then, although it was later", async () => {
  const gaps = [...(await readSeries())].flatMap(([name, readings]) => {
    const ended = readings.findIndex(({ amount }) => amount === "");
    const [before, gap, after] = [readings[ended - 1], readings[ended], readings[ended + 1]];
    const [product, country, platform, period] = name.split(" ");
    return before && gap && after
      ? [{ before, gap, query: new URLSearchParams({ product, country, platform, period } as Record<string, string>) }]
      : [];
  });
  expect(gaps.length).toBeGreaterThan(0);
  for (const { before, gap, query } of gaps) {
    const [ended] = await walk(`${query}&to=${gap.day}`);
    expect(ended, `${query}`).toMatchObject({ latest: null, change: { to: { day: gap.day } } });
    const [listed] = await walk(`${query}&to=${before.day}`);
    expect(listed?.latest, `${query}`).toMatchObject({ day: before.day, amount: Number(before.amount) });
  }
});

test("by month: one entry a month of the span, the last amount that was listed, at the rate of its end", async () => {
  const from = "2025-10-15";
  const to = "2026-08-20";
  const query = `product=netflix,spotify&country=TR,DE,US&from=${from}&to=${to}`;
  const runs = await walk(query);
  const months = await walk(`${query}&group=month`);
  expect(months).toHaveLength(runs.length);
  let counted = 0;
  for (const [at, series] of months.entries()) {
    const own = runs[at]?.runs ?? [];
    expect([nameOf(series), series.runs]).toEqual([nameOf(runs[at] ?? series), []]);
    for (const month of series.months ?? []) {
      const end = month.month === to.slice(0, 7) ? to : endOf(month.month);
      const last = own.filter(({ first_seen_on }) => first_seen_on <= end).at(-1);
      expect(month).toMatchObject({ amount: last?.amount, currency: last?.currency });
      expect(month.status).toBe((last?.last_seen_on ?? "") >= `${month.month}-01` ? "observed" : "carried");
      if (month.fx_rate === null) continue;
      counted += 1;
      expect(month.usd).toBeCloseTo(month.amount * month.fx_rate, 3);
      expect(month.fx_date !== null && month.fx_date <= end && daysBetween(month.fx_date, end) <= 11).toBe(true);
    }
    const names = (series.months ?? []).map(({ month }) => month);
    expect(names).toEqual([...new Set(names)].sort());
  }
  expect(counted).toBeGreaterThan(20);
  const rows = readCsv((await get(`/api/history?${query}&group=month&format=csv`)).text);
  expect(rows.map(({ product, country, month, amount }) => [product, country, month, Number(amount)])).toEqual(
    months.flatMap(({ product, country, months = [] }) =>
      months.map(({ month, amount }) => [product, country, month, amount]),
    ),
  );
});

function endOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
