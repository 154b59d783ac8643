import { describe, expect, test } from "vitest";
import { writeChangeSetFinding } from "@/components/admin/change-words";
import { minorDecimals } from "@/lib/contract/currencies";
import { canLeaveOut, findObstacle, findReasons, mayWithdraw, peopleOf, toFileName } from "@/lib/desk/changes/rules";
import { EMPTY_PREVIEW, type Preview } from "@/lib/desk/changes/schema";
import { chooseReadCurrency, matchProduct, writeQuestion } from "@/lib/desk/readings/form/rules";
import { describeReading, writeDataAge } from "@/lib/desk/refresh/health/rules";
import {
  countMissed,
  findLongerFile,
  findNextAttempt,
  findWaiting,
  isDue,
  listHosts,
  waitMinutes,
} from "@/lib/desk/refresh/rules";
import { isFormToken, makeFormToken } from "@/lib/desk/reports/form/token-rules";
import { ReportForm } from "@/lib/desk/reports/schema";
import { listToDo } from "@/lib/desk/to-do-rules";
import { findOtherPeriod, readPrintedField } from "@/lib/desk/verify/printed-field-rules";
import { AnswerForm } from "@/lib/desk/verify/schema";
import { readProducts } from "@/lib/desk/verify/use-rules";
import { formatCount, formatDay, formatMoney, formatPrice } from "@/lib/text/format";

const EMPTY = { ...EMPTY_PREVIEW, hasChanges: true };
const level = (value: number) => ({ value, low: null, high: null });

const READ = { count: 5, light: 0, jumps: 0, unexpected: 0, first: [] };
const figure = (amount: string) => ({
  amount,
  currency: "USD",
  observedOn: "2026-10-01",
  source: "a",
  address: "https://a.example/",
});
const SERIES = { product: "x", country: "US", platform: "ios", period: "monthly" } as const;
const NEW_READING = { ...SERIES, before: null, after: figure("9.99") };
const SAME_READING = { ...SERIES, before: figure("9.99"), after: figure("9.99") };
const OLD_READING = { ...SERIES, before: figure("8.99"), after: figure("9.99") };
const NEW_PRODUCT = { table: "product", key: "x", before: null, after: { name: "X" } };
const NAMED = { table: "source", key: "by-hand", before: { name: "Us" }, after: { name: "Them" } };
const MOVED: Partial<Preview> = {
  index: [{ country: "TR", kind: "model", before: level(40), after: level(45) }],
  sources: [{ source: "by-hand", rows: 5, before: 100 }],
};

test.each(["refresh", "collect"] as const)("programs (%s) have no handful", (origin) => {
  const preview = { ...EMPTY, ...MOVED, readings: { ...READ, light: 5 } };
  expect(findReasons(preview, origin).join(" ")).toMatch(/TR moves/);
});

test("only the desk's readings may write the desk's source", () => {
  const preview = { ...EMPTY, rows: { count: 1, first: [{ ...NAMED, key: "desk" }] } };
  expect(findReasons(preview, "desk")).toEqual([]);
  expect(findReasons(preview, "upload").join(" ")).toMatch(/source desk/);
});

test("uploads alone are read as people write, by what was said of them", () => {
  const said = { decimalMark: ",", dayOrder: "dmy" } as const;
  expect(peopleOf({ origin: "upload", decimalMark: null, dayOrder: null })).toEqual({});
  expect(peopleOf({ origin: "upload", ...said })).toEqual({ decimal: ",", dates: "dmy" });
  for (const origin of ["desk", "refresh", "collect", "command"] as const)
    expect(peopleOf({ origin, ...said })).toBeUndefined();
});

test("a price in a currency of elsewhere needs a second person, however near to the last", () => {
  const line = "netflix US web monthly: 9.99 EUR, a currency of elsewhere: it was 9.99 USD";
  const preview = {
    ...EMPTY,
    readings: { ...READ, count: 1, light: 1 },
    warnings: [{ kind: "other-currency", count: 1, lines: [line] }],
  };
  expect(findReasons(preview, "upload").join(" ")).toBe(`One price is in a currency that is not used there: ${line}.`);
});

