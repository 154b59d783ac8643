import type { ProductOnDay } from "@/lib/catalogue/products/schema";
import { formatDay } from "@/lib/text/format";
import { expect, expectAccessible, expectNarrow, openPop, plain, readApi, readStructuredData, test } from "./visitor";

const DATE = "2024-06-01";
const COMPARED = "countries=US,TR,DE&products=netflix,netflix-premium";
const PAGES = {
  product: "/services/netflix",
  country: "/countries/TR",
  compare: `/compare?${COMPARED}`,
};
const inWords = (day: string) => formatDay(day).replaceAll("\u00a0", " ");
const onDay = (path: string, date = DATE) => `${path}${path.includes("?") ? "&" : "?"}date=${date}`;

for (const [name, path] of Object.entries(PAGES))
  test(`the ${name} page says which day it shows, leads to today's prices, and is not for search engines`, async ({
    page,
  }) => {
    await page.goto(onDay(path));
    const band = page.locator("main [role=status]", { hasText: "Prices as they were listed" });
    await expect(band).toContainText("1 Jun 2024");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
    expect(canonical).not.toContain("date=");
    await expect(page.locator(".day-form input[name=date]")).toHaveValue(DATE);
    await band.getByRole("link", { name: "Show the latest prices" }).click();
    await expect(page).not.toHaveURL(/date=/);
    await expect(band).toHaveCount(0);
    await page.reload();
    await expect(page.locator('meta[name="robots"][content*="noindex"]')).toHaveCount(0);
  });

test("a page of a past day tells programs nothing about the data of today", async ({ page }) => {
  for (const path of [PAGES.product, "/services/spotify", PAGES.country]) {
    await page.goto(path);
    await readStructuredData(page, "Dataset");
    await page.goto(onDay(path));
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  }
});

test("a product's page of a day has that day's prices and rates", async ({ page }) => {
  const product = await readApi<ProductOnDay>(page, onDay("/api/services/netflix"));
  const listed = product.prices.filter(({ amount }) => amount !== null);
  const converted = listed.filter(({ fx_rate }) => fx_rate !== null);
  await page.goto(onDay(PAGES.product));
  const prices = page.locator("#prices");
  expect(plain((await prices.textContent()) ?? "")).toContain(
    `${listed.length} prices, ${converted.length} of them converted at the rates of 1 Jun 2024; ${listed.length - converted.length} have no exchange rate`,
  );
  await page.goto(`${onDay(PAGES.product)}&country=TR`);
  const turkish = listed.find(({ country }) => country === "TR");
  await expect(page.locator("#prices tbody tr").first()).toContainText(String(turkish?.amount));
});

test("a product's page of a day is called after that day, ends with it and keeps it in its links", async ({ page }) => {
  await page.goto(onDay(PAGES.product));
  await expect(page).toHaveTitle(/^Netflix Standard: price in \d+ countries and territories on 1\u00a0Jun\u00a02024/);
  const description = await page.locator("meta[name=description]").getAttribute("content");
  const title = await page.locator("h1").innerText();
  expect(plain(description ?? "")).toContain(`${title} on 1 Jun 2024.`);
  expect(title).toContain(" cost ");
  await expect(page.locator("#history .measure").first()).toContainText("to 1\u00a0Jun\u00a02024.");
  const linked = page.locator("main").locator("a[href^='/countries/'], a[href^='/compare']");
  const hrefs = await linked.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs.length).toBeGreaterThan(30);
  expect(hrefs.filter((href) => !href.includes("date=2024-06-01"))).toEqual([]);
  for (const path of ["/image/services/netflix/map.png", "/table/services/netflix/prices.csv"]) {
    const href = await page.locator(`main a[href*='${path}']`).first().getAttribute("href");
    expect(href).toContain("date=2024-06-01");
    const reply = await page.request.get(href ?? "");
    expect(reply.status()).toBe(200);
  }
});

test("a country's page of a day begins with the prices that had been read, by product", async ({ page }) => {
  await page.goto(onDay(PAGES.country));
  const rows = await page.getByRole("table").getByRole("row").allInnerTexts();
  const firstUnread = rows.findIndex((row) => row.includes("not read yet"));
  const lastRead = rows.findLastIndex((row) => row.includes("TRY"));
  expect(lastRead).toBeGreaterThan(2);
  expect(firstUnread).toBe(lastRead + 1);
  const unread = rows.slice(firstUnread);
  expect(unread.every((row) => row.includes("not read yet"))).toBe(true);
  const names = unread.map((row) => row.split("\t")[0]?.toLowerCase() ?? "");
  expect(names.slice(0, 3)).toEqual([...names.slice(0, 3)].sort());
});

