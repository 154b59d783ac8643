import { expect } from "vitest";
import { getProduct } from "@/app/api/services/[slug]/contract";
import { get } from "./api";
import { mainOf, textOf } from "./page-text";
import { isAged } from "./test-days";

/** Of prices, none of which was read on the day of a visit. */
const PRESENT = /\b(?:you pay|today|currently|current price|now costs?)\b/i;

/** How a product's title begins, without months. */
export const BEGINS = {
  certain: /./,
  uncertain: isAged() ? /^Prices of .* were uncertain/ : /^Prices of .* are uncertain/,
  last_seen: /^Last seen /,
  none: / has no price/,
};

/** Views of a product's page, as parameters. */
export const LENSES = ["", "tax=excluded", "share=income"] as const;

const headOf = (html: string): string => textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "");

/** Places of which too few are known in a view, so that nothing is found. */
const THIN = / (?:not known|known in too few places to compare)/;

/** Checks that a product's page, frame and description say no more in a view than the API says of its prices. */
export async function checkSentences(slug: string, home: string, lens: (typeof LENSES)[number] = ""): Promise<void> {
  const isTaxFree = lens === "tax=excluded";
  const { data: product } = getProduct.response.parse(
    (await get(`/api/services/${slug}${isTaxFree ? "?tax=excluded" : ""}`)).body,
  );
  const html = (await get(`/services/${slug}?home=${home}&${lens}`)).text;
  const main = textOf(mainOf(html));
  const label = `${slug} at home in ${home} ${lens}`;
  expect([label, PRESENT.exec(main)?.[0]]).toEqual([label, undefined]);

  const own = product.prices.filter(({ country }) => country === home);
  const isTold = /you would save|less than there by/i.test(main);
  if (lens === "share=income") expect([label, isTold]).toEqual([label, false]);
  else if (isTold) {
    const [ranking, cheapest, isRanked] = isTaxFree
      ? [product.ex_tax_ranking, product.cheapest_without_tax, own.some((price) => price.ex_tax_ranked === true)]
      : [product.ranking, product.cheapest, own.some((price) => price.ranked === true)];
    expect([label, ranking, isRanked, cheapest?.country !== home]).toEqual([label, "certain", true, true]);
  }
  if (own.length > 0) expect([label, html.includes('<span class="answer-amount">no price')]).toEqual([label, false]);
  const ranking = isTaxFree ? product.ex_tax_ranking : product.ranking;
  const title = headOf(html);
  if (lens !== "") {
    if (product.prices.length > 0) expect([label, / has no price/.test(title)]).toEqual([label, false]);
    if (isTaxFree && ranking !== "certain" && !THIN.test(title) && ranking !== "none")
      expect([label, BEGINS[ranking].test(withoutMonths(title))]).toEqual([label, true]);
    return;
  }
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const embed = (await get(`/embed/services/${slug}`)).text;
  for (const text of [description, textOf(embed)]) expect([label, PRESENT.exec(text)?.[0]]).toEqual([label, undefined]);
  for (const told of [title, description, headOf(embed)])
    expect([label, BEGINS[product.ranking].test(withoutMonths(told))]).toEqual([label, true]);
}

/** Leaves out the months of prices, with which a sentence begins on aged pages: `In April and September 2026 prices of ...`. */
export const withoutMonths = (text: string): string =>
  isAged()
    ? text.replace(/^(?:In|Between) [^:]*?\d{4}(?: and \w+ \d{4})?:? ?(.)/, (_, first: string) => first.toUpperCase())
    : text;
