import { expect, test } from "vitest";
import { listStorePrices } from "@/lib/printed/amount-rules";

test.each<[string, string, string[]]>([
  ["USD 4.99/mo", "USD", ["4.99"]],
  ["US$4.99/week", "USD", ["4.99"]],
  ["US$1.99/mo", "USD", ["1.99"]],
  ["USD 49.99/yr", "USD", ["49.99"]],
  ["₺1.499,99/mo", "TRY", ["1499.99"]],
  ["₺169.99/mo", "TRY", ["169.99"]],
  ["DKK 29/mo", "DKK", ["29"]],
  ["45", "DKK", ["45"]],
  ["¥150", "JPY", ["150"]],
  ["₹1,499/mo", "INR", ["1499"]],
  ["₹1,23,999/yr", "INR", ["123999"]],
  ["Rs. 1,300.00/mo", "PKR", ["1300.00"]],
  ["1 499,00 kr/mo", "DKK", ["1499.00"]],
  ["1\u202f499,00 €/mo", "EUR", ["1499.00"]],
  ["12,99\u00a0€/Monat", "EUR", ["12.99"]],
  ["CHF 1’299.90/yr", "CHF", ["1299.90"]],
  ["R$ 22,9/mês", "BRL", ["22.9"]],
  ["1.234.567/mo", "IDR", ["1234567"]],
  ["٤٩٫٩٩ ج.م.‏", "EGP", ["49.99"]],
  // Three minor digits make the point ambiguous; only the rate can decide.
  ["KWD 1.500/mo", "KWD", ["1.500", "1500"]],
  // A third digit makes the mark a group separator where the currency has two.
  ["1.500", "TRY", ["1500"]],
])("reads %s %s", (text, currency, readings) => {
  expect(listStorePrices(text, currency)).toEqual(readings);
});

test.each<[string, string]>([
  ["Free", "no number"],
  ["", "nothing"],
  ["3 x 4.99", "two numbers"],
  ["-4.99", "a sign"],
  ["1.49.99", "groups of two with points"],
  ["1,499.99.00", "two decimal marks"],
  ["0.123.456", "a group that begins with 0"],
  ["4.9999", "more decimals than the currency has"],
])("reads nothing of %s: %s", (text) => {
  expect(listStorePrices(text, "USD")).toEqual([]);
});
