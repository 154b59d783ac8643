import type { Country } from "@/lib/catalogue/countries/schema";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { Product } from "@/lib/catalogue/products/schema";
import { formatAmount, formatPct } from "@/lib/text/format";
import { expect, expectAccessible, plain, readApi, readStructuredData, test } from "./visitor";

test("gives the index of every country as the API does, cheapest first", async ({ page }) => {
  const countries = await readApi<Country[]>(page, "/api/countries");
  const ranked = countries
    .filter(({ index }) => index !== null)
    .sort((a, b) => (a.index?.rank ?? 0) - (b.index?.rank ?? 0));
  expect(ranked.length).toBeGreaterThan(1);
  await page.goto("/");
  const shown = (await page.locator(".rank-list li").allInnerTexts()).map(plain);
  expect(shown).toHaveLength(ranked.length);
  const countOf = (rank: number | undefined) => ranked.filter(({ index }) => index?.rank === rank).length;
  for (const [i, { code, name, index }] of ranked.entries()) {
    const rank = `${index?.rank}${countOf(index?.rank) > 1 ? "=" : ""}`;
    const figure = code === "US" ? "US price" : formatPct(index?.pct_vs_us ?? 0);
    expect(shown[i]?.startsWith(plain(`${rank} ${name} ${figure}`)), shown[i]).toBe(true);
    if (code === "US") continue;
    const interval = `95 % interval ${formatPct(index?.median_low ?? 0)} to ${formatPct(index?.median_high ?? 0)}`;
    expect(shown[i]).toContain(plain(interval));
  }
  await expect(page.locator(".rank-list .diff-whisker")).toHaveCount(ranked.length - 1);
  await expect(page.locator(".map-labels-wide .whisker").first()).toBeVisible();
  // No country's whole interval bears "about half": the title counts those whose interval lies below the US price.
  const cheaper = ranked.filter(({ code, index }) => code !== "US" && (index?.median_high ?? 0) < 0);
  expect(cheaper).toHaveLength(8);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "clearly cheaper than in the US in eight countries",
  );
});

test("shows of each known service the cheapest price the API knows", async ({ page }) => {
  const products = await readApi<Product[]>(page, "/api/services?page_size=200");
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  await page.goto("/");
  const rows = await page.locator('table:has(caption:has-text("Well-known services")) tbody tr').all();
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const slug = (await row.locator("th a").getAttribute("href"))?.replace("/services/", "") ?? "";
    const lowest = bySlug.get(slug)?.cheapest?.usd_monthly ?? 0;
    expect(await row.locator("td.amount").allInnerTexts()).toContain(formatAmount(lowest));
  }
});

test("converts to a display currency at the rate of the API's own prices, and remembers it", async ({ page }) => {
  const [euro] = await readApi<Price[]>(page, "/api/prices?country=DE&page_size=1");
  const [netflix] = (await readApi<Product[]>(page, "/api/services?category=streaming&page_size=200")).filter(
    ({ slug }) => slug === "netflix",
  );
  expect(euro?.currency).toBe("EUR");
  const expected = formatAmount((netflix?.cheapest?.usd_monthly ?? 0) / (euro?.fx_rate ?? 1), "EUR");
  await page.goto("/");
  await page.locator(".settings summary").click();
  await page.getByLabel("Currency", { exact: true }).selectOption("EUR");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/\/\?currency=EUR$/);
  const row = page.locator('tr:has(a[href="/services/netflix"]):has(td.amount)').first();
  await expect(row).toContainText(expected);
  await page.goto("/");
  await expect(row).toContainText(expected);
  await expect(page.locator(".settings summary")).toContainText("EUR");
});

test("never sends a reader to another site from its preferences", async ({ page }) => {
  for (const back of ["https://example.com/", "//example.com", "/\\example.com", "javascript:alert(1)"]) {
    const response = await page.request.get(`/preferences?currency=EUR&back=${encodeURIComponent(back)}`, {
      maxRedirects: 0,
    });
    expect(response.status()).toBe(303);
    expect(response.headers().location, back).toMatch(/^\/(?![/\\])/);
  }
});

for (const [typed, address] of [
  ["Türkiye", /\/countries\/TR$/],
  ["turkiye", /\/countries\/TR$/],
  ["Spotify", /\/services\/spotify$/],
  ["netflix prem", /\/services\/netflix-premium$/],
  ["premium", /\/search\?q=premium$/],
] as const) {
  test(`finds "${typed}" by keyboard`, async ({ page }) => {
    await page.goto("/");
    const field = page.getByLabel("Subscription or country", { exact: true });
    await field.focus();
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
  });
}

test("lets the keyboard skip the map, and tells a country on it when focused", async ({ page }) => {
  await page.goto("/");
  const skip = page.getByRole("link", { name: /^Skip the map/ });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Tab");
  const first = page.locator(".map-country").first();
  await expect(first).toBeFocused();
  const tip = page.locator("#map .tip");
  await expect(tip).toBeVisible();
  await expect(tip).toContainText("against the US");
  const name = plain((await first.getAttribute("aria-label")) ?? "");
  expect(name).toContain(plain((await tip.locator("b").textContent()) ?? "?"));
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/countries\/[A-Z]{2}$/);
});

test("names a currency it does not know and shows dollars", async ({ page }) => {
  await page.goto("/?currency=XXX");
  await expect(page.getByRole("status")).toContainText("XXX");
  await expect(page.locator("th", { hasText: "US, $ a month" })).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("searches and changes the currency", async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("Subscription or country", { exact: true }).fill("Denmark");
    await page.locator(".big-search button").click();
    await expect(page).toHaveURL(/\/countries\/DK$/);
    await page.locator(".settings summary").click();
    await page.getByLabel("Currency", { exact: true }).selectOption("DKK");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/\/countries\/DK\?currency=DKK$/);
  });
});

test("describes the whole dataset for search engines, with files that exist", async ({ page }) => {
  await page.goto("/");
  const { distribution, license } = await readStructuredData(page, "Dataset");
  expect(license).toContain("creativecommons.org/licenses/by/4.0");
  expect(JSON.stringify(distribution)).toContain("/api/export?dataset=prices&format=csv");
});

test("has a card for links to it", async ({ page }) => {
  await page.goto("/");
  const card = new URL((await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "");
  const response = await page.request.get(card.pathname + card.search);
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toBe("image/png");
});

test("names its feed of price changes to readers of feeds", async ({ page }) => {
  await page.goto("/");
  const feed = page.locator('link[rel="alternate"][type="application/atom+xml"]');
  const response = await page.request.get((await feed.getAttribute("href")) ?? "");
  expect(response.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
});

test("is accessible in both themes", ({ page }) => expectAccessible(page, "/"));
