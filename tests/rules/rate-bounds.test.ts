import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findTooFar, RATE_BOUNDS } from "@/lib/catalogue/fx/rate-bounds-rules";
import { groupBy } from "@/lib/contract/group-by";

type Rate = { date: string; source: string; usdPerUnit: string; isNew: boolean };

const found = (...rates: (readonly [source: string, date: string, usdPerUnit: string, isNew?: boolean])[]) => {
  const all = rates.map(([source, date, usdPerUnit, isNew = true]): Rate => ({ date, source, usdPerUnit, isNew }));
  const ordered = all.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return [...findTooFar(ordered, () => RATE_BOUNDS)].map(([{ source, date }]) => `${source} ${date}`);
};
const STORED = false;

const BUNDLED = ["fx-rates", "fx-rates-daily"].flatMap((name) =>
  readFileSync(`prisma/data/${name}.csv`, "utf8")
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [currency = "", date = "", rate = "", source = ""] = line.split(",");
      return { currency, date, rate: Number(rate), source };
    }),
);
const byCurrency = (rows: typeof BUNDLED) => groupBy(rows, ({ currency }) => currency);

describe("the bounds against the bundled rates", () => {
  test("no daily move of the European Central Bank is beyond them", () => {
    const moves = [...byCurrency(BUNDLED.filter(({ source }) => source === "ecb")).values()].flatMap((rows) => {
      const days = [...new Map(rows.map((row) => [row.date, row])).values()].sort((a, b) => (a.date < b.date ? -1 : 1));
      return days.slice(1).map((row, at) => Math.abs(row.rate / (days[at]?.rate ?? 0) - 1) * 100);
    });
    expect(moves.length).toBeGreaterThan(25_000);
    expect(Math.max(...moves)).toBeLessThan(RATE_BOUNDS.week);
  });

  test("no two sources of one day are further apart", () => {
    const pairs = [...groupBy(BUNDLED, ({ currency, date }) => `${currency} ${date}`).values()].flatMap((rows) => {
      const rates = [...new Map(rows.map(({ source, rate }) => [source, rate])).values()];
      const a = Math.min(...rates);
      const b = Math.max(...rates);
      return rates.length < 2 ? [] : [(b / a - 1) * 100];
    });
    expect(pairs.length).toBeGreaterThan(150);
    expect(Math.max(...pairs)).toBeLessThan(RATE_BOUNDS.sameDay / 2);
  });

  test.each([
    ["EGP", "2024"],
    ["NGN", "2023"],
    ["ARS", "2023"],
  ])("the devaluation of %s in %s waits", (currency, year) => {
    const rates = BUNDLED.filter((row) => row.currency === currency).map(
      ({ date, source, rate }) => [source, date, String(rate)] as const,
    );
    const waits = found(...rates).map((text) => text.split(" ")[1] ?? "");
    expect(waits.some((day) => day.startsWith(year) || day.startsWith(String(Number(year) + 1)))).toBe(true);
  });
});

describe("a new rate", () => {
  const day = ["a", "2026-03-02", "4", STORED] as const;
  test.each([
    ["at the bound of a week passes", ["a", "2026-03-09", "4.4"], []],
    ["just beyond it waits", ["a", "2026-03-09", "4.4001"], ["a 2026-03-09"]],
    ["that fell as far waits", ["a", "2026-03-09", "3.59"], ["a 2026-03-09"]],
    ["over a weekend has the bound of a week", ["a", "2026-03-05", "4.39"], []],
    ["after eight days has the wider bound", ["a", "2026-03-10", "4.9"], []],
    ["after eight days waits beyond it", ["a", "2026-03-10", "5.01"], ["a 2026-03-10"]],
    ["that comes back after a year is held to the old one", ["a", "2027-03-10", "40"], ["a 2027-03-10"]],
    ["that is tenfold waits", ["a", "2026-03-03", "40"], ["a 2026-03-03"]],
    ["that is its inverse waits", ["a", "2026-03-03", "0.25"], ["a 2026-03-03"]],
    ["of the day before, of a new source, is held to the other", ["b", "2026-03-02", "4.13"], ["b 2026-03-02"]],
    ["of the same day within three per cent passes", ["b", "2026-03-02", "4.12"], []],
    ["before all others is held to the first after it", ["a", "2026-03-01", "40"], ["a 2026-03-01"]],
  ] as const)("%s", (_, rate, waits) => {
    expect(found(day, rate)).toEqual(waits);
  });

  test("of a currency that nobody had before passes: nothing says otherwise", () => {
    expect(found(["a", "2026-03-02", "4"])).toEqual([]);
  });

  test("that both sources tell on one day waits with both", () => {
    expect(found(day, ["a", "2026-03-03", "2"], ["b", "2026-03-03", "2.01"])).toEqual(["a 2026-03-03", "b 2026-03-03"]);
  });

  test("is not held to another that is itself out of bounds", () => {
    expect(found(day, ["a", "2026-03-03", "40"], ["b", "2026-03-03", "4.02"])).toEqual(["a 2026-03-03"]);
    expect(found(day, ["a", "2026-03-03", "40"], ["a", "2026-03-04", "40.1"], ["a", "2026-03-05", "4.1"])).toEqual([
      "a 2026-03-03",
      "a 2026-03-04",
    ]);
  });

  test("waits with the other where neither is far from the day before, but both are from each other", () => {
    expect(found(day, ["a", "2026-03-03", "4.2"], ["b", "2026-03-03", "3.9"])).toEqual([
      "a 2026-03-03",
      "b 2026-03-03",
    ]);
  });

  test("follows one that a person released", () => {
    const released = ["a", "2026-03-03", "2", STORED] as const;
    expect(found(day, released, ["b", "2026-03-03", "2.02"], ["a", "2026-03-04", "2.1"])).toEqual([]);
  });
});
