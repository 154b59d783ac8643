import Big from "big.js";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { z } from "zod";
import { get } from "../support/api";

const Converted = z.object({
  amount: z.number().nullish(),
  monthly: z.number().nullish(),
  ex_tax_amount: z.number().nullish(),
  ex_tax_monthly: z.number().nullish(),
  currency: z.string(),
  fx_rate: z.number().nullable(),
  fx_date: z.string().nullable(),
});
const Paid = z.looseObject({
  amount: z.number(),
  currency: z.string(),
  period: z.string().optional(),
  usd: z.number().nullable(),
  usd_monthly: z.number().nullable(),
  fx_rate: z.number().nullable(),
  tax: z
    .object({ treatment: z.string(), rate_pct: z.number().nullable(), ex_tax_amount: z.number().nullable() })
    .optional(),
  first_seen_on: z.string().optional(),
  day: z.string().optional(),
  converted: Converted,
});

const read = async (path: string) => {
  const { status, body, text } = await get(path);
  expect([path, status, status === 200 ? "" : text.slice(0, 300)]).toEqual([path, 200, ""]);
  return z.object({ data: z.unknown() }).parse(body).data;
};
const readRate = async (currency: string, date = "") => {
  const [rate] = z
    .array(z.object({ usd_per_unit: z.number(), date: z.string() }))
    .parse(await read(`/api/rates?currency=${currency}${date && `&date=${date}`}`));
  return rate;
};

const PER_MONTH: Record<string, [number, number]> = {
  weekly: [52, 12],
  monthly: [1, 1],
  quarterly: [1, 3],
  semiannual: [1, 6],
  yearly: [1, 12],
};

function listPaid(value: unknown, period = "monthly"): { paid: z.infer<typeof Paid>; period: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "period" in value && typeof value.period === "string" ? value.period : period;
  const inner = Object.values(value).flatMap((member) => listPaid(member, own));
  // Series without a reading by that day have no amount.
  return "usd" in value && "amount" in value && value.amount !== null
    ? [{ paid: Paid.parse(value), period: own }, ...inner]
    : inner;
}

test.each([
  ["/api/prices?product=netflix&page_size=200", "TRY"],
  ["/api/prices?period=weekly,yearly&page_size=200", "VND"],
  ["/api/prices?country=TR&tax=excluded", "EUR"],
  ["/api/prices?product=netflix&date=2025-06-01", "EUR"],
  ["/api/services?q=netflix", "EUR"],
  ["/api/services/netflix", "INR"],
  ["/api/services/netflix?date=2025-06-01", "GBP"],
  ["/api/countries/TR", "EUR"],
  ["/api/compare?products=netflix,spotify&countries=US,TR,VN", "VND"],
  ["/api/compare?products=netflix,spotify&countries=US,TR&tax=excluded", "EUR"],
  ["/api/services?category=streaming&country=TR", "JPY"],
  ["/api/history?product=netflix&country=TR,US", "EUR"],
  ["/api/prices?country=TR", "USD"],
])("each price of %s in %s is its local amount at both rates, rounded once", async (path, currency) => {
  const separator = path.includes("?") ? "&" : "?";
  const listed = listPaid(await read(`${path}${separator}currency=${currency.toLowerCase()}`));
  expect(listed.length).toBeGreaterThan(1);
  const asked = /date=([\d-]+)/.exec(path)?.[1];
  for (const { paid, period } of listed) {
    const { amount, fx_rate, tax, converted } = paid;
    expect(converted.currency).toBe(currency);
    if (paid.usd === null || fx_rate === null) {
      expect([converted.amount, converted.monthly]).toEqual([null, null]);
      continue;
    }
    const rate = converted.fx_rate ?? Number.NaN;
    const ownDay = paid.first_seen_on ?? paid.day;
    const day = ownDay ?? asked;
    if (currency !== "USD" && (paid === listed[0]?.paid || ownDay))
      expect(await readRate(currency, day)).toMatchObject({ usd_per_unit: rate, date: converted.fx_date });
    const isTaken =
      path.includes("/compare") &&
      path.includes("tax=excluded") &&
      tax?.treatment === "included" &&
      tax.rate_pct !== null;
    const local = isTaken
      ? Big(amount)
          .times(100)
          .div(Big(tax?.rate_pct ?? 0).plus(100))
      : Big(amount);
    const [times, by] = PER_MONTH[period] ?? [1, 1];
    const wanted = local.times(fx_rate).div(rate);
    expect(converted.amount).toBe(wanted.round(4, Big.roundHalfEven).toNumber());
    expect(converted.monthly).toBe(wanted.times(times).div(by).round(4, Big.roundHalfEven).toNumber());
    if (tax !== undefined) {
      const share =
        tax.treatment === "included" && tax.rate_pct !== null ? Big(100).div(Big(tax.rate_pct).plus(100)) : 1;
      const free = Big(amount).times(share).times(fx_rate).div(rate);
      const expected = [free, free.times(times).div(by)].map((figure) => figure.round(4, Big.roundHalfEven).toNumber());
      const isKnown = tax.ex_tax_amount !== null;
      expect([converted.ex_tax_amount, converted.ex_tax_monthly]).toEqual(isKnown ? expected : [null, null]);
    }
    if (paid.currency === currency && !isTaken && !ownDay) expect(converted.amount).toBe(amount);
  }
});