test("links to the other plans stay on the day and in the lens, without amounts of today", async ({ page }) => {
  await page.goto(`${onDay(PAGES.product)}&tax=excluded`);
  await openPop(page, "Plan");
  const plans = page.locator(".pop-panel", { hasText: "Plans of Netflix" }).getByRole("link");
  expect(await plans.count()).toBeGreaterThan(3);
  for (const plan of await plans.all()) {
    expect(await plan.getAttribute("href")).toMatch(/\?date=2024-06-01&tax=excluded$/);
    expect(await plan.innerText()).not.toMatch(/[$\d]/);
  }
  await expect(page.getByRole("heading", { name: "All plans, cheapest place" })).toHaveCount(0);
});

test("a day before the first reading shows no price, and says that later ones are not carried back", async ({
  page,
}) => {
  await page.goto(onDay(PAGES.product, "2023-01-01"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No price of");
  await expect(page.locator("main")).toContainText("first read later");
  await page.goto(onDay(PAGES.compare, "2023-01-01"));
  await expect(page.locator("main")).toContainText("Not read yet by that day");
});

for (const [name, date] of [
  ["impossible", "2024-02-30"],
  ["future", "2999-01-01"],
])
  test(`an ${name} day in the address is refused, and today's prices are shown`, async ({ page }) => {
    for (const path of Object.values(PAGES)) {
      await page.goto(onDay(path, date));
      await expect(page.locator("main")).toContainText(`The address asks for date “${date}”`);
      await expect(page.locator(".day-choice [role=status]")).toHaveCount(0);
    }
  });

test("the slider sets the day, and the button shows it", async ({ page }) => {
  await page.goto(PAGES.product);
  await openPop(page, "Date");
  const slider = page.getByRole("slider", { name: "Day" });
  const field = page.locator(".day-form input[name=date]");
  const last = await field.getAttribute("max");
  await expect(slider).toHaveAttribute("aria-valuetext", inWords(last ?? ""));
  await expect(page.locator(".day-form output")).toHaveText(inWords(last ?? ""));
  await slider.focus();
  await page.keyboard.press("Home");
  const first = (await field.getAttribute("min")) ?? "";
  await expect(field).toHaveValue(first);
  await page.keyboard.press("ArrowRight");
  const second = new Date(Date.parse(first) + 86_400_000).toISOString().slice(0, 10);
  await expect(field).toHaveValue(second);
  await field.fill(DATE);
  await expect(slider).toHaveAttribute("aria-valuetext", "1 Jun 2024");
  await page.locator(".day-form").getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(new RegExp(`date=${DATE}`));
  await openPop(page, "Date");
  await expect(slider).toHaveAttribute("aria-valuetext", "1 Jun 2024");
});

test("the days that can be chosen begin with the first reading of what the page shows", async ({ page }) => {
  await page.goto("/services/netflix-basic-with-ads");
  const first = (await page.locator(".day-form input[name=date]").getAttribute("min")) ?? "";
  expect(first).toBe("2023-04-19");
  await openPop(page, "Date");
  await expect(page.locator(".day-form small")).toContainText(`${inWords(first)} to `);
});

test("a day before the first reading is accessible and fits the narrowest screens", async ({ page }) => {
  const path = onDay(PAGES.product, "2023-01-01");
  await expectAccessible(page, path);
  await expectNarrow(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the form chooses a day and keeps what the address has", async ({ page }) => {
    await page.goto(`/compare?${COMPARED}&tax=excluded`);
    await expect(page.getByRole("slider")).toHaveCount(0);
    await openPop(page, "Date");
    await page.locator(".day-form input[name=date]").fill(DATE);
    await page.locator(".day-form").getByRole("button", { name: "Show" }).click();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      date: DATE,
      countries: "US,TR,DE",
      products: "netflix,netflix-premium",
      tax: "excluded",
    });
    await expect(page.locator(".day-choice [role=status]")).toContainText("1 Jun 2024");
  });
});

test("a country's page of a day names the publisher of each price, and credits those alone", async ({ page }) => {
  await page.goto("/countries/AQ?date=2024-05-01");
  const sources = await page.locator("#prices tbody td:last-child a").allTextContents();
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) expect(source).toContain("thomas.io");
  await expect(page.locator("#prices")).not.toContainText("OpenTheRank");
});
