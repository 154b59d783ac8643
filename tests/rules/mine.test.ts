import { describe, expect, test } from "vitest";
import { writeChange } from "@/components/mine/change-words";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { changeList } from "@/lib/catalogue/mine/change-rules";
import { MAX_SUBSCRIPTIONS, readKept, readList, writeKept, writeList } from "@/lib/catalogue/mine/list-rules";
import type { CountedAs } from "@/lib/catalogue/mine/schema";
import { billingName, formatBilled } from "@/lib/catalogue/prices/words";
import { PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { writeMineDeck, writeMineTitle } from "@/lib/findings/mine-rules";
import { toCanonicalRequest } from "@/lib/pages/canonical-request";
import { toPageSearch } from "@/lib/pages/parameters";
import { priceOf } from "@/tests/support/findings";
import { seedRandom, TEST_SEED } from "@/tests/support/random";

const LIST = "netflix,spotify:ios.monthly,icloud:web.yearly:29.9EUR,strava::7.5USD";

describe("a list in an address", () => {
  test("names products, their plans and what is paid", () => {
    const { subscriptions, refused } = readList(` ${LIST}, `);
    expect(refused).toEqual([]);
    expect(subscriptions).toEqual([
      { product: "netflix" },
      { product: "spotify", platform: "ios", period: "monthly" },
      { product: "icloud", platform: "web", period: "yearly", paid: { amount: 29.9, currency: "EUR" } },
      { product: "strava", paid: { amount: 7.5, currency: "USD" } },
    ]);
    expect(writeList(subscriptions)).toBe(LIST);
  });

  test.each([
    ["<script>", ["<script>"]],
    ["netflix:ios", ["netflix:ios"]],
    ["netflix:fridge.monthly", ["netflix:fridge.monthly"]],
    ["netflix::13.99QQQ", ["netflix::13.99QQQ"]],
    ["netflix::0EUR", ["netflix::0EUR"]],
    ["netflix::-1EUR", ["netflix::-1EUR"]],
    ["-netflix,a--b", ["-netflix", "a--b"]],
    [",,, ,", []],
  ])("that is broken, %s, is refused item by item", (text, refused) => {
    expect(readList(text)).toEqual({ subscriptions: [], refused });
  });

  test("holds each product once, the last time it is named", () => {
    expect(writeList(readList("netflix,spotify,netflix::9EUR").subscriptions)).toBe("netflix::9EUR,spotify");
  });

  test(`holds ${MAX_SUBSCRIPTIONS} with plans and payments, and the page gets all of them and what is too many`, () => {
    const items = Array.from(
      { length: MAX_SUBSCRIPTIONS + 1 },
      (_, i) => `subscription-number-${i}:ios.monthly:13.99EUR`,
    );
    const search = toPageSearch("/mine", `list=${items.join(",")}`);
    const { subscriptions, refused } = readList(new URLSearchParams(search).get("list") ?? "");
    expect(subscriptions).toHaveLength(MAX_SUBSCRIPTIONS);
    expect(refused).toEqual(items.slice(-1));
  });

  test("is read as it was written, whatever it holds", () => {
    const random = seedRandom(TEST_SEED);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    for (let drawn = 0; drawn < 300; drawn++) {
      const subscriptions = Array.from({ length: Math.floor(random() * 20) }, (_, i) => ({
        product: `product-${i}`,
        ...(random() < 0.5 ? { platform: pick(PLATFORMS), period: pick(PERIODS) } : {}),
        ...(random() < 0.5
          ? { paid: { amount: Math.ceil(random() * 10_000) / 100, currency: pick(["EUR", "JPY"]) } }
          : {}),
      }));
      expect(readList(writeList(subscriptions)).subscriptions, `TEST_SEED=${TEST_SEED}`).toEqual(subscriptions);
      const kept = { subscriptions, seen: pick([null, "2026-09-29.2"]) };
      const cookie = writeKept(kept);
      if (cookie !== null) expect(cookie).toMatch(/^[!#-+\--:<-[\]-~]*$/);
      expect(readKept(cookie ?? "")).toEqual(subscriptions.length === 0 ? null : kept);
    }
  });
});

describe("a list in a cookie", () => {
  test("that is longer than browsers keep is not written", () => {
    const item = { platform: "ios", period: "monthly", paid: { amount: 13.99, currency: "EUR" } } as const;
    const subscriptions = Array.from({ length: 150 }, (_, i) => ({ product: `subscription-${i}`, ...item }));
    expect(writeKept({ subscriptions, seen: null })).toBeNull();
    expect(writeKept({ subscriptions: subscriptions.slice(0, 100), seen: null })).not.toBeNull();
  });

  test.each(["", "!", "netflix", "2026!netflix", "!net flix", `!${"a".repeat(5_000)}`])("%s is none", (text) => {
    expect(readKept(text)).toBeNull();
  });
});

describe("a page made with a list", () => {
  const read = (path: string, cookie: string) => toCanonicalRequest(path, "", new Headers({ cookie }));

  test.each(["/", "/mine", "/services/netflix", "/about"])("%s is kept for nobody else", (path) => {
    expect(read(path, "a=b; mine=!netflix|spotify; country=DE")).toMatchObject({
      isShared: false,
      headers: { cookie: "country=DE; mine=!netflix|spotify" },
    });
  });

  test("of a cookie that holds none is everybody's", () => {
    expect(read("/", "mine=<b>")).toMatchObject({ isShared: true, headers: {} });
  });

  test("of others in a frame is everybody's", () => {
    expect(read("/embed/index", "mine=!netflix")).toMatchObject({ isShared: true, headers: {} });
  });
});

describe("a form", () => {
  const change = (list: string, entries: readonly [string, string][]) => {
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, value);
    return writeList(changeList(readList(list).subscriptions, form));
  };

  test.each<[string, string, [string, string][], string]>([
    ["adds a product", "netflix::9EUR", [["add", "spotify"]], "netflix::9EUR,spotify"],
    ["adds nothing twice", "netflix::9EUR", [["add", "netflix"]], "netflix::9EUR"],
    ["adds nothing that is none", "netflix", [["add", "<b>"]], "netflix"],
    ["removes one", LIST, [["remove", "spotify"]], LIST.replace(",spotify:ios.monthly", "")],
    ["forgets all", LIST, [["forget", "1"]], ""],
    [
      "keeps the plans of those that stay ticked",
      LIST,
      [
        ["choose", "1"],
        ["products", "icloud"],
        ["products", "kimi"],
      ],
      "icloud:web.yearly:29.9EUR,kimi",
    ],
    ["empties a list of which nothing stays ticked", LIST, [["choose", "1"]], ""],
    [
      "sets a plan and what is paid, as people write it",
      "netflix,spotify",
      [
        ["plan", "spotify"],
        ["billed", "ios.monthly"],
        ["paid", "€ 1.013,50"],
        ["currency", "EUR"],
      ],
      "netflix,spotify:ios.monthly:1013.5EUR",
    ],
    [
      "takes plan and payment away",
      LIST,
      [
        ["plan", "icloud"],
        ["billed", ""],
        ["paid", ""],
        ["currency", "EUR"],
      ],
      LIST.replace(":web.yearly:29.9EUR", ""),
    ],
    [
      "leaves a plan whose payment can be read in two ways",
      "netflix::3KWD",
      [
        ["plan", "netflix"],
        ["billed", ""],
        ["paid", "2.999"],
        ["currency", "KWD"],
      ],
      "netflix::3KWD",
    ],
    [
      "leaves a plan whose payment cannot be read",
      LIST,
      [
        ["plan", "icloud"],
        ["billed", ""],
        ["paid", "a lot"],
        ["currency", "EUR"],
      ],
      LIST,
    ],
    [
      "leaves a plan whose payment is printed for another period",
      LIST,
      [
        ["plan", "icloud"],
        ["billed", "web.yearly"],
        ["paid", "9,99 € / month"],
        ["currency", "EUR"],
      ],
      LIST,
    ],
    [
      "takes a payment printed for the period of its plan",
      LIST,
      [
        ["plan", "icloud"],
        ["billed", "web.yearly"],
        ["paid", "31,50 € / year"],
        ["currency", "EUR"],
      ],
      LIST.replace("29.9EUR", "31.5EUR"),
    ],
  ])("%s", (_what, list, entries, expected) => {
    expect(change(list, entries)).toBe(expected);
  });

  test.each<[string, number]>([
    ["13 / week", (13 * 52) / 12],
    ["9.99 / month", 9.99],
    ["29.97 per quarter", 29.97 / 3],
    ["59.94 every 6 months", 59.94 / 6],
    ["100 / year", 100 / 12],
  ])("counts a payment of %s, without a plan, as what it is a month", (paid, monthly) => {
    const list = change("netflix", [
      ["plan", "netflix"],
      ["billed", ""],
      ["paid", paid],
      ["currency", "USD"],
    ]);
    expect(list).toBe(`netflix::${Number(monthly.toFixed(4))}USD`);
  });
});

describe("the title", () => {
  const money = makeMoney(US_DOLLARS);
  const fresh = { verified_on: "2026-09-29" };
  const own = (countedAs: CountedAs, cost: { verified_on: string; outdated?: boolean } | null) => ({
    label: "X",
    countedAs,
    cost,
  });

  test.each<[string, ReturnType<typeof own>[], boolean, string]>([
    ["a fresh price", [own("certain", fresh)], false, "Your subscription: $9.00 a month in Germany"],
    [
      "aged prices",
      [own("certain", fresh)],
      true,
      "Your subscription: $9.00 a month in Germany, read in September 2026",
    ],
    ["a payment while prices are aged", [own("paid", fresh)], true, "Your subscription: $9.00 a month in Germany"],
    [
      "a price that was last seen",
      [own("certain", fresh), own("uncertain", { verified_on: "2026-04-09", outdated: true }), own("not_known", null)],
      false,
      "2 of your 3 subscriptions: $9.00 a month in Germany, read between April and September 2026",
    ],
    [
      "one plan under two products",
      [own("certain", fresh), own("same_plan", null)],
      false,
      "Your subscription: $9.00 a month in Germany",
    ],
    [
      "one plan under two products, and one without a price",
      [own("certain", fresh), own("same_plan", null), own("not_known", null)],
      false,
      "1 of your 2 subscriptions: $9.00 a month in Germany",
    ],
  ])("of %s", (_what, owned, isAged, title) => {
    expect(writeMineTitle(owned, 9, { home: "DE", money, isAged })).toBe(title);
  });
});

test("the line below the title says what counts with what, apart from what is in no sum", () => {
  const owned = [
    { label: "Excel", countedAs: "certain", cost: { verified_on: "2026-09-29" } },
    { label: "OneDrive", countedAs: "same_plan", countsWith: "Excel", cost: null },
    { label: "Strava", countedAs: "not_known", cost: null },
  ] as const;
  expect(writeMineDeck(owned, 10, makeMoney(US_DOLLARS))).toBe(
    "That is $120.00 a year. OneDrive is the same plan as Excel: it counts once. Strava is in no sum and in no saving.",
  );
});

describe("a change since the last look", () => {
  const price = (amount: number, outdated = false) => ({
    ...priceOf("DE", amount),
    outdated,
    verified_on: "2026-04-09",
  });
  const at = (amount: number) => formatBilled(price(amount));

  test.each<[Parameters<typeof writeChange>[0], string]>([
    [{ kind: "changed", before: price(9), after: price(10) }, `was ${at(9)}, is ${at(10)}`],
    [{ kind: "ended", before: price(9), after: null }, `was ${at(9)} (no longer listed)`],
    [{ kind: "outdated", before: price(9), after: price(9, true) }, `last seen 9\u00a0Apr\u00a02026, ${at(9)}`],
  ])("names the store, and no old price as one of today: %#", (change, words) => {
    expect(writeChange(change)).toBe(`${billingName(price(9))}: ${words}`);
  });
});
