import { expect, test } from "vitest";
import { toShopPrice } from "@/lib/catalogue/multipliers/rules";

test.each([
  [9.99, 2, 9.99],
  [12.99, 2, 12.99],
  [4.4, 2, 3.99],
  [4.5, 2, 4.99],
  [0.3, 2, 0.99],
  [99.4, 2, 98.99],
  [99.6, 2, 99.99],
  [187.2, 2, 189.99],
  [184, 2, 179.99],
  [1234.5, 2, 1199.99],
  [61_400, 2, 60_999.99],
  [1480, 0, 1499],
  [14_210, 0, 13_999],
  [7, 0, 9],
  [3.217, 3, 2.999],
])("%d with %d decimals is %d in a shop", (amount, decimals, expected) => {
  expect(toShopPrice(amount, decimals)).toBe(expected);
});
