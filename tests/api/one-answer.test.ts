import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { listCountries } from "@/app/api/countries/contract";
import { listPrices } from "@/app/api/prices/contract";
import { getProduct } from "@/app/api/services/[slug]/contract";
import { listProducts } from "@/app/api/services/contract";
import { get, newSender } from "@/tests/support/api";
import { mainOf, textOf } from "@/tests/support/page-text";
import { readCsv } from "@/tests/support/recompute-index";
import { BEGINS, withoutMonths } from "@/tests/support/sentences";
import { baseUrl } from "@/tests/support/server";
import { isAged } from "@/tests/support/test-days";

/** Products of which one answer once said another lowest price than the next. */
const PRODUCTS = ["kimi", "tinder", "bumble", "dramabox", "pimsleur", "mojo", "gemini", "pdf-expert"];
const TITLES = { ...BEGINS, certain: isAged() ? / cost / : / costs / };

const client = new Client({ name: "tests", version: "1" });
beforeAll(() =>
  client.connect(
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
      fetch: (url, init) => {
        const headers = new Headers(init?.headers);
        headers.set("x-forwarded-for", newSender());
        return fetch(url, { ...init, headers });
      },
    }),
  ),
);
afterAll(() => client.close());

const Told = z.looseObject({ product: z.string(), min: z.number(), max: z.number(), ranking: z.string() });
const Cell = z.looseObject({ country: z.string(), usd_monthly: z.number(), ranked: z.boolean() });

async function ask<T>(name: string, args: Record<string, string>, item: z.ZodType<T>): Promise<T[]> {
  const { content } = await client.callTool({ name, arguments: args });
  const [text] = z.array(z.object({ text: z.string() })).parse(content);
  return z.object({ data: z.array(item) }).parse(JSON.parse(text?.text ?? "")).data;
}

const toDollars = (usd: number) => `$${usd.toFixed(2)}`;

test.each(PRODUCTS)(
  "%s: answer, table, tile, row, card, picture, frame, API, files and tools say one lowest price",
  async (slug) => {
    const product = getProduct.response.parse((await get(`/api/services/${slug}`)).body).data;
    const countries = listCountries.response.parse((await get("/api/countries")).body).data;
    const services = listProducts.response.parse((await get("/api/services?page_size=200")).body).data;
    const exported = readCsv((await get("/api/export?dataset=products&format=csv")).text);
    const nameOf = (code: string | undefined) => countries.find(({ country }) => country === code)?.name ?? "";
    // The rows decide: the lowest and the highest of those that are ranked.
    const ranked = product.prices.filter((price) => price.ranked === true && price.usd_monthly !== null);
    const usd = ranked.map((price) => Number(price.usd_monthly));
    const min = Math.min(...usd);
    const max = Math.max(...usd);
    const lowest = ranked.find((price) => price.usd_monthly === min);
    const highest = ranked.find((price) => price.usd_monthly === max);
    const { ranking } = product;
    const said = { ranking, min, max };

    expect(product).toMatchObject({ ...said, n_ranked: ranked.length });
    expect(services.find((one) => one.product === slug)).toMatchObject(said);
    expect(product.cheapest?.country).toBe(lowest?.country);
    expect(exported.find((row) => row.product === slug)).toMatchObject({
      ranking,
      min: String(min),
      max: String(max),
      cheapest_country: lowest?.country,
      most_expensive_country: highest?.country,
    });
    const best = listPrices.response.parse(
      (await get(`/api/prices?product=${slug}&best=country&sort=usd_monthly&page_size=200`)).body,
    ).data;
    expect([best[0]?.country, best[0]?.usd_monthly, best.at(-1)?.usd_monthly]).toEqual([lowest?.country, min, max]);

    const found = await ask("find_products", { q: product.name }, Told);
    expect(found.find((one) => one.product === slug)).toMatchObject(said);
    const there = await ask("get_prices", { product: slug, country: lowest?.country ?? "" }, Cell);
    expect(there.find((price) => price.ranked)?.usd_monthly).toBe(min);

    const html = (await get(`/services/${slug}?home=US&rows=all`)).text;
    const answer = textOf(/<section class="answer"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "");
    const word = ranking === "uncertain" ? "Lowest, uncertain" : "Cheapest";
    // On an aged page the month stands before it.
    const label = isAged() ? word.toLowerCase() : word;
    expect(answer).toContain(`${label}: ${nameOf(lowest?.country)}`);
    expect(answer).toContain(toDollars(min));
    const rows = [...mainOf(html).matchAll(/<tr data-k="([^"]*)"[\s\S]*?<\/tr>/g)].map(([row, name = ""]) => ({
      name,
      text: textOf(row),
    }));
    const first = rows.find(({ name }) => name !== "United States" || lowest?.country === "US");
    expect([first?.name, first?.text.includes(min.toFixed(2))]).toEqual([nameOf(lowest?.country), true]);

    const list = (await get(`/services?q=${encodeURIComponent(product.name)}&home=US`)).text;
    const row =
      [...list.matchAll(/<tr data-k[\s\S]*?<\/tr>/g)].find(([text]) => text.includes(`"/services/${slug}"`))?.[0] ?? "";
    const listed = textOf(row);
    expect(listed).toContain(toDollars(min));
    expect(listed).toContain(nameOf(lowest?.country));
    expect(listed).toContain("App Store");
    expect(listed.includes("uncertain")).toBe(ranking === "uncertain");
    const home = (await get("/?home=US")).text;
    const tile = new RegExp(`<li><a href="/services/${slug}">[\\s\\S]*?</li>`).exec(home)?.[0];
    if (tile !== undefined) expect(textOf(tile)).toContain(toDollars(min));

    const titles = [
      textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? ""),
      textOf(/<title>([\s\S]*?)<\/title>/.exec((await get(`/image/services/${slug}/card.svg`)).text)?.[1] ?? ""),
      textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec((await get(`/embed/services/${slug}`)).text)?.[1] ?? ""),
    ];
    for (const title of titles) {
      expect(withoutMonths(title)).toMatch(TITLES[ranking]);
      if (ranking === "certain") expect(title).toContain(nameOf(lowest?.country));
    }
    const embed = textOf((await get(`/embed/services/${slug}`)).text);
    for (const amount of [toDollars(min), toDollars(max), "App Store"]) expect(embed).toContain(amount);
    const picture = (await get(`/image/services/${slug}/map.svg`)).text;
    expect(/<title>([\s\S]*?)<\/title>/.exec(picture)?.[1]?.includes("uncertain")).toBe(ranking === "uncertain");
    const card = (await get(`/image/services/${slug}/card.svg`)).text;
    expect(/<desc>([\s\S]*?)<\/desc>/.exec(card)?.[1]).toMatch(/App Store, read /);
  },
);
