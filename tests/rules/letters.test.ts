import { expect, test } from "vitest";
import { nameFollowed, toFollowHref } from "@/lib/mails/follows/rules";
import { type ToldPrice, writeConfirmation, writeWord } from "@/lib/mails/sending/letter-rules";

const BASE = "https://prices.example";
const STOP = `${BASE}/follow/stop?token=secret`;
const DATASET = { version: "2026-11-20.2", published: "2026-11-25T10:00:00.000Z" };

const told = (changed: Partial<ToldPrice> = {}): ToldPrice => ({
  product: "netflix",
  name: "Netflix",
  plan: "Standard",
  country: "DE",
  platform: "web",
  period: "monthly",
  kind: "changed",
  was: { amount: 13.99, currency: "EUR", on: "2026-04-09" },
  is: { amount: 15.99, currency: "EUR", on: "2026-11-20" },
  sourceUrl: "https://a.example/",
  source: "Netflix prices by thomas.io",
  ...changed,
});
const write = (prices: readonly ToldPrice[]) => writeWord(prices, DATASET, BASE, { stop: STOP });

test.each<[title: string, changed: Partial<ToldPrice>, line: string]>([
  ["a rise", {}, "Netflix Standard in Germany (web): EUR 15.99, was EUR 13.99 (+14.3%)"],
  [
    "a fall",
    { is: { amount: 7, currency: "EUR", on: "2026-11-20" } },
    "Netflix Standard in Germany (web): EUR 7, was EUR 13.99 (−50.0%)",
  ],
  [
    "another period",
    { period: "yearly" },
    "Netflix Standard in Germany (web): EUR 15.99 a year, was EUR 13.99 a year (+14.3%)",
  ],
  [
    "another currency",
    { was: { amount: 20, currency: "USD", on: "2026-04-09" } },
    "Netflix Standard in Germany (web): EUR 15.99, was USD 20",
  ],
  ["a correction", { kind: "corrected" }, "Corrected: Netflix Standard in Germany (web): EUR 15.99, not EUR 13.99"],
  ["a withdrawal", { kind: "withdrawn" }, "Corrected: Netflix Standard in Germany (web): EUR 15.99, not EUR 13.99"],
])("%s is told in one line, which is the subject too", (_, changed, line) => {
  const letter = write([told(changed)]);
  expect(letter.subject).toBe(line);
  expect(letter.text.split("\n")[0]).toBe(line);
});

test("a mail has day, store, source, product, credit and the way to stop it", () => {
  const { text, html } = write([told()]);
  expect(text).toBe(`Netflix Standard in Germany (web): EUR 15.99, was EUR 13.99 (+14.3%)
First seen on 20 Nov 2026; the amount before was last seen on 9 Apr 2026.
Source: Netflix prices by thomas.io, https://a.example/
${BASE}/services/netflix?history=DE#history

Data: Price Atlas; Netflix prices by thomas.io. Dataset 2026-11-20.2, published 25 Nov 2026. Licence CC BY 4.0, https://creativecommons.org/licenses/by/4.0/

Stop these mails, at once and for good: ${STOP}
`);
  for (const link of [`${BASE}/services/netflix?history=DE#history`, STOP])
    expect(html).toContain(`<a href="${link}">`);
});

test("several changes have one subject, sources are named once, and beyond a hundred the rest is counted", () => {
  const { subject, text } = write([
    told({ source: "A <b>" }),
    told({ source: "A <b>" }),
    ...Array.from({ length: 101 }, (_, at) =>
      told({ product: `p-${at}`, name: `P${at}`, source: null, sourceUrl: null }),
    ),
  ]);
  expect(subject).toBe("103 price changes: Netflix Standard, P0 Standard, P1 Standard and more");
  expect(text).toContain("Price Atlas; A <b>. Dataset");
  expect(text).toContain(`And three other prices: ${BASE}/changes`);
});

test("what others wrote is text in the page of a mail", () => {
  const { html } = write([told({ name: '<script>"&', source: "A <b>" })]);
  expect(html).toContain("&lt;script&gt;&quot;&amp; Standard");
  expect(html).toContain("A &lt;b&gt;");
  expect(html).not.toContain("<script");
});

test("a question names what is asked for, its list, and what happens without an answer", () => {
  const links = { confirm: `${BASE}/follow/confirm?token=secret`, stop: STOP };
  const one = writeConfirmation(["Netflix Standard"], null, links);
  expect(one.subject).toBe("Confirm: an e-mail when the price of Netflix Standard in any country changes");
  for (const part of [links.confirm, STOP, "30 days"]) expect(one.text).toContain(part);
  const many = writeConfirmation(["A", "B", "C", "D"], "US", links);
  expect(many.subject).toBe(
    "Confirm: an e-mail when the price of one of four subscriptions in the United States changes",
  );
  expect(many.text).toContain("The list: A, B, C, D.");
});

test.each<[products: string[], country: string | null, href: string]>([
  [["netflix"], "DE", "/follow?country=DE&product=netflix"],
  [["netflix"], null, "/follow?product=netflix"],
  [["netflix", "spotify"], "DE", "/follow?country=DE&list=netflix,spotify"],
])("%j in %s is asked for at %s", (products, country, href) => {
  expect(toFollowHref({ products, country })).toBe(href);
});

test("up to three subscriptions are named", () => {
  expect(nameFollowed(["A", "B", "C"], "TR")).toBe("A, B or C in Türkiye");
  expect(nameFollowed(["A", "B", "C", "D"], null)).toBe("one of four subscriptions in any country");
});
