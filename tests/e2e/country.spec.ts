import type { Country } from "@/lib/catalogue/countries/schema";
import type { Price } from "@/lib/catalogue/prices/schema";
import { evidenceWords, formatBilled } from "@/lib/catalogue/prices/words";
import { formatAmount, formatPct, formatShare } from "@/lib/text/format";
import { expect, expectAccessible, type Page, plain, readApi, test } from "./visitor";

const PATH = "/countries/TR";
const readCountries = (page: Page) => readApi<Country[]>(page, "/api/countries");
const rowsOf = (page: Page) => page.locator("#prices tbody tr");

test.describe("all countries", () => {
  test("rank as in the API, with median, share and basket; the second method stands below, folded", async ({
    page,
  }) => {
    const ranked = (await readCountries(page))
      .filter(({ index }) => index !== null)
      .sort((a, b) => (a.index?.rank ?? 0) - (b.index?.rank ?? 0));
    await page.goto("/countries");
    const rows = page.locator("#ranking tbody tr");
    await expect(rows).toHaveCount(ranked.length);
    for (const [i, { code, index }] of ranked.entries()) {
      if (index === null || code === "US") continue;
      const text = plain((await rows.nth(i).textContent()) ?? "");
      for (const figure of [formatPct(index.pct_vs_us), formatShare(index.cheaper_share), String(index.basket_size)])
        expect(text).toContain(plain(figure));
    }
    const fold = page.locator("details", { hasText: "How sure is this?" });
    const model = ranked.find(({ code }) => code === "TR")?.index?.model;
    const second = fold.getByRole("row", { name: /^Türkiye/ });
    await expect(second).toBeHidden();
    await fold.locator("summary").click();
    await expect(second).toContainText(formatPct((model?.value ?? 0) - 100));
  });

  test("are all there: those with an index and those without", async ({ page }) => {
    const countries = await readCountries(page);
    await page.goto("/countries");
    const codes = await page
      .locator("#ranking tbody th a, .a-to-z li a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.slice(-2)));
    expect(codes.sort()).toEqual(countries.map(({ code }) => code).sort());
  });

  test("sort by name", async ({ page }) => {
    await page.goto("/countries");
    await page.locator("#ranking thead").getByRole("link", { name: "Country" }).click();
    const names = await page.locator("#ranking tbody th a").allInnerTexts();
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, "en")));
  });

  test("are accessible in both themes", ({ page }) => expectAccessible(page, "/countries"));
});

test("gives a country's index as the API does", async ({ page }) => {
  const country = (await readCountries(page)).find(({ code }) => code === "TR");
  await page.goto(PATH);
  const list = plain((await page.locator(".summary-list").textContent()) ?? "");
  expect(list).toContain(plain(formatPct(country?.index?.pct_vs_us ?? 0)));
  expect(list).toContain(plain(formatShare(country?.index?.cheaper_share ?? 0)));
  expect(list).toContain(`${country?.index?.basket_size} subscriptions`);
  expect(list).toContain(String(country?.prices));
});

test("lists every price of the API, each with its US counterpart's difference", async ({ page }) => {
  const prices = await readApi<Price[]>(page, "/api/prices?country=TR&page_size=200");
  const us = await readApi<Price[]>(page, "/api/prices?country=US&page_size=200");
  const keyOf = ({ product, platform, period }: Price) => `${product} ${platform} ${period}`;
  const inUs = new Map(us.map((price) => [keyOf(price), price.usd_monthly]));
  const byProduct = new Map(prices.map((price) => [keyOf(price), price]));
  await page.goto(`${PATH}?sort=product`);
  await expect(page.locator("#prices .pager")).toContainText(`of ${prices.length}`);
  await expect(rowsOf(page)).toHaveCount(Math.min(50, prices.length));
  for (const row of (await rowsOf(page).all()).slice(0, 20)) {
    const slug = (await row.locator("th a").getAttribute("href"))?.replace("/services/", "") ?? "";
    const [local = ""] = ((await row.locator(".local").allInnerTexts())[0] ?? "").split("\n").map(plain);
    const price = [...byProduct.values()].find((one) => one.product === slug && plain(formatBilled(one)) === local);
    expect(price, `${slug} ${local}`).toBeDefined();
    if (!price) continue;
    await expect(row.locator(".local")).toContainText(evidenceWords(price.evidence) ?? "");
    await expect(row.locator("td.amount")).toHaveText(formatAmount(price.usd_monthly ?? 0));
    const base = inUs.get(keyOf(price));
    const difference = base ? formatPct(100 * ((price.usd_monthly ?? 0) / base - 1)) : "no US price";
    expect(plain((await row.textContent()) ?? "")).toContain(plain(difference));
  }
});

test("filters by category and offers a way back", async ({ page }) => {
  await page.goto(PATH);
  await page.locator("#prices").getByLabel("Category").selectOption("streaming");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/category=streaming.*#prices$/);
  const categories = await rowsOf(page).locator("td:nth-child(2)").allInnerTexts();
  expect(new Set(categories)).toEqual(new Set(["Streaming"]));
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page).toHaveURL(/\/countries\/TR#prices$/);
});

test("says of a country without an index why there is none", async ({ page }) => {
  await page.goto("/countries/AF");
  await expect(page.locator(".deck")).toContainText("so there is none");
  await expect(page.locator(".summary-list")).toHaveCount(0);
});

test("answers codes that are no country here with 404, and has one address for each", async ({ page }) => {
  expect((await page.request.get("/countries/ZZ")).status()).toBe(404);
  const lower = await page.request.get("/countries/tr", { maxRedirects: 0 });
  expect([lower.status(), lower.headers().location]).toEqual([308, PATH]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("sorts and pages", async ({ page }) => {
    await page.goto(PATH);
    await page.locator("#prices thead").getByRole("link", { name: "$ a month" }).first().click();
    const amounts = (await rowsOf(page).locator("td.amount").allInnerTexts()).map(Number);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    await page.getByRole("link", { name: "Next" }).click();
    const next = (await rowsOf(page).locator("td.amount").allInnerTexts()).map(Number);
    expect(next[0]).toBeGreaterThanOrEqual(amounts.at(-1) ?? 0);
  });
});

test("is accessible in both themes", ({ page }) => expectAccessible(page, PATH));