test("a price that goes back to an amount of before needs a second person, however near to the last", () => {
  const line = "netflix US web monthly: 17.99 USD again";
  const preview = {
    ...EMPTY,
    readings: { ...READ, count: 1, light: 1 },
    warnings: [{ kind: "goes-back", count: 1, lines: [line] }],
  };
  expect(findReasons(preview, "upload").join(" ")).toBe(
    `One price goes back to what it was before, as an old page would: ${line}.`,
  );
});

describe("a second person is needed", () => {
  test.each<[string, Partial<Preview>, RegExp | null]>([
    ["not without a reason", {}, null],
    ["for a jump", { changes: { ...EMPTY.changes, count: 3, jumps: 1 } }, /factor of 5/],
    [
      "not for an index that moves 2 points",
      { index: [{ country: "TR", kind: "model", before: level(40), after: level(42) }] },
      null,
    ],
    [
      "for one that moves more",
      { index: [{ country: "TR", kind: "median", before: level(40), after: level(37.9) }] },
      /TR moves by up to 2\.1/,
    ],
    [
      "for one that is lost",
      { index: [{ country: "TR", kind: "model", before: level(40), after: null }] },
      /or is lost/,
    ],
    ["not for a new one", { index: [{ country: "TR", kind: "model", before: null, after: level(40) }] }, null],
    ["not for a source with 30% fewer rows", { sources: [{ source: "ecb", rows: 70, before: 100 }] }, null],
    ["for one with more than that", { sources: [{ source: "ecb", rows: 69, before: 100 }] }, /ecb has 69 rows/],
    ["for a price that ends", { ended: { count: 1, first: [] } }, /One price ends/],
    ["for a reading that is withdrawn", { withdrawn: 2 }, /Two readings are withdrawn/],
    [
      "for a corrected rate that jumps",
      { warnings: [{ kind: "rate-jump", count: 2, lines: ["NOK 2026-04-13 ecb: from 0.1 to 10 USD"] }] },
      /Two rates move by more than a factor of 5: NOK/,
    ],
    [
      "for a price that goes back",
      { warnings: [{ kind: "goes-back", count: 1, lines: ["netflix US web monthly: 17.99 USD again"] }] },
      /One price goes back to what it was before.*netflix US/,
    ],
    [
      "for a vendor that loses prices",
      { warnings: [{ kind: "fall", count: 1, lines: ["vendor X: 1, before 9"] }] },
      /vendor X/,
    ],
    ["for steps since two people saw a price", { readings: { ...READ, jumps: 1 } }, /since two people last saw it/],
    [
      "for a new price far from what is expected",
      { readings: { ...READ, unexpected: 2 } },
      /Two new prices are more than 5/,
    ],
    ["for a name", { rows: { count: 1, first: [NAMED] } }, /One row of names.*source by-hand/],
    ["for a rate of a past day", { rates: { count: 9, past: 1 } }, /One rate of a past day/],
    ["not for rates of a new day", { rates: { count: 9, past: 0 } }, null],
    [
      "for an index that has moved since two people saw it",
      { index: [{ country: "TR", kind: "model", before: level(41), after: level(42), seen: level(39) }] },
      /TR moves by up to 3\.0/,
    ],
    [
      "not for a handful of readings near the last, whatever they move",
      { ...MOVED, readings: { ...READ, light: 5 } },
      null,
    ],
    ["for one more", { ...MOVED, readings: { ...READ, count: 6, light: 6 } }, /TR moves/],
    ["for one of them that is further away", { ...MOVED, readings: { ...READ, light: 4 } }, /TR moves/],
    ["for a name beside them", { readings: { ...READ, light: 5 }, rows: { count: 1, first: [NAMED] } }, /by-hand/],
  ])("%s", (_, part, says) => {
    const reasons = findReasons({ ...EMPTY, ...part }, "upload").join(" ");
    if (says === null) expect(reasons).toBe("");
    else expect(reasons).toMatch(says);
  });
});

