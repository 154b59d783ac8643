import { expect } from "vitest";
import { getProduct } from "@/lib/catalogue/products/endpoints";
import { get } from "./api";

/** Of prices, none of which was read on the day of a visit. */
const PRESENT = /\b(?:you pay|today|currently|current price|now costs?)\b/i;

/** What a visitor reads, in one line. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

const headOf = (html: string): string => textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "").trim();

/** Checks that a product's page, frame and description say no more than the API says of its prices. */
export async function checkSentences(slug: string, home: string): Promise<void> {
  const { data: product } = getProduct.response.parse((await get(`/api/services/${slug}`)).body);
  const html = (await get(`/services/${slug}?home=${home}`)).text;
  const main = textOf(html.slice(html.indexOf("<main"), html.indexOf("</main>")));
  const title = headOf(html);
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const embed = (await get(`/embed/services/${slug}`)).text;
  const label = `${slug} at home in ${home}`;

  for (const text of [main, description, textOf(embed)])
    expect([label, PRESENT.exec(text)?.[0]]).toEqual([label, undefined]);
  const isAnyRanked = (country: string) =>
    product.prices.some((price) => price.country === country && price.ranked === true);
  const mayBeTold = product.ranking === "certain" && isAnyRanked(home) && product.cheapest?.country !== home;
  if (/you would save|less than there by/i.test(main)) expect([label, mayBeTold]).toEqual([label, true]);
  const begins = {
    certain: /./,
    uncertain: /^Prices of .* are uncertain/,
    last_seen: /^Last seen /,
    none: / has no price/,
  };
  for (const told of [title, description, headOf(embed)])
    expect([label, begins[product.ranking].test(told)]).toEqual([label, true]);
  if (product.prices.some(({ country }) => country === home))
    expect([label, html.includes('<span class="answer-amount">no price')]).toEqual([label, false]);
}
