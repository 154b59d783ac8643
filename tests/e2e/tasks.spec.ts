import { readFile } from "node:fs/promises";
import type { ProductDetail } from "@/lib/catalogue/products/schema";
import { formatUsd } from "@/lib/text/format";
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
  await expect(page.locator(".answer")).toContainText(`You would save${formatUsd(12 * saved)} a year`);
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
  const form = page.locator(".control-line .home-form");
  await take(async () => {
    await openPop(page, "Compare with");
    await form.getByLabel("Show prices in").selectOption("EUR");
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
  await expect(page.locator(".answer-note").first()).toContainText(/% of a month’s average income of \d{4}/);
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

test("of a chart the link, the picture, its table in a spreadsheet and a full citation: 1 step each", async ({
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/services/netflix?currency=EUR&history=US,TR");
  const { take, count } = countSteps();
  const download = async (figure: string, name: string) => {
    const begun = page.waitForEvent("download");
    await take(() => page.locator(`${figure} .share-files`).getByRole("link", { name }).click());
    const file = await begun;
    return { name: file.suggestedFilename(), start: (await readFile(await file.path())).toString("latin1", 0, 4) };
  };
  await take(() => page.locator("#history .share-link").click());
  await expect(page).toHaveURL(/#history$/);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/currency=EUR&history=US,TR#history$/);
  expect(await download("#history", "PNG")).toMatchObject({ name: expect.stringMatching(/\.png$/), start: "\x89PNG" });
  expect(await download("#history", "SVG")).toMatchObject({ name: expect.stringMatching(/\.svg$/), start: "<svg" });
  expect(await download("#prices", "Excel")).toMatchObject({
    name: expect.stringMatching(/\.xlsx$/),
    start: "PK\x03\x04",
  });
  await take(() => page.locator("#history summary", { hasText: "Cite" }).click());
  const [sentence, bibtex] = [page.locator("#history .citation").first(), page.locator("#history pre.citation")];
  for (const part of [
    /\?currency=EUR&history=US,TR&version=\S+#history/,
    /Dataset \S+, published \d+\s\w+\s\d{4}/,
    /Method: \S+methodology/,
    /Licence CC BY 4\.0/,
  ])
    await expect(sentence).toContainText(part);
  await expect(sentence).toBeVisible();
  await expect(bibtex).toContainText(/@misc\{price-atlas-\S+,\s+author = .*\s+title = [\s\S]+ url = \{\S+#history\}/);
  expect(count()).toBe(5);
});