test.each<[string, Partial<Preview>, string]>([
  [
    "prices that change",
    { changes: { ...EMPTY.changes, count: 3, current: 2, jumps: 1 } },
    "Two prices change; one looks wrong",
  ],
  [
    "a file of old days",
    { changes: { ...EMPTY.changes, count: 667, current: 0 } },
    "No price of today changes; 667 earlier ones do",
  ],
  ["no change", {}, "No price changes"],
  [
    "what is new",
    {
      readings: { ...READ, count: 4, first: [NEW_READING, SAME_READING, NEW_READING, OLD_READING] },
      rows: { count: 2, first: [NEW_PRODUCT, { ...NEW_PRODUCT, table: "source", key: "desk" }] },
    },
    "One new subscription, two new prices, one price confirmed and one reading",
  ],
  [
    "more readings than are listed",
    { readings: { ...READ, count: 4_000, first: [NEW_READING] }, rates: { count: 1, past: 0 } },
    "4,000 readings and one rate",
  ],
  ["rows that change", { rows: { count: 1, first: [NAMED] } }, "One row of names, addresses, taxes and such"],
])("the finding of %s", (_, part, says) => {
  expect(writeChangeSetFinding({ state: "waiting", title: "", origin: "upload", preview: { ...EMPTY, ...part } })).toBe(
    says,
  );
});

test("what to do first at the desk has a line for each thing that is due, with its count and its link, and none for others", () => {
  const nothing = {
    changes: { yours: 0, others: 0, faulty: 0 },
    sources: { failing: [], late: [], silent: [] },
    addresses: 0,
    reports: { visitor: 0, check: 0 },
    readings: 0,
    keyRequests: 0,
    toVerify: 0,
  };
  expect(listToDo(nothing)).toEqual([]);
  const some = listToDo({
    changes: { yours: 1, others: 0, faulty: 2 },
    sources: { failing: [], late: ["A", "B"], silent: ["C"] },
    addresses: 0,
    reports: { visitor: 3, check: 100 },
    readings: 0,
    keyRequests: 1,
    toVerify: 800,
  });
  expect(some.map(({ text, href }) => `${text} ${href}`)).toEqual([
    "one change set waits for you /admin/changes?state=waiting",
    "two drafts have faults, failed or were sent back /admin/changes?state=draft",
    "three sources are late, silent or failed #sources",
    "three reports from visitors are open /admin/reports?state=open&from=visitor",
    "one key is asked for /admin/keys/requests",
    "800 prices are to be read again /admin/verify",
    "100 prices look unusual /admin/reports?state=open&from=check",
  ]);
  expect(some[2]?.note).toBe("silent: C; late: A and B");
});

test("rows that are left out need a second person, as a taking back does; faults of a whole file leave nothing out", () => {
  const fault = { file: "prices.csv", line: 3, column: "country", text: "is none" };
  const few = { ...EMPTY, readings: { ...EMPTY.readings, count: 1, light: 1 } };
  expect(findReasons(few, "upload")).toEqual([]);
  expect(findReasons({ ...few, leftOut: [fault, { ...fault, line: 4 }] }, "upload")).toEqual([
    "Two rows of its files have faults and are left out.",
  ]);
  expect(findReasons(few, "revert")).toEqual(["It takes back what was published."]);
  const faulty = (...wholes: ("file" | "dates")[]) => ({ ...EMPTY, faults: { count: 1, first: [fault], wholes } });
  expect([canLeaveOut(faulty()), canLeaveOut(faulty("file")), canLeaveOut(faulty("dates"))]).toEqual([
    true,
    false,
    false,
  ]);
});

describe("who may decide", () => {
  const author = { id: "a", email: "a@example.com", role: "editor" };
  const other = { id: "b", email: "b@example.com", role: "editor" };
  const set = {
    state: "waiting",
    authorIds: ["a", "c"],
    author: "A@example.com",
    reasons: ["why"],
    preview: EMPTY,
    previewedId: 3,
    heldFromId: null,
  } as const;
  test.each([
    ["another person", set, other, 3, null],
    ["not the author", set, author, 3, /somebody else/],
    ["not who had a hand in it", set, { ...other, id: "c" }, 3, /somebody else/],
    ["not the author under another id", { ...set, authorIds: [] as const }, author, 3, /somebody else/],
    ["the author, where nobody else is needed", { ...set, reasons: [] }, author, 3, null],
    ["nobody after another publish", set, other, 4, /check again/],
    ["nobody what says nothing new", { ...set, preview: { ...EMPTY, hasChanges: false } }, other, 3, /nothing new/],
    [
      "nobody what has faults",
      { ...set, preview: { ...EMPTY, faults: { count: 1, first: [], wholes: [] } } },
      other,
      3,
      /faults/,
    ],
    ["nobody what is published", { ...set, state: "published" as const }, other, 3, /Only a change set that waits/],
  ])("%s", (_, change, by, newest, says) => {
    const obstacle = findObstacle(
      { ...change, reasons: [...change.reasons], authorIds: [...change.authorIds] },
      by,
      newest,
    );
    if (says === null) expect(obstacle).toBeNull();
    else expect(obstacle).toMatch(says);
  });

  test("its author and owners withdraw it", () => {
    const open = { ...set, reasons: [...set.reasons], authorIds: [...set.authorIds] };
    expect([author, other, { ...other, role: "owner" }].map((by) => mayWithdraw(open, by))).toEqual([
      true,
      false,
      true,
    ]);
  });
});

