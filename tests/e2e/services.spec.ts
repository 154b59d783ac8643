import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled } from "@/lib/catalogue/prices/words";
import type { Product } from "@/lib/catalogue/products/schema";
import { formatUsd } from "@/lib/text/format";
import { expect, type Page, plain, readApi, test } from "./visitor";

const rowsOf = (page: Page) => page.locator(".data-table tbody tr");

test("shows each product's cheapest price as the API has it", async ({ page }) => {
  const products = await readApi<Product[]>(page, "/api/services?category=ai&page_size=200");
  const bySlug = new Map(products.map((product) => [product.product, product]));
  await page.goto("/services?category=ai&show=all");
  const priced = products.filter(({ n_countries: countries }) => countries > 0);
  await expect(rowsOf(page)).toHaveCount(priced.length);
  for (const row of await rowsOf(page).all()) {
    const slug = (await row.locator("th a").getAttribute("href"))?.split("/").at(-1) ?? "";
    const cheapest = bySlug.get(slug)?.cheapest;
    expect(cheapest, slug).toBeTruthy();
    if (!cheapest) continue;
    const text = plain((await row.textContent()) ?? "");
    expect(text, slug).toContain(formatUsd(cheapest.usd_monthly ?? 0));
    expect(text, slug).toContain(plain(formatBilled(cheapest)));
  }
});

test("says the period of an amount that is not a month's, in the table and in one country", async ({ page }) => {
  for (const path of ["/services?q=babbel", "/services?q=babbel&country=TR"]) {
    await page.goto(path);
    const { cheapest } = (await readApi<Product[]>(page, "/api/services?page_size=200")).find(
      ({ product: slug }) => slug === "babbel",
    ) ?? { cheapest: null };
    expect(cheapest?.period).toBe("yearly");
    if (!cheapest) continue;
    expect(plain((await page.locator("main").textContent()) ?? ""), path).toContain(plain(formatBilled(cheapest)));
  }
});

test("shows one country's prices as the API has them, cheapest first", async ({ page }) => {
  const prices = await readApi<Price[]>(page, "/api/prices?country=DE&page_size=200");
  const lowest = new Map<string, number>();
  for (const { product, usd_monthly } of prices)
    if (usd_monthly !== null) lowest.set(product, Math.min(usd_monthly, lowest.get(product) ?? usd_monthly));
  const expected = [...lowest.values()].sort((a, b) => a - b).map((usd) => formatUsd(usd));
  await page.goto("/services?country=DE&sort=cheapest&show=all");
  const shown = await rowsOf(page).locator(".lowest").allTextContents();
  expect(shown.length).toBeGreaterThan(20);
  expect(shown).toEqual(expected.slice(0, shown.length));
});

test("filters by form, keeps the state in the address", async ({ page }) => {
  await page.goto("/services?category=streaming");
  await page.getByText("Country, store, billing period, order").click();
  await page.getByLabel("Sort by").selectOption("spread");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/category=streaming/);
  await expect(page).toHaveURL(/sort=spread/);
  await expect(page.getByRole("navigation", { name: "Category" }).locator("[aria-current]")).toContainText("Streaming");
  const spreads = await rowsOf(page).locator("td:has-text('×')").allTextContents();
  const figures = spreads.map((text) => Number.parseFloat(text));
  expect(figures.length).toBeGreaterThan(5);
  expect(figures).toEqual([...figures].sort((a, b) => b - a));
});

test("where the rest of a list does not come, the filter is a form again", async ({ page }) => {
  await page.route(/show=all/, (route) => route.fulfill({ contentType: "text/html", body: "<p>A proxy’s words</p>" }));
  await page.goto("/services");
  const form = page.getByRole("form", { name: "Find a subscription" });
  await expect(form.getByRole("button", { name: "Find" })).toBeHidden();
  await page.getByRole("searchbox", { name: "Find a subscription" }).fill("duolingo");
  await form.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/q=duolingo/);
  await expect(rowsOf(page)).toHaveCount(1);
});

test("begins with well-known subscriptions against my country, is short on a phone, and finds while one types", async ({
  page,
}) => {
  const german = await readApi<Price[]>(page, "/api/prices?country=DE&product=netflix");
  const [netflix] = await readApi<Product[]>(page, "/api/services?q=netflix&page_size=1");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/services?home=DE");
  const priced = (await readApi<Product[]>(page, "/api/services?page_size=200")).filter(
    ({ n_countries }) => n_countries > 0,
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `${priced.length} subscriptions: the price in your country, and the lowest`,
  );
  const first = rowsOf(page).first();
  await expect(first).toContainText("Netflix");
  await expect(first).toContainText(formatUsd(Math.min(...german.map(({ usd_monthly }) => usd_monthly ?? 0))));
  await expect(first).toContainText(formatUsd(netflix?.cheapest?.usd_monthly ?? 0));
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3_400);
  await expect(rowsOf(page).filter({ visible: true })).toHaveCount(20);
  await page.getByRole("searchbox", { name: "Find a subscription" }).fill("duoling");
  await expect(rowsOf(page).filter({ visible: true })).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Find a subscription" }).fill("");
  await page.getByRole("link", { name: `Show all ${priced.length}` }).click();
  await expect(rowsOf(page).filter({ visible: true })).toHaveCount(priced.length);
});

