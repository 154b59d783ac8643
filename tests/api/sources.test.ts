import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { toSourceTags } from "@/lib/catalogue/sources/data";
import { Meta, whole } from "@/lib/contract/envelope";
import { SourceFacts } from "@/lib/dataset/sources/schema";
import { get } from "../support/api";
import { lastDay } from "../support/test-days";

const sources = async () => whole(z.array(SourceFacts)).parse((await get("/api/sources")).body);

test("names every source of the dataset once, with licence and credit", async () => {
  const { data, meta } = await sources();
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
  expect(data.map(({ name }) => name).sort()).toEqual(meta.sources.map(({ name }) => name).sort());
  for (const { license, attribution, url } of data) {
    expect(license).not.toBe("");
    expect(attribution).not.toBe("");
    expect(url).toMatch(/^https:/);
  }
});

test("says of a source that reads itself whether it is late or silent, by the day on which it counts as read", async () => {
  const Planned = z.object({
    data: z.array(
      z.object({
        status: z.enum(["reading", "late", "silent"]).nullable(),
        cadence_days: z.int().nullable(),
        last_read_on: z.string().nullable(),
      }),
    ),
  });
  const { data } = Planned.parse((await get("/api/sources")).body);
  const today = Date.parse(lastDay());
  const expected = data.map(({ cadence_days: cadence, last_read_on: readOn }) => {
    if (cadence === null || readOn === null) return null;
    const age = (today - Date.parse(readOn)) / 86_400_000;
    if (age > 3 * cadence && age >= 60) return "silent";
    return age > 1.5 * cadence && age >= 6 ? "late" : "reading";
  });
  expect(data.map(({ status }) => status)).toEqual(expected);
  expect(expected.some((status) => status !== null)).toBe(true);
});

test("counts every current price once, and tells the newest day of what was read", async () => {
  const { data } = await sources();
  const { pagination } = z
    .object({ pagination: z.object({ total_items: z.int() }) })
    .parse((await get("/api/prices?page_size=1")).body);
  expect(data.reduce((sum, { n_prices: prices }) => sum + prices, 0)).toBe(pagination.total_items);
  const read = data.filter(({ n_observations: observations }) => observations > 0);
  expect(read.length).toBeGreaterThan(0);
  for (const { from, to } of read) expect((from ?? "9") <= (to ?? "")).toBe(true);
});

test("has the id by which a price names the source of its rate", async () => {
  const { data } = await sources();
  const Prices = z.object({ data: z.array(z.object({ fx_source: z.string().nullable() })) });
  const prices = Prices.parse((await get("/api/prices?product=netflix&page_size=200")).body).data;
  const named = new Set(prices.flatMap(({ fx_source }) => fx_source ?? []));
  expect(named.size).toBeGreaterThan(0);
  const known = new Set(data.map(({ id }) => id));
  expect([...named].filter((id) => !known.has(id))).toEqual([]);
});

test("what a source missed is counted to today: tomorrow a copy of today's answer is none of it, but that of a version is", () => {
  const version = {
    id: 1,
    version: "2026-09-29.1",
    publishedAt: new Date("2026-09-29T12:00:00Z"),
    redacted: 0,
    dataDate: "2026-09-29",
    fxDate: "2026-09-29",
    prices: 1,
    products: 1,
    countries: 1,
    dataFrom: "2026-09-29",
    dataTo: "2026-09-29",
    dataMedian: "2026-09-29",
    bandDays: [],
    isPruned: false,
  };
  vi.setSystemTime("2026-10-01T23:59:59Z");
  onTestFinished(() => void vi.useRealTimers());
  const before = [
    toSourceTags(version, "/api/sources?", {}),
    toSourceTags(version, "/api/sources?", { version: "2026-09-29.1" }),
  ];
  vi.setSystemTime("2026-10-02T00:00:00Z");
  const after = [
    toSourceTags(version, "/api/sources?", {}),
    toSourceTags(version, "/api/sources?", { version: "2026-09-29.1" }),
  ];
  expect(after[0]).not.toEqual(before[0]);
  expect(after[1]).toEqual(before[1]);
});

test("a copy is confirmed on its day", async () => {
  const first = await get("/api/sources");
  const again = await get("/api/sources", { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  expect([first.status, again.status]).toEqual([200, 304]);
});

/** Ids of `source` and `fx_source` in a record, and how many amounts stand without a source. */
function readNamed(value: unknown, named: Set<string>): number {
  if (typeof value !== "object" || value === null) return 0;
  const members = z.record(z.string(), z.unknown()).parse({ ...value });
  for (const id of [members.source, members.fx_source]) if (typeof id === "string") named.add(id);
  const isPrice = typeof members.amount === "number" && "source_url" in members;
  const without = isPrice && typeof members.source !== "string" ? 1 : 0;
  return Object.values(members).reduce<number>((sum, member) => sum + readNamed(member, named), without);
}

test.each([
  ["/api/prices?country=TR", "opentherank-2026-09-30"],
  ["/api/prices?country=TR&date=2026-04-09&product=netflix", "netflix-prices"],
  ["/api/services/netflix?date=2025-01-05", "netflix-prices"],
  ["/api/history?product=netflix&country=TR&from=2023-01-01&to=2023-06-01", "netflix-prices"],
  ["/api/history?product=netflix&country=TR&group=month", "netflix-prices"],
  ["/api/compare?products=netflix,spotify&countries=US,TR", "opentherank-2026-09-30"],
])("%s credits the sources of its rows and no others, %s among them", async (path, expected) => {
  const { data } = await sources();
  const reply = z.object({ data: z.unknown(), meta: Meta }).parse((await get(path)).body);
  const named = new Set<string>();
  expect(readNamed(reply.data, named)).toBe(0);
  expect(named).toContain(expected);
  const credited = data.filter(({ id }) => named.has(id)).map(({ name }) => name);
  expect(reply.meta.sources.map(({ name }) => name).sort()).toEqual(credited.sort());
});

test("countries credit every source, for their figures are made of prices that they do not show", async () => {
  const all = (await sources()).data.map(({ name }) => name).sort();
  for (const path of ["/api/countries", "/api/countries/TR", "/api/countries?base=DE&category=streaming"]) {
    const { meta } = z.object({ meta: Meta }).parse((await get(path)).body);
    expect(meta.sources.map(({ name }) => name).sort()).toEqual(all);
  }
});
