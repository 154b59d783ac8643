import { describe, expect, test } from "vitest";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { writeSaving, writeSavingHeading } from "@/lib/findings/saving-rules";

const money = makeMoney(US_DOLLARS);
const at = (country: string, usd_monthly: number | null) => ({ country, usd_monthly });
const home = at("DE", 15.8947);

describe("a price against the reader's country says month and year, of unrounded dollars", () => {
  test.each([
    [at("PK", 2.8876), "$13.01 a month less than in Germany, $156.09 a year."],
    [at("US", 19.99), "$4.10 a month more than in Germany, $49.14 a year."],
    [at("FR", 15.8947), "The same as in Germany."],
    [at("DE", 15.8947), "The price that the others are compared with."],
    [at("XX", null), null],
  ])("%o", (price, sentence) => expect(writeSaving(price, home, money)).toBe(sentence));
});

test("the heading names the cheapest country, or says that none is cheaper", () => {
  expect(writeSavingHeading(home, at("PK", 2.8876), money)).toBe(
    "What you could save: in Pakistan, $156.09 a year less than in Germany",
  );
  expect(writeSavingHeading(at("US", 5), at("US", 5), money)).toBe(
    "Nowhere does it cost less than in the United States",
  );
  expect(writeSavingHeading(at("US", null), at("PK", 2), money)).toBeNull();
});
