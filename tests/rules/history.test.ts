import { describe, expect, it } from "vitest";
import { splitChange } from "@/lib/catalogue/prices/history/change/rules";
import { toPoints } from "@/lib/catalogue/prices/history/chart/rules";
import { makeRateOn, toRatesIn } from "@/lib/catalogue/prices/history/rates/rules";
import type { BareRun } from "@/lib/catalogue/prices/history/series/schema";

type Told = Omit<BareRun, "next_seen_on">;

const run = (amount: number, currency: string, first_seen_on: string, last_seen_on = first_seen_on): Told => ({
  amount,
  currency,
  first_seen_on,
  last_seen_on,
});
/** Runs, and the days on which the price was seen to have ended, each with the day of the next one. */
const history = (told: readonly (Told | string)[]): BareRun[] =>
  told.flatMap((one, at) => {
    const next = told[at + 1] ?? null;
    return typeof one === "string"
      ? []
      : [{ ...one, next_seen_on: next === null || typeof next === "string" ? next : next.first_seen_on }];
  });
const rate = (currency: string, date: string, usd_per_unit: number) => ({ currency, date, usd_per_unit });

const UNTIL = "2024-07-01";
const LIRA = [rate("TRY", "2024-01-01", 0.04), rate("TRY", "2024-04-01", 0.03), rate("TRY", "2024-07-01", 0.025)];

describe("the rate on a day", () => {
  const rateOn = makeRateOn(LIRA, UNTIL);
  it.each([
    ["is that of the day", "TRY", "2024-04-01", 0.03],
    ["is the nearest one before, up to ten days old", "TRY", "2024-04-11", 0.03],
    ["is unknown when the nearest one is eleven days old", "TRY", "2024-04-12", null],
    ["is never one of a later day", "TRY", "2023-12-31", null],
    ["is 1 for US dollars, whatever the day", "USD", "1999-01-01", 1],
    ["is unknown for a currency without rates", "EUR", "2024-04-01", null],
  ])("%s", (_, currency, day, expected) => {
    expect(rateOn(currency, day)?.toNumber() ?? null).toBe(expected);
  });
});

describe("the split of a change", () => {
  it.each([
    [
      "both parts",
      history([run(100, "TRY", "2024-01-01"), run(150, "TRY", "2024-04-01", UNTIL)]),
      LIRA,
      50,
      -37.5,
      -6.25,
    ],
    [
      "only the vendor, in dollars",
      history([run(10, "USD", "2024-01-01"), run(12, "USD", "2024-04-01")]),
      [],
      20,
      0,
      20,
    ],
    ["only the exchange rate", history([run(100, "TRY", "2024-01-01", UNTIL)]), LIRA, 0, -37.5, -37.5],
  ])("multiplies to the change in dollars: %s", (_, given, rates, local, fx, usd) => {
    const split = splitChange(given, rates, UNTIL);
    expect(split?.local_pct).toBeCloseTo(local, 9);
    expect(split?.fx_pct).toBeCloseTo(fx, 9);
    expect(split?.usd_pct).toBeCloseTo(usd, 9);
    const product = (1 + (split?.local_pct ?? 0) / 100) * (1 + (split?.fx_pct ?? 0) / 100) - 1;
    expect(100 * product).toBeCloseTo(split?.usd_pct ?? Number.NaN, 9);
  });

  it("counts a changeover at par as no change, and names it", () => {
    const kuna = [
      rate("HRK", "2022-12-01", 0.14),
      rate("HRK", "2023-01-01", 0.1416),
      rate("EUR", "2023-01-01", 1.0669),
    ];
    const split = splitChange(
      history([run(75.345, "HRK", "2022-12-01"), run(10, "EUR", "2023-01-01", UNTIL)]),
      [...kuna, rate("EUR", "2024-07-01", 1.08)],
      UNTIL,
    );
    expect(split?.changeovers).toEqual([{ day: "2023-01-01", from: "HRK", to: "EUR" }]);
    expect(split?.vendor_changes).toBe(0);
    expect(Math.abs(split?.local_pct ?? 99)).toBeLessThan(0.1);
    const product = (1 + (split?.local_pct ?? 0) / 100) * (1 + (split?.fx_pct ?? 0) / 100) - 1;
    expect(100 * product).toBeCloseTo(split?.usd_pct ?? Number.NaN, 9);
  });

  it.each([
    ["only told in the new unit, rounded", 13.99, 7.15, 0, 0],
    ["and the vendor's change with it", 13.99, 8, 1, 100 * ((8 * 1.95583) / 13.99 - 1)],
  ])(
    "takes a redenomination by its factor, without a rate of the old unit that day: %s",
    (_, was, is, changes, local) => {
      const split = splitChange(
        history([run(was, "BGN", "2025-12-01"), run(is, "EUR", "2026-01-05")]),
        [rate("BGN", "2025-12-01", 0.594), rate("EUR", "2026-01-05", 1.17), rate("EUR", "2026-02-01", 1.2)],
        "2026-02-01",
      );
      expect(split?.vendor_changes).toBe(changes);
      expect(split?.local_pct).toBeCloseTo(local, 9);
    },
  );

  it("does not guess a changeover without a rate of that day", () => {
    const split = splitChange(
      history([run(75, "ARS", "2022-12-01"), run(10, "EUR", "2023-01-01")]),
      [rate("ARS", "2022-12-01", 0.14), rate("EUR", "2023-01-01", 1.0669), rate("EUR", "2024-07-01", 1.08)],
      UNTIL,
    );
    expect(split).toMatchObject({ local_pct: null, fx_pct: null });
    expect(split?.usd_pct).not.toBeNull();
  });

  it("begins on the first day whose rate is known", () => {
    const runs = [run(80, "TRY", "2023-06-01"), run(100, "TRY", "2023-12-01"), run(150, "TRY", "2024-04-01")];
    const split = splitChange(history(runs), LIRA, UNTIL);
    expect(split?.from).toEqual({ day: "2024-01-01", amount: 100, currency: "TRY" });
    expect(split?.vendor_changes).toBe(1);
  });

  it("ends with the last reading, not on a later day on which nobody looked", () => {
    const runs = [run(100, "TRY", "2024-01-01"), run(150, "TRY", "2024-04-01", "2024-04-05")];
    expect(splitChange(history(runs), LIRA, UNTIL)).toMatchObject({
      to: { day: "2024-04-05", amount: 150 },
      isRateHeld: false,
    });
  });

  it("holds the rates of the rate day, and says so, where the last reading is later", () => {
    const split = splitChange(history([run(100, "TRY", "2024-04-01"), run(150, "TRY", "2024-08-20")]), LIRA, UNTIL);
    expect(split).toMatchObject({ to: { day: "2024-08-20", amount: 150 }, isRateHeld: true });
    expect(split?.local_pct).toBeCloseTo(50, 9);
    expect(split?.usd_pct).toBeCloseTo(100 * ((150 * 0.025) / (100 * 0.03) - 1), 9);
  });

  it("ends where the source stopped listing the price", () => {
    const runs = [run(100, "TRY", "2024-01-01", "2024-04-01"), "2024-05-01"];
    expect(splitChange(history(runs), LIRA, UNTIL)?.to.day).toBe("2024-05-01");
    expect(splitChange(history(["2024-05-01"]), LIRA, UNTIL)).toBeNull();
  });
});