test.each([
  ["C:\\files\\prices.csv", "prices.csv"],
  ["../../etc/passwd", "passwd"],
  ["..", "file-1"],
  ["a<b>.csv", "a_b_.csv"],
  [`${"x".repeat(200)}.csv`, `${"x".repeat(96)}.csv`],
  [`${"価".repeat(99)}.csv`, `${"価".repeat(65)}.csv`],
  [`${"\u{20000}".repeat(99)}.csv`, `${"\u{20000}".repeat(49)}.csv`],
])("the file %s is stored as %s", (given, name) => {
  expect(toFileName(given, 0)).toBe(name);
});

test("waits grow from ten minutes to a day", () => {
  expect([1, 2, 3, 4, 5, 9].map(waitMinutes)).toEqual([10, 30, 90, 270, 810, 1_440]);
});

test.each([
  ["2026-11-22", 1, 0],
  ["2026-11-21", 1, 1],
  ["2026-04-16", 7, 32],
  ["2026-10-30", 30, 1],
  ["2027-01-01", 7, 0],
])("due on %s every %i days: %i readings are missed on 22 November", (nextDueOn, cadenceDays, missed) => {
  const feed = { nextDueOn, cadenceDays, attribution: null, addressById: null, pausedAt: null };
  expect(countMissed(feed, "2026-11-22")).toBe(missed);
  expect(countMissed({ ...feed, attribution: "Us" }, "2026-11-22")).toBe(0);
  expect(countMissed({ ...feed, pausedAt: new Date("2026-01-01") }, "2026-11-22")).toBe(0);
  expect(countMissed({ ...feed, attribution: "Us", addressById: "an owner" }, "2026-11-22")).toBe(missed);
});

test.each<[string, string | null, string | null, string, string | null]>([
  ["another address", null, null, "https://b.example/", "https://b.example/"],
  ["the present address", null, null, "https://a.example/", null],
  ["the address of an added source, which nobody approved", "Us", null, "https://a.example/", "https://a.example/"],
  ["the approved address of an added source", "Us", "an owner", "https://a.example/", null],
])("saving %s leaves waiting what a second owner has to approve", (_, attribution, addressById, saved, waits) => {
  const feed = { address: "https://a.example/", newAddress: null, attribution, addressById };
  expect(findWaiting(feed, saved, "me")).toEqual({ newAddress: waits, newAddressById: waits && "me" });
});

test("who saves other settings does not take over the address that waits, so that its first owner may not approve it", () => {
  const feed = {
    address: "https://a.example/",
    newAddress: "https://b.example/",
    attribution: null,
    addressById: null,
  };
  expect(findWaiting(feed, "https://b.example/", "another")).toEqual({});
  expect(findWaiting(feed, "https://a.example/", "another")).toEqual({ newAddress: null, newAddressById: null });
});

test("a source is due from its day on, after the wait for another try", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  expect(isDue({ nextDueOn: "2026-11-22", retryAt: null }, now)).toBe(true);
  expect(isDue({ nextDueOn: "2026-11-23", retryAt: null }, now)).toBe(false);
  expect(isDue({ nextDueOn: "2026-11-01", retryAt: new Date("2026-11-22T12:01:00Z") }, now)).toBe(false);
});

test.each([
  ["2026-11-22", null, "2026-11-22T00:00:00.000Z"],
  ["2026-11-22", "2026-11-20T12:30:00.000Z", "2026-11-22T00:00:00.000Z"],
  ["2026-11-22", "2026-11-22T12:30:00.000Z", "2026-11-22T12:30:00.000Z"],
])("due on %s, tried again from %s: read by itself at %s", (nextDueOn, retryAt, at) => {
  expect(findNextAttempt({ nextDueOn, retryAt: retryAt === null ? null : new Date(retryAt) }).toISOString()).toBe(at);
});

