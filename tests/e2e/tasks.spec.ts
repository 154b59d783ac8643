import { readFile } from "node:fs/promises";
import type { Product, ProductDetail } from "@/lib/catalogue/products/schema";
import { formatPct, formatUsd } from "@/lib/text/format";
import { countSteps, expect, openPop, type Page, readApi, test } from "./visitor";

// Tasks of visitors with their number of steps. The report of a price is in desk.spec.ts, whose server allows
// writing.

async function search(page: Page, text: string) {
  const field = page.getByRole("combobox", { name: "Search subscriptions and countries" });
  await field.fill(text);
  await field.press("Enter");
}

/** In US dollars a month. */
async function readLowest(page: Page, slug: string, country?: string): Promise<number> {
  const { prices } = await readApi<ProductDetail>(page, `/api/services/${slug}`);
  const usd = prices
    .filter((price) => !country || price.country === country)
    .flatMap((price) => price.usd_monthly ?? []);
  return Math.min(...usd);
}

test("what Spotify could save in a year against Germany: 1 step, a search", async ({ page }) => {
  const saved = (await readLowest(page, "spotify", "DE")) - (await readLowest(page, "spotify"));
  const { take, count } = countSteps();
  await page.goto("/");
  await take(() => search(page, "spotify germany"));
  await expect(page.locator(".answer")).toContainText(`Less than there by${formatUsd(12 * saved)} a year`);
  expect(count()).toBeLessThanOrEqual(2);
});

test("Netflix in Türkiye since 2023, split into vendor and exchange rate: 1 step, a search", async ({ page }) => {
  const { take, count } = countSteps();
  await page.goto("/");
  await take(() => search(page, "netflix turkey"));
  await expect(page.locator("#history .finding").first()).toContainText("Türkiye");
  await expect(page.locator('.split-table tr[data-country="TR"] td')).toHaveText([/%/, /%/, /%/]);
  await expect(page.locator("#history .measure").first()).toContainText("2023");
  expect(count()).toBeLessThanOrEqual(3);
});

test("the cheapest subscriptions in Brazil: 2 steps", async ({ page }) => {
  const { take, count } = countSteps();
  await page.goto("/");
  await take(() => search(page, "Brasil"));
  await take(() => page.locator("#prices thead").getByRole("link", { name: "$ a month", exact: true }).click());
  await expect(page).toHaveURL(/sort=usd/);
  const amounts = await page.locator("#prices tbody td.amount").allTextContents();
  const sorted = amounts.map(Number.parseFloat);
  expect(sorted.length).toBeGreaterThan(10);
  expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
  expect(count()).toBeLessThanOrEqual(2);
});

test("prices in euros without tax: 2 steps", async ({ page }) => {
  const { take, count } = countSteps();
  await page.goto("/services/netflix");
  const form = page.locator(".masthead .home-form");
  await take(async () => {
    await page.locator(".masthead .pop > summary").click();
    await form.getByLabel("Show prices in").selectOption("EUR");
    await form.getByRole("button", { name: "and EUR" }).click();
  });
  await expect(page.locator(".answer-amount").first()).toContainText("€");
  await take(async () => {
    await openPop(page, "Prices");
    await page.getByRole("link", { name: /^Without tax/ }).click();
  });
  await expect(page.locator(".answer-amount").first()).toContainText(/€[\d.]+ a month, without tax/);
  expect(count()).toBeLessThanOrEqual(2);
});

test("a price as a share of income: 1 step", async ({ page }) => {
  const { take, count } = countSteps();
  await page.goto("/services/netflix");
  await take(async () => {
    await openPop(page, "Prices");
    await page.getByRole("link", { name: "Share of income" }).click();
  });
  await expect(page.locator(".answer .is-you")).toContainText(/% of a month’s average income of \d{4}/);
  expect(count()).toBe(1);
});

test("a feed of the prices of YouTube in India: a search, its changes, Follow", async ({ page }) => {
  const { take, count } = countSteps();
  await page.goto("/");
  await take(() => search(page, "youtube india"));
  await take(() => page.getByRole("link", { name: "Price changes of YouTube Premium in India" }).click());
  await take(() => page.locator(".changes-head summary").click());
  const address = (await page.locator(".changes-head .pop-panel a", { hasText: "RSS" }).getAttribute("href")) ?? "";
  expect(new URL(address, page.url()).search).toBe("?country=IN&product=youtube");
  const feed = await page.request.get(address);
  expect(feed.status()).toBe(200);
  expect(await feed.text()).toContain("country=IN&amp;product=youtube");
  expect(count()).toBe(3);
});

