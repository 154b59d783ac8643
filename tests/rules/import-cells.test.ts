import { expect, test } from "vitest";
import {
  type CellRule,
  checkAmount,
  checkBoolean,
  checkCountry,
  checkCurrency,
  checkCurrencyOn,
  checkDay,
  checkPeriod,
  checkPlatform,
  checkRate,
  checkSlug,
  checkSourceId,
  checkUrl,
  checkWords,
  dayAfter,
  quote,
} from "@/lib/import/read/cell-rules";

const LATEST = "2026-11-21";

test.each<[string, CellRule, string[]]>([
  ["amounts", checkAmount, ["249.90", "29", "0.5", "0.0001", "99999999999.9999", "1"]],
  ["rates", checkRate, ["1", "0.0272", "3.77e-05", "1E2", "16643.12"]],
  ["days", checkDay, ["2026-11-21", "2024-02-29", "1999-01-04"]],
  ["countries", checkCountry, ["GB", "TR", "XK"]],
  ["currencies", checkCurrency, ["TRY", "USD", "XCG", "VED", "CLF", "UYW", "LTL", "VEF", "DEM"]],
  ["slugs", checkSlug, ["netflix", "1password", "netflix-standard-with-ads"]],
  ["source ids", checkSourceId, ["ecb", "opentherank-2026-09-30", "a.b-c"]],
  ["addresses", checkUrl, ["https://example.com/a?b=c,d#e", "http://example.com", "https://example.com/a\\b"]],
  ["words", checkWords, ["Disney+", "Pouch, of “Gems”", "日本"]],
  ["flags", checkBoolean, ["true", "false"]],
  ["platforms", checkPlatform, ["ios", "any"]],
  ["periods", checkPeriod, ["weekly", "semiannual"]],
])("takes %s as they are meant", (_name, rule, texts) => {
  expect(texts.map((text) => rule(text, LATEST))).toEqual(texts.map(() => null));
});

test.each([
  ["LTL", "2014-12-31", null],
  ["LTL", "2015-01-01", '"LTL" was withdrawn from ISO 4217 in 2014-12, before 2015-01-01'],
  ["VEF", "2018-08-20", null],
  ["VEF", "2018-09-01", '"VEF" was withdrawn from ISO 4217 in 2018-08, before 2018-09-01'],
  ["DEM", "2002-03-31", null],
  ["DEM", "2026-09-01", '"DEM" was withdrawn from ISO 4217 in 2002-03, before 2026-09-01'],
  ["VED", "2026-09-01", null],
  ["EUR", "2026-09-01", null],
  ["XAU", "2026-11-20", '"XAU" is a metal, fund or unit of account: no price is printed in it'],
  ["CLF", "2026-11-20", '"CLF" is a metal, fund or unit of account: no price is printed in it'],
])("a withdrawn code is valid to its last day: %s on %s", (code, day, wrong) => {
  expect(checkCurrencyOn(code, day)).toBe(wrong);
});

test.each<[string, CellRule, string, string]>([
  ["negative", checkAmount, "-5", "negative"],
  ["zero", checkAmount, "0.00", "is not more than 0"],
  ["grouped by commas", checkAmount, "1,499.99", "no thousands separators"],
  ["grouped by spaces", checkAmount, "1 499", "no thousands separators"],
  ["a decimal comma", checkAmount, "4,99", "the decimal mark is a point"],
  ["a currency sign", checkAmount, "$4.99", "no currency signs"],
  ["a currency code", checkAmount, "4.99 USD", "no currency signs"],
  ["an exponent", checkAmount, "1e3", "exponents are not accepted"],
  ["5 decimals", checkAmount, "1.00001", "more than 4 decimals"],
  ["12 digits", checkAmount, "123456789012", "more than 11 digits"],
  ["a needless 0", checkAmount, "007.5", "needless 0"],
  ["no digits before the point", checkAmount, ".99", "is not a positive decimal"],
  ["a space", checkAmount, " 5", "is not a positive decimal"],
  ["other digits", checkAmount, "١٢", "is not a positive decimal"],
  ["not a number", checkAmount, "NaN", "is not a positive decimal"],
  ["hexadecimal", checkAmount, "0x10", "is not a positive decimal"],
  ["a rate of zero", checkRate, "0", "is not between"],
  ["a rate out of this world", checkRate, "1e10", "is not between"],
  ["a negative rate", checkRate, "-1", "is not a positive decimal"],
  ["a rate of very many digits", checkRate, `1.${"0".repeat(60)}`, "is longer than 60 characters"],
  ["no leap day", checkDay, "2026-02-29", "does not exist"],
  ["no 13th month", checkDay, "2026-13-01", "does not exist"],
  ["no 31st of April", checkDay, "2026-04-31", "does not exist"],
  ["the day after tomorrow", checkDay, "2026-11-22", "is in the future"],
  ["the wrong century", checkDay, "0202-01-01", "is before 1990-01-01"],
  ["day first", checkDay, "29.09.2026", "is not a day written YYYY-MM-DD"],
  ["an instant", checkDay, "2026-09-29T00:00:00Z", "is not a day written YYYY-MM-DD"],
  ["UK", checkCountry, "UK", "the United Kingdom is GB"],
  ["a country in small letters", checkCountry, "tr", "must be written TR"],
  ["three letters", checkCountry, "USA", "is not an ISO 3166-1 alpha-2 code"],
  ["a reserved place", checkCountry, "AC", "is not an ISO 3166-1 alpha-2 code"],
  ["an unassigned country", checkCountry, "ZZ", "is not an ISO 3166-1 alpha-2 code"],
  ["a coin", checkCurrency, "BTC", "is not an ISO 4217 code"],
  ["a currency in small letters", checkCurrency, "usd", "must be written USD"],
  ["a slug with capitals", checkSlug, "Netflix", "is not an identifier"],
  ["a slug with two hyphens", checkSlug, "a--b", "is not an identifier"],
  ["a script", checkUrl, "javascript:alert(1)", "is not an http or https address"],
  ["a file", checkUrl, "file:///etc/passwd", "is not an http or https address"],
  ["an address with a space", checkUrl, "https://example.com/a b", "is not an http or https address"],
  ["an address without a host", checkUrl, "https://", "is not an http or https address"],
  ["a password in an address", checkUrl, "https://me:secret@example.com/", "must not contain a user name or password"],
  ["a line break in a name", checkWords, "a\nb", "control character or line break"],
  ["a NUL", checkWords, "a\u0000b", "control character or line break"],
  ["spaces around a name", checkWords, " a", "has spaces around it"],
  ["an empty name", checkWords, "", "is empty"],
  ["yes", checkBoolean, "yes", "is neither true nor false"],
  ["an unknown platform", checkPlatform, "iOS", "is none of android, any, ios, web"],
  ["an unknown period", checkPeriod, "month", "is none of monthly"],
])("refuses %s", (_name, rule, text, reason) => {
  expect(rule(text, LATEST)).toContain(reason);
});

test("tomorrow in UTC is not the future: somewhere it has begun", () => {
  expect(dayAfter("2026-11-20")).toBe("2026-11-21");
  expect(dayAfter("2026-12-31")).toBe("2027-01-01");
});

test("quoted text never carries control characters to a terminal, and is cut", () => {
  expect(quote("a\u001b[31m\u009b\u202eb")).toBe('"a\\u001b[31m\\u009b\\u202eb"');
  expect(quote("x".repeat(200))).toHaveLength(62);
});