test("medians, totals and savings stand beside their US dollars, at the same rate", async () => {
  const rate = (await readRate("EUR"))?.usd_per_unit ?? 0;
  const toEuro = (usd: unknown) =>
    typeof usd === "number" ? Big(usd).div(rate).round(4, Big.roundHalfEven).toNumber() : null;
  const NAMES = {
    usd_yearly: "yearly",
    min: "min",
    median: "median",
    max: "max",
    partial_usd_monthly: "partial_monthly",
    us_usd_monthly: "us_monthly",
  };
  const seen = new Set<string>();
  const check = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) if (name !== "converted") check(member);
    const members = z.record(z.string(), z.unknown()).parse({ ...value });
    for (const [name, to] of Object.entries(NAMES)) {
      if (!(name in members)) continue;
      expect([name, z.record(z.string(), z.unknown()).parse(members.converted)[to]]).toEqual([
        name,
        toEuro(members[name]),
      ]);
      if (members[name] !== null) seen.add(name);
    }
  };
  check(await read("/api/services?currency=EUR&q=netflix"));
  check(await read("/api/countries/TR?currency=EUR"));
  check(await read("/api/compare?products=netflix-premium,youtube&countries=US,TR,AQ&currency=EUR"));
  expect([...seen].sort()).toEqual(Object.keys(NAMES).sort());
});

test("a day without a rate of the currency gives nulls, never 0", async () => {
  const data = await read("/api/prices?product=netflix&country=TR&date=2023-06-01&currency=AED");
  expect(await readRate("AED", "2023-06-01")).toBeUndefined();
  const [first] = listPaid(data);
  expect(first?.paid.converted).toMatchObject({
    amount: null,
    monthly: null,
    currency: "AED",
    fx_rate: null,
    fx_date: null,
  });
});

test("rows have the conversion as columns, which are empty without a currency", async () => {
  const rowsOf = async (path: string) =>
    z.array(z.record(z.string(), z.string())).parse(parse((await get(path)).text, { columns: true }));
  for (const [path, column] of [
    ["/api/prices?product=netflix&country=TR&format=csv", "converted_monthly"],
    ["/api/compare?products=netflix&countries=TR&format=csv", "converted_amount"],
    ["/api/services?q=netflix&format=csv", "converted_min"],
    ["/api/history?product=netflix&country=TR&from=2026-01-01&format=csv", "converted_monthly"],
  ] as const) {
    const [[plain], [euro]] = [await rowsOf(path), await rowsOf(`${path}&currency=EUR`)];
    expect([path, plain?.[column], plain?.converted_currency]).toEqual([path, "", ""]);
    expect([path, Number(euro?.[column]) > 0, euro?.converted_currency]).toEqual([path, true, "EUR"]);
  }
});

test("a currency is part of the address of an answer, in either case, and absent from those without one", async () => {
  const [plain, euro, same] = await Promise.all(
    ["", "&currency=EUR", "&currency=eur"].map((query) => get(`/api/prices?product=netflix${query}`)),
  );
  expect(plain?.text).not.toContain("converted");
  expect(euro?.headers.get("etag")).toBe(same?.headers.get("etag"));
  expect(euro?.headers.get("etag")).not.toBe(plain?.headers.get("etag"));
  expect(euro?.text).toContain("currency=EUR&page=2");
});

test.each([
  ["QQQ", "malformed"],
  ["EU", "malformed"],
  ["DEM", "not_in_dataset"],
])("the currency %s is refused as %s", async (code, fault) => {
  const { status, body } = await get(`/api/prices?currency=${code}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ parameter: "currency", code: fault }] });
});