test("of a chart the link in 1 step, its picture and a full citation in 2, its table in Excel in 2 above the table", async ({
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/services/netflix?currency=EUR&history=US,TR");
  const { take, count } = countSteps();
  const open = (figure: string, menu: string) =>
    take(() => page.locator(`${figure} .data-figure-action > summary`, { hasText: menu }).click());
  const download = async (figure: string, name: string) => {
    const begun = page.waitForEvent("download");
    await take(() => page.locator(`${figure} .data-figure-panel`).getByRole("link", { name, exact: true }).click());
    const file = await begun;
    return { name: file.suggestedFilename(), start: (await readFile(await file.path())).toString("latin1", 0, 4) };
  };
  await take(() => page.locator("#history .share-link").click());
  await expect(page).toHaveURL(/#history$/);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/currency=EUR&history=US,TR#history$/);
  expect(count()).toBe(1);
  await open("#history", "Share");
  expect(await download("#history", "PNG")).toMatchObject({ name: expect.stringMatching(/\.png$/), start: "\x89PNG" });
  expect(await download("#history", "SVG")).toMatchObject({ name: expect.stringMatching(/\.svg$/), start: "<svg" });
  const sentence = page.locator("#history .citation").first();
  const bibtex = page.locator("#history pre.citation");
  for (const part of [
    /\?currency=EUR&history=US,TR&version=\S+#history/,
    /Dataset \S+, published \d+\s\w+\s\d{4}/,
    /Method: \S+methodology/,
    /Licence CC BY 4\.0/,
  ])
    await expect(sentence).toContainText(part);
  await expect(sentence).toBeVisible();
  await expect(bibtex).toContainText(/@misc\{price-atlas-\S+,\s+author = .*\s+title = [\s\S]+ url = \{\S+#history\}/);
  expect(count()).toBe(4);
  await page.keyboard.press("Escape");
  const excel = page.locator("#prices .data-figure-action > summary", { hasText: "Get this data" });
  const menu = await excel.boundingBox();
  const rows = await page.locator("#prices tbody").first().boundingBox();
  expect(menu?.y).toBeLessThan(rows?.y ?? 0);
  await open("#prices", "Get this data");
  expect(await download("#prices", "Excel")).toMatchObject({
    name: expect.stringMatching(/\.xlsx$/),
    start: "PK\x03\x04",
  });
  expect(count()).toBe(6);
});

test("an API key: 2 steps to the form, which says when it is answered", async ({ page }) => {
  const { take, count } = countSteps();
  await page.goto("/");
  await take(() => page.locator(".main-nav").getByRole("link", { name: "API" }).click());
  await take(() => page.locator(".docs-nav").getByRole("link", { name: "Ask for a key" }).click());
  await expect(page).toHaveURL(/\/docs\/keys$/);
  await expect(page.getByRole("textbox").first()).toBeVisible();
  expect(count()).toBe(2);
});

test("what changed last month: 1 step", async ({ page }) => {
  type Change = { changed_on: string; product: string; country: string };
  const prices = await readApi<Change[]>(page, "/api/prices?sort=-changed_on&page_size=1");
  const [year, month] = (prices[0]?.changed_on ?? "").split("-");
  const name = new Intl.DateTimeFormat("en", { month: "long" }).format(new Date(Number(year), Number(month) - 1));
  const { take, count } = countSteps();
  await page.goto("/");
  await take(() => page.locator(".main-nav").getByRole("link", { name: "Changes" }).click());
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(page.locator("main tbody tr").first()).toBeVisible();
  expect(count()).toBe(1);
});

test("the cheapest streaming in Poland: 1 step, a search, which says what is missing there", async ({ page }) => {
  const inPoland = await readApi<Product[]>(page, "/api/services?category=streaming&country=PL&page_size=200");
  const all = await readApi<Product[]>(page, "/api/services?category=streaming&page_size=200");
  const priced = inPoland.map(({ product }) => product);
  const { take, count } = countSteps();
  await page.goto("/");
  await take(() => search(page, "cheapest streaming in poland"));
  const elsewhere = all.filter(({ n_countries, product }) => n_countries > 0 && !priced.includes(product));
  const deck = (await page.locator(".deck").first().textContent()) ?? "";
  const [, named = "", more = "0"] = /Missing: (.+?)(?: and (\d+) more)?\.$/.exec(deck) ?? [];
  const names = named.split(", ");
  expect(deck).toContain(`${priced.length} of ${priced.length + elsewhere.length}`);
  const isMissing = (text: string) => elsewhere.some(({ name, plan }) => text.startsWith(name) || text === plan);
  expect(names.filter((name) => !isMissing(name))).toEqual([]);
  expect(names.length + Number(more)).toBe(elsewhere.length);
  const rows = page.locator("#list tbody tr");
  await expect(rows).toHaveCount(priced.length);
  expect(count()).toBeLessThanOrEqual(2);
});

test("YouTube in India against Argentina: 2 steps, a search and the other country", async ({ page }) => {
  const india = await readLowest(page, "youtube", "IN");
  const argentina = await readLowest(page, "youtube", "AR");
  const { take, count } = countSteps();
  await page.goto("/");
  await take(() => search(page, "youtube india"));
  await expect(page.locator(".answer-amount").first()).toContainText(formatUsd(india));
  await take(async () => {
    await page.getByRole("searchbox", { name: "Find a country" }).fill("argen");
  });
  const row = page.locator("#prices tbody tr:visible", { hasText: "Argentina" });
  await expect(row).toContainText(formatUsd(argentina).replace("$", ""));
  await expect(row).toContainText(formatPct((100 * argentina) / india - 100, 0));
  expect(count()).toBe(2);
});