test("a form is taken from the address that it was sent to, for a day, for its price", () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const token = makeFormToken("secret", "192.0.2.1", "netflix TR web monthly", now);
  const taken = (sender: string, series: string, at: number, given = token) =>
    isFormToken(given, "secret", sender, series, at);
  expect(taken("192.0.2.1", "netflix TR web monthly", now + 3_600_000)).toBe(true);
  expect(taken("192.0.2.2", "netflix TR web monthly", now)).toBe(false);
  expect(taken("192.0.2.1", "netflix DE web monthly", now)).toBe(false);
  expect(taken("192.0.2.1", "netflix TR web monthly", now + 26 * 3_600_000)).toBe(false);
  for (const given of ["", ".", "aaaa", `${token}x`, token.slice(0, -1)])
    expect(taken("192.0.2.1", "netflix TR web monthly", now, given)).toBe(false);
});

test.each([
  [{ kind: "amount", amount: "12.5", source_url: "https://a.example/x" }, []],
  [{ kind: "ended", amount: "", source_url: "https://a.example/x" }, []],
  [{ kind: "amount", amount: "", source_url: "https://a.example/x" }, ["amount"]],
  [{ kind: "amount", amount: "0", source_url: "https://a.example/x" }, ["amount"]],
  [{ kind: "amount", amount: "1;5", source_url: "javascript:alert(1)" }, ["amount", "source_url"]],
  [{ kind: "no", amount: "1", source_url: "https://localhost/" }, ["kind", "source_url"]],
  [{ kind: "ended", source_url: "https://a.example/", email: "nobody" }, ["email"]],
  [{ kind: "ended", source_url: "https://a.example/\0" }, ["source_url"]],
])("the report %j has faults in %j", (fields, faulty) => {
  const { error } = ReportForm.safeParse(fields);
  expect([...new Set(error?.issues.map(({ path }) => String(path[0])) ?? [])].sort()).toEqual(faulty);
});

test.each([
  ["1,700", "1700"],
  ["KES 1,700", "1700"],
  ["KES\u00a01,700", "1700"],
  ["$15.89", "15.89"],
  ["CA$21.00", "21.00"],
  ["¥1,590", "1590"],
  ["€14.02 a month", "14.02"],
  ["DKK 179 a week", "179"],
  ["UGX 45,000 every 3\u00a0months", "45000"],
  ["1,234,567.50", "1234567.50"],
  ["1.234,50", "1234.50"],
  ["349,99", "349.99"],
  ["349.99 TRY", "349.99"],
  ["Rp 129.000", "129000"],
  ["1.299", "1.299"],
])("a report takes the amount %j as pages print it", (amount, digits) => {
  const read = ReportForm.parse({ kind: "amount", amount, source_url: "https://a.example/x" });
  expect(read.amount).toBe(digits);
});
test.each(["12 apples", "-5", "1,70,0", "about 5", "5 or 6", "1e3"])("a report refuses the amount %j", (amount) => {
  expect(ReportForm.safeParse({ kind: "amount", amount, source_url: "https://a.example/x" }).success).toBe(false);
});
test("every amount that pages print can be reported", () => {
  for (const currency of ["USD", "EUR", "TRY", "JPY", "KES", "INR", "BRL", "CAD", "XAF", "KWD"])
    for (const amount of [0.99, 15.5, 349.99, 1700, 45_000, 1_234_567.5])
      for (const text of [formatMoney(amount, currency), formatPrice(amount, currency), formatCount(amount)])
        expect([
          text,
          Number(ReportForm.parse({ kind: "amount", amount: text, source_url: "a.example" }).amount),
        ]).toEqual([
          text,
          text === formatPrice(amount, currency) && minorDecimals(currency) === 0 ? Math.round(amount) : amount,
        ]);
});
test.each([
  ["spotify.com/ng", "https://spotify.com/ng"],
  ["www.netflix.com/tr/signup", "https://www.netflix.com/tr/signup"],
  ["http://a.example/x", "http://a.example/x"],
])("a report takes the address %j", (source_url, address) => {
  expect(ReportForm.parse({ kind: "ended", source_url }).source_url).toBe(address);
});
test.each(["no address", "localhost", "javascript:alert(1)", "mailto:a@b.example", "ftp://a.example/x"])(
  "a report refuses the address %j",
  (source_url) => {
    expect(ReportForm.safeParse({ kind: "ended", source_url }).success).toBe(false);
  },
);