describe("the points of a line", () => {
  it("stand where a rate is known and say what the vendor did", () => {
    const points = toPoints(
      history([run(100, "TRY", "2024-01-01"), run(150, "TRY", "2024-04-01")]),
      LIRA,
      "monthly",
      UNTIL,
    );
    expect(points.map(({ day, usd, event }) => [day, usd, event])).toEqual([
      ["2024-01-01", 4, "first"],
      ["2024-04-01", 3, null],
      ["2024-04-01", 4.5, "vendor"],
      ["2024-07-01", 3.75, null],
    ]);
  });

  it("go on at the last rate to a later reading", () => {
    const runs = [run(100, "TRY", "2024-04-01"), run(150, "TRY", "2024-08-20")];
    const points = toPoints(history(runs), LIRA, "monthly", "2024-08-20");
    expect(points.map(({ day, usd, event, isHeld }) => [day, usd, event, isHeld])).toEqual([
      ["2024-04-01", 3, "first", false],
      ["2024-07-01", 2.5, null, false],
      ["2024-08-20", 2.5, null, true],
      ["2024-08-20", 3.75, "vendor", true],
    ]);
  });

  it("carry the last rate of a currency that has no newer one, and the nearest where there is none of their days", () => {
    const lines = (until: string) =>
      toPoints(history([run(100, "TRY", "2024-04-01", "2024-06-01")]), LIRA.slice(0, 2), "monthly", until);
    expect(lines("2024-07-01").map(({ day, usd, isHeld }) => [day, usd, isHeld])).toEqual([
      ["2024-04-01", 3, false],
      ["2024-07-01", 3, true],
    ]);
    const gap = toPoints(history([run(100, "TRY", "2024-02-01", "2024-03-01")]), LIRA, "monthly", "2024-03-01", UNTIL);
    expect(gap.map(({ day, usd, isHeld }) => [day, usd, isHeld])).toEqual([
      ["2024-02-01", 4, true],
      ["2024-03-01", 4, true],
    ]);
    expect(toPoints(history([run(100, "EUR", "2024-02-01")]), LIRA, "monthly", "2024-03-01")).toEqual([]);
  });

  it("open a gap where the price ended, and begin again without a change of the same amount", () => {
    const runs = [run(10, "USD", "2024-01-01"), "2024-02-01", run(10, "USD", "2024-03-01")];
    expect(toPoints(history(runs), [], "monthly", UNTIL).map(({ usd, event }) => [usd, event])).toEqual([
      [10, "first"],
      [10, null],
      [null, "ended"],
      [10, null],
      [10, null],
    ]);
  });

  it.each([
    ["weekly", 3, 13],
    ["quarterly", 30, 10],
    ["semiannual", 60, 10],
    ["yearly", 120, 10],
  ] as const)("are a month's price for a %s one", (period, amount, expected) => {
    expect(toPoints(history([run(amount, "USD", "2024-01-01")]), [], period, UNTIL)[0]?.usd).toBe(expected);
  });
});

