import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type AmountContext, listReadings, readPrinted } from "@/lib/printed/amount-rules";

const PRINTED = readFileSync("tests/rules/printed-amounts.txt", "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("|"));

test("two hundred printed amounts of sixty currencies are read as a person reads them", () => {
  const read = PRINTED.map(([text = "", currency = ""]) => [
    text,
    currency,
    ...listReadings(readPrinted(text, { currency })),
  ]);
  expect(read).toEqual(PRINTED);
  expect(PRINTED.length).toBeGreaterThanOrEqual(200);
  expect(new Set(PRINTED.map(([, currency]) => currency)).size).toBeGreaterThanOrEqual(60);
});

test("a printed amount never carries the sign of another currency", () => {
  const signed = PRINTED.filter(([text = ""]) => /[€£₹₩₺]/.test(text));
  expect(signed.length).toBeGreaterThan(20);
  for (const [text = ""] of signed)
    expect([text, readPrinted(text, { currency: "ZMW" }).kind]).toEqual([text, "error"]);
});

test.each<[string, AmountContext, string, string]>([
  ["1.299", {}, "1.299", "1299"],
  ["1.299", { currency: "EUR" }, "1.299", "1299"],
  ["1,299", { currency: "USD" }, "1.299", "1299"],
  ["10,900", { currency: "KRW" }, "10.900", "10900"],
  ["KWD 2.999", { currency: "KWD" }, "2.999", "2999"],
  ["د.ب 1.299", { currency: "BHD" }, "1.299", "1299"],
  ["12.500 OMR", {}, "12.500", "12500"],
])("%s %o has two readings until a file or a person decides", (text, context, fraction, thousands) => {
  const printed = readPrinted(text, context);
  expect([printed.kind, ...listReadings(printed)]).toEqual(["ambiguous", fraction, thousands]);
  const mark = text.includes(",") ? "," : ".";
  const other = mark === "," ? "." : ",";
  expect(readPrinted(text, { ...context, decimal: mark })).toMatchObject({ kind: "amount", amount: fraction, mark });
  expect(readPrinted(text, { ...context, decimal: other })).toMatchObject({
    kind: "amount",
    amount: thousands,
    mark: other,
  });
});

test("what one reading alone fits says which mark its decimals have", () => {
  const markOf = (text: string, currency?: string) => {
    const printed = readPrinted(text, { currency });
    return printed.kind === "amount" ? printed.mark : printed.kind;
  };
  expect(["12.99", "12,99", "1.299,5", "1,299.5", "1.299.000", "€1.299", "1299"].map((text) => markOf(text))).toEqual([
    ".",
    ",",
    ",",
    ".",
    ",",
    ",",
    null,
  ]);
});

test("currency and period are told where they are printed", () => {
  expect(readPrinted("US$9.99/mo")).toMatchObject({ currencies: ["USD"], period: "monthly" });
  expect(readPrinted("9,99 € im Monat")).toMatchObject({ currencies: ["EUR"], period: "monthly" });
  expect(readPrinted("kr 79 per year")).toMatchObject({
    currencies: ["DKK", "ISK", "NOK", "SEK"],
    period: "yearly",
  });
  expect(readPrinted("$59.99 every 6 months")).toMatchObject({ amount: "59.99", period: "semiannual" });
  expect(readPrinted("$59.99 every 7 months")).toMatchObject({ amount: "59.99", period: null });
  expect(readPrinted("12.99")).toMatchObject({ currencies: null, period: null });
});

test.each<[string, AmountContext, string]>([
  ["", {}, "has no number"],
  ["free", {}, "has no number"],
  ["-4.99", {}, "negative or a range"],
  ["\u22124.99", {}, "negative or a range"],
  ["$4.99\u2013$9.99", {}, "negative or a range"],
  ["3 x 4.99", {}, "more than one number"],
  ["4.99 5.99", {}, "has a space where no thousands begin"],
  ["1.49.99", {}, "no order that is known"],
  ["1,499.99.00", {}, "no order that is known"],
  ["0.123.456", {}, "needless 0|no order"],
  ["007", {}, "needless 0"],
  ["0,00 €", {}, "is not more than 0"],
  ["12.99999", {}, "more than 4 decimals"],
  ["123456789012", {}, "more than 11 digits"],
  ["from $9.99", {}, '"from $" beside its number'],
  ["9.99 per user", {}, "beside its number"],
  ["$9⁹⁹", {}, "raised digits"],
  ["$9.99 EUR", {}, "names two currencies"],
  ["€9.99", { currency: "USD" }, "is in EUR, not in USD"],
  ["kr 79", { currency: "EUR" }, "has the sign of another currency, not in EUR"],
  ["€1,299", { decimal: "," }, "three decimals"],
  ["1e3", {}, "beside its number|more than one number"],
  ["9".repeat(121), {}, "longer than 120"],
  ["<b>9.99</b>", {}, "beside its number"],
])("%s %o is refused in words", (text, context, words) => {
  const printed = readPrinted(text, context);
  expect(printed).toMatchObject({ kind: "error", text: expect.stringMatching(words.replace("$", "\\$")) });
});

const LOCALES = ["en", "de", "fr", "de-CH", "sv", "pt-BR", "tr", "ja", "ar-EG", "hi-IN"];

test("what browsers print in ten languages is read as it was, or is asked for", () => {
  let certain = 0;
  for (const language of LOCALES)
    for (const currency of new Set(PRINTED.map(([, code = ""]) => code))) {
      const format = new Intl.NumberFormat(language, { style: "currency", currency });
      const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
      for (const amount of [4.5, 12.99, 1299, 149900.25]) {
        const text = format.format(amount);
        const printed = readPrinted(text, { currency });
        // A sign that we do not know is an error, never another amount.
        if (printed.kind === "error") continue;
        if (
          !listReadings(printed)
            .map(Number)
            .includes(Number(amount.toFixed(digits)))
        )
          expect.fail(`${text} ${currency} is read as ${listReadings(printed)}`);
        if (printed.kind === "amount") certain += 1;
      }
    }
  expect(certain).toBeGreaterThan(2_500);
});