test.each([
  ["/services/netflix", ["netflix"]],
  ["/api/services/netflix?tax=excluded", ["netflix"]],
  ["/api/prices?country=TR&product=netflix,spotify", ["netflix", "spotify"]],
  ["/api/compare?products=netflix,netflix&countries=US", ["netflix"]],
  ["/services", []],
  ["/admin/keys?product=netflix", []],
  ["/api/prices?product=%00", []],
])("%s asks for %j", (url, products) => {
  expect(readProducts(url)).toEqual(products);
});

test.each<[string, string, { amount: string; quote: string | null; period: string | null } | string]>([
  ["249.90", "TRY", { amount: "249.90", quote: null, period: null }],
  ["1.700,00 ₺ / ay", "TRY", { amount: "1700.00", quote: "1.700,00 ₺ / ay", period: "monthly" }],
  ["€1.299", "EUR", { amount: "1299", quote: "€1.299", period: null }],
  ["1.299", "EUR", "can be 1.299 or 1299: write 1.2990 or 1299.00"],
  ["9,99 €", "USD", "is in EUR, not in USD"],
  ["0", "USD", "is not more than 0"],
])("a person of the desk writes %s in %s as the page prints it", (text, currency, read) => {
  expect(readPrintedField(text, currency)).toEqual(read);
});

test("an amount for another period than that of its price is told apart", () => {
  expect(findOtherPeriod("yearly", "monthly")).toBe("is a yearly price; this one is monthly");
  expect([findOtherPeriod("monthly", "monthly"), findOtherPeriod(null, "monthly")]).toEqual([null, null]);
});

test("the form of an answer tells a fault of the amount at its field", () => {
  const form = {
    answer: "amount",
    price: "1",
    day: "2024-09-01",
    source_url: "https://a.example/",
    amount: "1,299",
    currency: "USD",
  };
  const refused = AnswerForm.safeParse(form);
  expect(refused.error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [["amount"], "can be 1.299 or 1299: write 1.2990 or 1299.00"],
  ]);
  expect(AnswerForm.parse({ ...form, amount: "$1,299" }).printed).toEqual({
    amount: "1299",
    quote: "$1,299",
    period: null,
  });
});

test.each<[string, Parameters<typeof chooseReadCurrency>[0], ReturnType<typeof chooseReadCurrency>]>([
  ["what was typed", { given: "EUR", printed: ["USD"], onRecord: "USD", country: "US" }, { currency: "EUR" }],
  ["the only one printed", { given: undefined, printed: ["TRY"], onRecord: "USD", country: "US" }, { currency: "TRY" }],
  [
    "of a sign that on record",
    { given: undefined, printed: ["USD", "CAD"], onRecord: "USD", country: "CA" },
    { currency: "USD" },
  ],
  [
    "of a sign that of the country",
    { given: undefined, printed: ["USD", "CAD"], onRecord: null, country: "CA" },
    { currency: "CAD" },
  ],
  [
    "without a sign that on record",
    { given: undefined, printed: null, onRecord: "USD", country: "TR" },
    { currency: "USD" },
  ],
  [
    "none for a sign of neither",
    { given: undefined, printed: ["SEK", "NOK"], onRecord: "EUR", country: "DE" },
    { fault: "is needed: the sign can be SEK, NOK" },
  ],
  [
    "none without a sign and a record",
    { given: undefined, printed: null, onRecord: null, country: "TR" },
    { fault: "is needed: the amount names none, and most pay in TRY there" },
  ],
])("the currency of a typed amount is %s", (_, known, chosen) => {
  expect(chooseReadCurrency(known)).toEqual(chosen);
});

test("a product is found by slug or name, and a name of several is asked for", () => {
  const twins = ["a-basic", "a-plus"].map((slug) => ({ slug, label: "A", changeSetId: null }));
  const other = { slug: "b", label: "B One", changeSetId: 3 };
  const products = [...twins, other];
  expect(matchProduct("b one", products)).toEqual({ found: other });
  expect(matchProduct("a-plus", products)).toEqual({ found: twins[1] });
  expect(matchProduct("a", products)).toEqual({
    fault: "is the name of several: write a-basic or a-plus",
    isUnknown: false,
  });
  expect(matchProduct("c", products)).toMatchObject({ isUnknown: true });
});