test("compares with the US those that have a price there, and credits the sources of what is listed", async ({
  page,
}) => {
  const offers = await readApi<Product[]>(page, "/api/services?page_size=200");
  const inUs = await readApi<Product[]>(page, "/api/services?country=US&page_size=200");
  const pricedInUs = new Set(inUs.flatMap(({ product, min }) => (min === null ? [] : [product])));
  const compared = offers.filter(({ product, min }) => min !== null && pricedInUs.has(product)).length;
  expect(compared).toBeLessThan(offers.length);
  await page.goto("/services");
  await expect(
    page.getByText(/^\d+% of the subscriptions whose prices are certain cost less somewhere else/).first(),
  ).toBeVisible();
  const credit = page.locator("p.source").first();
  await expect(credit).toContainText("OpenTheRank");
  await page.goto("/services?category=education&country=IN");
  await expect(credit).toContainText("OpenTheRank");
  await expect(credit).not.toContainText("thomas.io");
});

test("offers a way out where nothing matches", async ({ page }) => {
  await page.goto("/services?q=netflx&platform=android");
  await expect(page.getByRole("heading", { name: /^No price matches/ })).toBeVisible();
  await page.getByRole("link", { name: "Netflix Standard" }).click();
  await expect(page).toHaveURL(/\/services\/netflix$/);
});

test("leads from a name that no product has to the category of that name", async ({ page }) => {
  await page.goto("/search?q=streaming");
  await expect(page).toHaveURL(/\/services\?category=streaming$/);
  await page.goto("/services?q=streaming");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(
    "No subscription, vendor or country is called “streaming”",
  );
  await page.getByRole("link", { name: "Streaming", exact: true }).click();
  await expect(page).toHaveURL(/\/services\?category=streaming$/);
});

test("names the call that answers what is shown, in its filters and its order, with its CSV", async ({ page }) => {
  await page.goto("/services?country=DE&q=netflix&sort=cheapest");
  await page.getByText("Get this data").click();
  await expect(page.locator(".endpoint")).toHaveText([
    "GET /api/services?country=DE&page_size=200&q=netflix&sort=min",
    "Prices in the United States: GET /api/services?country=US&page_size=200&q=netflix",
  ]);
  const shown = await rowsOf(page)
    .locator("th a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("/").at(-1)));
  const offers = await readApi<Product[]>(page, "/api/services?q=netflix&country=DE&sort=min");
  expect(shown).toEqual(offers.map(({ product }) => product));
  const csv = await page.request.get((await page.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "");
  expect((await csv.text()).trim().split("\n")).toHaveLength(1 + shown.length);
});

test("the CSV has the whole list", async ({ page }) => {
  await page.goto("/services");
  await page.getByText("Get this data").click();
  const href = (await page.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "";
  const rows = (await (await page.request.get(href)).text()).trim().split("\n");
  const offers = await readApi<unknown[]>(page, "/api/services?page_size=200");
  expect(rows).toHaveLength(1 + offers.length);
});

test("says which value of the address it could not use", async ({ page }) => {
  await page.goto("/services?platform=fax&category=streaming");
  await expect(page.getByRole("status").first()).toContainText("platform “fax”");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Streaming");
});

test("leads from a search to the country of that name", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Search subscriptions and countries").fill("turkiye");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/countries\/TR$/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("filters, sorts, finds and shows all", async ({ page }) => {
    await page.goto("/services");
    await page.getByText("Country, store, billing period, order").click();
    await page.getByLabel("Country", { exact: true }).selectOption("JP");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/country=JP/);
    await page.locator("thead").getByRole("link", { name: "$ a month" }).click();
    await expect(page.locator("th[aria-sort]")).toHaveAttribute("aria-sort", "ascending");
    await page.getByRole("link", { name: /^Show all \d+$/ }).click();
    await expect(page).toHaveURL(/show=all/);
    await page.getByRole("searchbox", { name: "Find a subscription" }).fill("spotify");
    await page.getByRole("button", { name: "Find" }).click();
    await expect(rowsOf(page)).toHaveCount(1);
  });
});

test("all rows are a view of their own: Back folds the list again", async ({ page }) => {
  await page.goto("/services");
  const rows = page.locator("#list tbody tr:visible");
  const first = await rows.count();
  await page.getByRole("link", { name: /^Show all \d+$/ }).click();
  await expect(page).toHaveURL(/show=all/);
  await expect(rows).not.toHaveCount(first);
  await page.goBack();
  await expect(rows).toHaveCount(first);
});

test("is sorted by the price in the reader's country, the difference, the highest price and the countries", async ({
  page,
}) => {
  await page.goto("/services?show=all");
  for (const name of ["In the US", "Against the US", "Highest", "Countries"])
    await expect(page.locator("#list thead").getByRole("link", { name, exact: true })).toHaveCount(1);
  await page.goto("/services?show=all&sort=mine");
  const shown = await page.locator("#list tbody tr td:nth-child(2)").allTextContents();
  const amounts = shown.map((text) =>
    text === "no price" ? Number.POSITIVE_INFINITY : Number(text.replace(/[^\d.]/g, "")),
  );
  expect(amounts.length).toBeGreaterThan(100);
  expect(amounts).toEqual([...amounts].sort((a, b) => (a === b ? 0 : a - b)));
});
