import type { Country } from "@/lib/catalogue/countries/schema";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { Product } from "@/lib/catalogue/products/schema";
import { formatPct, formatPrice } from "@/lib/text/format";
import { expect, plain, readApi, readStructuredData, test } from "./visitor";

test("gives the index of every country as the API does, on the map", async ({ page }) => {
  const indexed = (await readApi<Country[]>(page, "/api/countries")).filter(({ index }) => index !== null);
  expect(indexed.length).toBeGreaterThan(1);
  await page.goto("/");
  const titles = (await page.locator("#map .map-country title").allTextContents()).map(plain);
  expect(titles).toHaveLength(indexed.length);
  for (const { country: code, name, index } of indexed) {
    const own = titles.find((title) => title.startsWith(name)) ?? "";
    if (code === "US") continue;
    expect(own).toContain(plain(`${name} ${formatPct(index?.pct_vs_us ?? 0)} against the US`));
    expect(own).not.toContain("interval");
  }
  // No country's whole interval bears "about half": Egypt's and Türkiye's end below two thirds.
  const below = indexed.filter(({ index }) => (index?.median_high ?? 0) < 100 / 1.5 - 100);
  const finding = page.locator("#map h2");
  await expect(finding).toContainText("less than two thirds as much");
  for (const { name } of below) await expect(finding).toContainText(name);
});

test("is against my country: the median over what both sell, computed from the API's prices", async ({ page }) => {
  const RANKS = ["ios", "android", "web", "any"];
  const basket = new Set(
    (await readApi<Product[]>(page, "/api/services?page_size=200")).flatMap(({ product, in_basket }) =>
      in_basket ? [product] : [],
    ),
  );
  const pricesOf = async (country: string) =>
    (await readApi<Price[]>(page, `/api/prices?country=${country}&page_size=200`)).filter(
      ({ product, fx_stale, fx_rate }) => basket.has(product) && !fx_stale && fx_rate !== null,
    );
  const german = await pricesOf("DE");
  const turkish = await pricesOf("TR");
  const ratios = [...basket].flatMap((slug) => {
    const pairs = turkish
      .filter(({ product }) => product === slug)
      .flatMap((one) => {
        const other = german.find(
          ({ product, platform, period }) => product === slug && platform === one.platform && period === one.period,
        );
        const ratio = (price: Price) => price.amount * (price.fx_rate ?? 0);
        return other
          ? [{ rank: RANKS.indexOf(one.platform), period: one.period, pct: 100 * (ratio(one) / ratio(other) - 1) }]
          : [];
      })
      .sort((a, b) => a.rank - b.rank || (a.period === "monthly" ? -1 : b.period === "monthly" ? 1 : 0));
    return pairs.slice(0, 1).map(({ pct }) => pct);
  });
  const sorted = ratios.sort((a, b) => a - b);
  expect(sorted.length).toBeGreaterThan(30);
  const at = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
  await page.goto("/?home=DE");
  const title = await page.locator("#map .map-country title", { hasText: "Türkiye" }).textContent();
  expect(plain(title ?? "")).toContain(plain(`Türkiye ${formatPct(median)} against Germany`));
});

const STORES: Readonly<Record<string, RegExp>> = {
  android: /Google Play/,
  any: /Any platform/,
  ios: /App Store/,
  web: /Web|[a-z]\.[a-z]/,
};

test("tells what I pay and the lowest price of each subscription, as the API does", async ({ page }) => {
  const products = await readApi<Product[]>(page, "/api/services?page_size=200&currency=EUR");
  const german = await readApi<Price[]>(page, "/api/prices?country=DE&page_size=200&currency=EUR");
  await page.goto("/?home=DE&currency=EUR");
  const tiles = await page.locator(".tiles a").all();
  expect(tiles).toHaveLength(12);
  for (const tile of tiles) {
    const slug = (await tile.getAttribute("href"))?.replace("/services/", "") ?? "";
    const mine = german.filter(({ product }) => product === slug).map(({ converted }) => converted?.monthly ?? 0);
    const text = plain(await tile.innerText());
    expect(text).toContain(mine.length === 0 ? "no price here" : formatPrice(Math.min(...mine), "EUR"));
    const lowest = products.find(({ product }) => product === slug)?.cheapest;
    expect(text).toContain(formatPrice(lowest?.converted?.monthly ?? 0, "EUR"));
    const stores = german.filter(({ product }) => product === slug).map(({ platform }) => STORES[platform]);
    if (stores.length > 0) expect([slug, stores.some((store) => store?.test(text) === true)]).toEqual([slug, true]);
    const isFar =
      (lowest?.usual_ratio ?? 1) <= 1 / 3 && products.find(({ product }) => product === slug)?.ranking === "certain";
    expect([slug, text.includes("far below the rest")]).toEqual([slug, isFar]);
  }
});

test("converts to a display currency at the rate of the API's own prices, and remembers it", async ({ page }) => {
  const [euro] = await readApi<Price[]>(page, "/api/prices?country=DE&page_size=1");
  const [netflix] = (await readApi<Product[]>(page, "/api/services?category=streaming&page_size=200")).filter(
    ({ product: slug }) => slug === "netflix",
  );
  expect(euro?.currency).toBe("EUR");
  const expected = formatPrice((netflix?.cheapest?.usd_monthly ?? 0) / (euro?.fx_rate ?? 1), "EUR");
  await page.goto("/");
  await page.locator(".masthead .pop summary").click();
  await page.getByLabel("Show prices in").selectOption("EUR");
  await page.getByRole("button", { name: "and EUR" }).click();
  const tile = page.locator('.tiles a[href="/services/netflix"]');
  await expect(tile).toContainText(expected);
  await page.goto("/");
  await expect(tile).toContainText(expected);
  await expect(page.locator(".masthead .pop summary")).toContainText("EUR");
});

test("never sends a reader to another site from its preferences, nor takes any from one", async ({ page, baseURL }) => {
  for (const back of ["https://example.com/", "//example.com", "/\\example.com", "javascript:alert(1)"]) {
    const form = { currency: "EUR", back };
    const response = await page.request.post("/preferences", {
      form,
      headers: { origin: baseURL ?? "" },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(303);
    expect(response.headers().location, back).toMatch(/^\/(?![/\\])/);
  }
  const foreign = await page.request.post("/preferences", {
    form: { country: "TR", back: "/" },
    headers: { origin: "https://example.com" },
    maxRedirects: 0,
  });
  expect([foreign.status(), foreign.headers()["set-cookie"]]).toEqual([403, undefined]);
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
    const field = page.locator(".big-search input");
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
  await expect(page.getByRole("status").first()).toContainText("XXX");
  await expect(page.locator(".tiles")).toContainText("$");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("searches and changes the currency", async ({ page }) => {
    await page.goto("/");
    await page.locator(".big-search input").fill("Denmark");
    await page.locator(".big-search button").click();
    await expect(page).toHaveURL(/\/countries\/DK$/);
    await page.locator(".masthead .pop summary").click();
    await page.getByLabel("Your country").selectOption("DK");
    await page.getByRole("button", { name: "Use the United States and USD" }).click();
    await expect(page).toHaveURL(/\/countries\/DK$/);
    await expect(page.locator(".masthead .pop summary")).toContainText("Denmark DKK");
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
  expect(response.headers()["content-type"]).toBe("application/xml; charset=utf-8");
});