test("the question before a price is saved has what is on record, its age and the difference in dollars", () => {
  const onRecord = { amount: 200, currency: "TRY", period: "monthly", verifiedOn: "2026-09-01" } as const;
  const asked = {
    label: "B One",
    country: "TR",
    store: "web",
    period: "monthly",
    way: "amount",
    day: "2026-10-01",
    now: { amount: 230, currency: "TRY" },
    onRecord,
    isNewProduct: false,
  } as const;
  const write = (change: object, rate: number | null = 0.02) =>
    writeQuestion({ ...asked, ...change }, (amount) => rate && amount * rate, "2026-10-01").replace(
      /[\u00a0\u202f]/g,
      " ",
    );
  const record = "On record: TRY 200, read on 1 Sep 2026, 30 d ago";
  const again = "Send it again to save it.";
  expect(write({})).toBe(`B One, Türkiye, web: TRY 230 ($4.60). ${record}; that is $0.60 more. ${again}`);
  expect(write({ now: { amount: 100, currency: "TRY" } })).toContain("that is $2.00 less");
  expect(write({}, null)).toBe(`B One, Türkiye, web: TRY 230 (no exchange rate is known). ${record}. ${again}`);
  expect(write({ onRecord: null })).toContain("Nothing is on record for it: it is a new price.");
  expect(write({ onRecord: null, isNewProduct: true })).toContain("New product B One, Türkiye");
  expect(write({ way: "ended", now: null })).toBe(
    `B One, Türkiye, web: no longer listed on 1 Oct 2026. ${record}. ${again}`,
  );
});

const ECB = "https://ecb.example/eurofxref";

test.each<[string, string | null, string, string | null]>([
  ["the next day", "2026-09-29", "2026-09-30", null],
  ["a Monday after a Friday", "2026-09-25", "2026-09-28", null],
  ["one day between", "2026-09-28", "2026-09-30", `${ECB}-hist-90d.xml`],
  ["90 days", "2026-06-30", "2026-09-28", `${ECB}-hist-90d.xml`],
  ["91 days", "2026-06-30", "2026-09-29", `${ECB}-hist.xml`],
  ["the same day", "2026-09-30", "2026-09-30", null],
  ["a first reading", null, "2026-09-30", null],
])("of the European Central Bank's files the one that leaves no gap is read: %s", (_, last, newest, file) => {
  expect(findLongerFile(`${ECB}-daily.xml`, last, newest)).toBe(file);
  expect(findLongerFile("https://mirror.example/rates.xml", last, newest)).toBeNull();
});

test.each([
  [true, /read by this server/],
  [false, /this server does where REFRESH is 1 or, unset, an owner says so/],
  [null, /an owner is asked at \/admin\/desk/],
])("a start says how old the data are, and what to do where sources are read by themselves: %s", (reads, advice) => {
  const text = writeDataAge({ newest: "2026-11-17", middle: "2026-10-01" }, "2026-11-20", reads);
  expect(text).toContain("The newest price was read three days ago, half of the prices before 50 days.");
  expect(text).toMatch(advice);
});

test("a reading of a source is told by its rows, the ages of its prices and what it changed", () => {
  expect(describeReading({ rows: null, ages: null, changed: null })).toEqual([]);
  expect(
    describeReading({
      rows: { on: "2026-11-20", read: 1_900, expected: 2_184 },
      ages: { prices: 2_184, young: 3, middle: 58, old: 80 },
      changed: { changeSetId: 7, on: "2026-11-20", added: 1, changed: 12, confirmed: 1_887 },
    }),
  ).toEqual([
    `1,900 rows read on ${formatDay("2026-11-20")}, 2,184 expected`,
    "2,184 prices, 3, 58 and 80 days old (10%, 50%, 90%)",
    `published last on ${formatDay("2026-11-20")}: 1 added, 12 changed, 1,887 confirmed (change set 7)`,
  ]);
});

test("the hosts that are asked are named once, with those that a listing leads to", () => {
  expect(
    listHosts([
      { address: "https://api.example/data", format: "netflix" },
      { address: "https://api.example/other", format: "native" },
    ]),
  ).toEqual(["api.example", "raw.githubusercontent.com"]);
});