describe("a long history", () => {
  const dayOf = (at: number) => new Date(Date.UTC(1990, 0, 1) + at * 86_400_000).toISOString().slice(0, 10);
  const alternate = (days: number, currencies: readonly string[]) => ({
    history: history(
      Array.from({ length: days }, (_, at) =>
        run(7.99 + (at % 13) / 7, currencies[at % currencies.length] ?? "EUR", dayOf(at)),
      ),
    ),
    rates: currencies
      .filter((currency) => currency !== "USD")
      .flatMap((currency, at) =>
        Array.from({ length: days }, (_, day) => rate(currency, dayOf(day), 1.0837465 / (at + 3) + (day % 17) / 1_013)),
      ),
    until: dayOf(days - 1),
  });
  /** How often runs and rates are read, which grows with the square of their number where one is sought for each other. */
  const countReads = (days: number, currencies: readonly string[]) => {
    const given = alternate(days, currencies);
    let reads = 0;
    const watch = <T extends object>(list: T): T =>
      new Proxy(list, {
        get: (target, name, receiver) => {
          reads += 1;
          return Reflect.get(target, name, receiver);
        },
      });
    const watched = watch(given.history);
    const rates = watch(given.rates);
    splitChange(watched, rates, given.until);
    toPoints(watched, rates, "monthly", given.until);
    return reads;
  };

  it.each([
    ["changes of one amount", ["EUR"]],
    ["changes of the currency", ["EUR", "TRY"]],
  ])("of ten times as many %s reads some ten times as much, not a hundred times", (_, currencies) => {
    const few = countReads(500, currencies);
    expect(few).toBeGreaterThan(1_000);
    expect(countReads(5_000, currencies) / few).toBeLessThan(20);
  });

  it("is split without a loss that 10,000 changeovers add up", () => {
    const given = alternate(10_001, ["EUR", "TRY"]);
    const split = splitChange(given.history, given.rates, given.until);
    const rateOn = makeRateOn(given.rates, given.until);
    let factor = Math.log(split?.to.amount ?? 0) - Math.log(split?.from.amount ?? 0);
    for (const { day, from, to } of split?.changeovers ?? [])
      factor += Math.log(Number(rateOn(to, day))) - Math.log(Number(rateOn(from, day)));
    expect(split?.changeovers).toHaveLength(10_000);
    expect(Math.log(1 + (split?.local_pct ?? 0) / 100)).toBeCloseTo(factor, 6);
    const product = (1 + (split?.local_pct ?? 0) / 100) * (1 + (split?.fx_pct ?? 0) / 100) - 1;
    expect(product).toBeCloseTo((split?.usd_pct ?? 0) / 100, 9);
  });

  it("has all that happened and at most 400 points between", () => {
    const points = toPoints(
      history([run(10, "EUR", dayOf(0))]),
      alternate(10_000, ["EUR"]).rates,
      "monthly",
      dayOf(9_999),
    );
    expect(points.length).toBeLessThanOrEqual(402);
    expect(points[0]?.day).toBe(dayOf(0));
    expect(points.at(-1)?.day).toBe(dayOf(9_999));
    const changing = alternate(1_000, ["EUR"]);
    const all = toPoints(changing.history, changing.rates, "monthly", changing.until);
    expect(all.filter(({ event }) => event === "vendor")).toHaveLength(999);
  });
});

describe("a history in another currency", () => {
  const days = ["2024-01-01", "2024-04-01", "2024-07-01"];
  const EURO = days.map((day, i) => rate("EUR", day, [1.1, 1.2, 1.25][i] ?? 0));
  const rates = toRatesIn("EUR", [...LIRA, ...EURO]);

  it("has each point in that currency at the rate of its day", () => {
    const points = toPoints(history([run(100, "TRY", "2024-01-01", UNTIL)]), rates, "monthly", UNTIL, UNTIL, "EUR");
    expect(points.map(({ day, usd }) => [day, usd])).toEqual([
      ["2024-01-01", 3.6364],
      ["2024-04-01", 2.5],
      ["2024-07-01", 2],
    ]);
  });
  it("moves a price in US dollars, and none in that currency", () => {
    const dollars = splitChange(history([run(11, "USD", "2024-01-01", UNTIL)]), rates, UNTIL, "EUR");
    expect(dollars?.usd_pct).toBeCloseTo(100 * (11 / 1.25 / (11 / 1.1) - 1), 9);
    const own = splitChange(history([run(10, "EUR", "2024-01-01", UNTIL)]), rates, UNTIL, "EUR");
    expect(own).toMatchObject({ local_pct: 0, fx_pct: 0, usd_pct: 0 });
  });
  it("leaves rates to US dollars as they are", () => {
    expect(toRatesIn("USD", LIRA)).toEqual(LIRA);
  });
});
