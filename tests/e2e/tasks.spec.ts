import type { ProductDetail } from "@/lib/catalogue/products/schema";
import { formatUsd } from "@/lib/text/format";
import { expect, type Page, readApi, test } from "./visitor";

/** Counts what a visitor does: a click, a key, or a field that is filled. */
function countSteps() {
  let steps = 0;
  return {
    take: async (action: () => Promise<unknown>) => {
      steps++;
      await action();
    },
    count: () => steps,
  };
}

async function search(page: Page, text: string) {
  const field = page.getByRole("combobox", { name: "Search subscriptions and countries" });
  await field.fill(text);
  await field.press("Enter");
}

/** Lowest price of a product in a country, in US dollars a month. */
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
  await expect(page.locator(".saving-heading")).toContainText(`${formatUsd(12 * saved)} a year less than in Germany`);
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
  const form = page.locator(".home-form");
  await take(async () => {
    await form.getByLabel("Currency").selectOption("EUR");
    await form.getByRole("button", { name: "Apply" }).click();
  });
  await take(() => page.getByRole("link", { name: /^Without tax/ }).click());
  await expect(page.locator(".summary-list-amount").first()).toContainText(/€[\d.]+ a month, without tax/);
  expect(count()).toBeLessThanOrEqual(2);
});

test("a price as a share of income: 1 step", async ({ page }) => {
  const { take, count } = countSteps();
  await page.goto("/services/netflix");
  await take(() => page.getByRole("link", { name: /^Of an income/ }).click());
  await expect(page.locator(".summary-list-note").first()).toContainText(/% of a month’s average income of \d{4}/);
  expect(count()).toBe(1);
});
