import type { Country } from "@/lib/catalogue/countries/schema";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, listMarks } from "@/lib/catalogue/prices/words";
import type { Product } from "@/lib/catalogue/products/schema";
import { countryInSentence, formatAmount, formatPct, formatShare, formatUsd } from "@/lib/text/format";
import { scale } from "../support/fault-scale";
import { expect, type Page, plain, readApi, test } from "./visitor";

const PATH = "/countries/TR";
const readCountries = (page: Page) => readApi<Country[]>(page, "/api/countries");
const SCREENS = [
  [390, 844],
  [1440, 900],
] as const;
const rowsOf = (page: Page) => page.locator("#prices tbody tr");

test.describe("all countries", () => {
  test("rank as in the API, one number each; share, basket and the second method stand below, folded", async ({
    page,
  }) => {
    const ranked = (await readCountries(page))
      .filter(({ index }) => index !== null)
      .sort((a, b) => (a.index?.rank ?? 0) - (b.index?.rank ?? 0));
    await page.goto("/countries");
    const rows = page.locator("#ranking tbody tr");
    await expect(rows).toHaveCount(ranked.length);
    for (const [i, { country: code, index }] of ranked.entries()) {
      if (index === null || code === "US") continue;
      const text = plain((await rows.nth(i).textContent()) ?? "");
      expect(text).toContain(plain(formatPct(index.pct_vs_us, 0)));
    }
    await expect(page.locator("#ranking .diff-track")).toHaveCount(ranked.length - 1);
    await expect(page.locator("#ranking, .page-head")).not.toContainText([
      /points|95%|half of/i,
      /points|95%|half of/i,
    ]);
    const fold = page.locator("details", { hasText: "How sure is this?" });
    const { model, cheaper_pct, n_products } = ranked.find(({ country: code }) => code === "TR")?.index ?? {};
    const second = fold.getByRole("row", { name: /^Türkiye/ });
    await expect(second).toBeHidden();
    await fold.locator("summary").click();
    await expect(second).toContainText(formatPct((model?.value ?? 0) - 100));
    await expect(second).toContainText(`${formatShare((cheaper_pct ?? 0) / 100)} of ${n_products}`);
  });

  test("are all there: those with an index and those without", async ({ page }) => {
    const countries = await readCountries(page);
    await page.goto("/countries?rows=all");
    const codes = await page
      .locator("#ranking tbody th a, #other-countries tbody th a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.slice(-2)));
    expect(codes.sort()).toEqual(countries.map(({ country: code }) => code).sort());
  });

  test("are against my country: names, figures, bars, map, files and words", async ({ page }) => {
    const path = "/api/countries?base=DE";
    const against = (await readApi<Country[]>(page, path)).filter(({ index }) => index !== null);
    await page.goto("/countries?home=DE");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("than Germany");
    for (const { name, country: code, index } of against) {
      const row = page.locator("#ranking tbody tr", {
        has: page.locator(".code", { hasText: new RegExp(`^${code}$`) }),
      });
      await expect(row, name).toContainText(code === "DE" ? "compared with" : formatPct(index?.pct_vs_us ?? 0, 0));
    }
    await expect(page.locator("#map .scale-bar")).toContainText("more expensive than Germany");
    await expect(page.locator("#ranking a", { hasText: "Excel" })).toHaveAttribute("href", /home=DE/);
    await expect(page.locator("#ranking .data-figure-menus").first()).toContainText("/api/countries?base=DE");
    const others = page.locator("#other-countries tbody tr");
    await page.getByRole("searchbox", { name: "Find a country" }).fill("kenya");
    await expect(others.filter({ visible: true })).toHaveCount(1);
    await expect(others.filter({ visible: true })).toHaveText(/^KenyaKE\$[\d.]+$/);
    await expect(page.locator("#others")).toContainText("last seen in April 2026");
    await expect(page.locator("main")).not.toContainText("than the US");
    await page.goto("/countries?home=KE");
    await expect(page.locator(".deck").first()).toContainText(
      "Kenya has too few prices for an index: all is against the US",
    );
  });

  test("sort by name", async ({ page }) => {
    await page.goto("/countries");
    await page.locator("#ranking thead").getByRole("link", { name: "Country" }).click();
    await expect(page).toHaveURL(/sort=name/);
    const names = await page.locator("#ranking tbody th a").allInnerTexts();
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, "en")));
  });
});

test("says one number, the index of the API, and how sure it is only when asked", async ({ page }) => {
  const country = (await readCountries(page)).find(({ country: code }) => code === "TR");
  const { pct_vs_us: pct, n_products: size, median_low: low } = country?.index ?? {};
  await page.goto(PATH);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    `costs ${formatShare(-(pct ?? 0) / 100)} less in Türkiye than in the US`,
  );
  const fold = page.locator("details", { hasText: "How sure is this?" });
  await expect(fold.getByText("95% interval").first()).toBeHidden();
  await fold.locator("summary").click();
  await expect(fold).toContainText(formatPct(pct ?? 0));
  await expect(fold).toContainText(formatPct(low ?? 0));
  await expect(fold).toContainText(String(size));
});

test("is against my country, row by row: the US from Germany, and nothing at home", async ({ page }) => {
  const german = await readApi<Price[]>(page, "/api/prices?country=DE&page_size=200");
  const american = await readApi<Price[]>(page, "/api/prices?country=US&page_size=200");
  await page.goto("/countries/US?home=DE&sort=product&show=all");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /in the United States before sales tax than in Germany$/,
  );
  const rows = await rowsOf(page).all();
  const apart = await page.locator(".last-seen tbody tr").count();
  expect(rows.length + apart).toBe(american.length);
  let compared = 0;
  for (const row of rows.slice(0, 20)) {
    const slug = (await row.locator("th a").getAttribute("href"))?.replace("/services/", "") ?? "";
    const [own, ...others] = american.filter(({ product }) => product === slug);
    const base = german.find(
      ({ product, platform, period }) => product === slug && platform === own?.platform && period === own.period,
    );
    if (others.length > 0 || !base || !own) continue;
    const pct = 100 * ((own.usd_monthly ?? 0) / (base.usd_monthly ?? 1) - 1);
    expect(plain((await row.textContent()) ?? "")).toContain(plain(formatPct(pct, 0)));
    compared++;
  }
  expect(compared).toBeGreaterThan(5);
  await page.goto("/countries/DE?home=DE");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What subscriptions cost in Germany");
  await expect(rowsOf(page).first().locator(".diff")).toHaveCount(0);
  await expect(page.locator("#categories")).toHaveCount(0);
});

test("my own country says row by row where each costs least and what that saves, where that may be told", async ({
  page,
}) => {
  const german = (await readApi<Price[]>(page, "/api/prices?country=DE&page_size=200")).filter(({ ranked }) => ranked);
  const products = await readApi<Product[]>(page, "/api/services?page_size=200");
  await page.goto("/countries/DE?home=DE&currency=USD&show=all");
  const texts = new Map<string, string>();
  for (const row of await rowsOf(page).all()) {
    const slug = (await row.locator("th a").getAttribute("href"))?.replace("/services/", "") ?? "";
    const text = plain((await row.locator(".elsewhere").textContent()) ?? "");
    texts.set(slug, `${texts.get(slug) ?? ""} ${text}`);
  }
  const kinds = { certain: 0, other: 0, nowhere: 0 };
  for (const { product, usd_monthly: own } of german) {
    const { ranking, cheapest } = products.find((one) => one.product === product) ?? {};
    const text = texts.get(product) ?? "";
    if (!cheapest || own === null || cheapest.usd_monthly === null) throw new Error(`${product} has no cheapest price`);
    const less = own - cheapest.usd_monthly;
    if (ranking !== "certain") {
      expect(text, product).not.toContain(" less");
      expect(text, product).toMatch(/uncertain|last seen in/);
      kinds.other++;
    } else if (cheapest.country === "DE") {
      expect(text, product).toContain("nowhere less");
      kinds.nowhere++;
    } else if (less >= 0.005) {
      expect(text, product).toContain(`${formatUsd(less)} less in ${countryInSentence(cheapest.country)}`);
      expect(text.includes("before sales tax"), product).toBe(["US", "CA"].includes(cheapest.country));
      kinds.certain++;
    }
  }
  expect(kinds.certain).toBeGreaterThan(80);
  expect(kinds.other).toBeGreaterThan(2);
  await page.goto("/countries/DE?home=TR");
  await expect(page.locator(".elsewhere")).toHaveCount(0);
});

test("a country with prices last seen long ago says so first, and lists them apart", async ({ page }) => {
  await page.goto("/countries/AT");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Last seen in April 2026: /);
  const kenya = await readApi<Price[]>(page, "/api/prices?country=KE&page_size=200");
  await page.goto("/countries/KE");
  const seen = page.locator(".last-seen");
  const apart = kenya.filter(({ product, ranked }) => product === "netflix" && !ranked);
  await expect(seen.locator("summary")).toHaveText(
    `Last seen in April 2026: ${apart.length} more price${apart.length === 1 ? "" : "s"}`,
  );
  await expect(page.locator("#prices th a[href='/services/netflix']")).toHaveCount(0);
  await expect(seen.locator("th a[href='/services/netflix']")).toHaveCount(apart.length);
});

test("every country has its first price on the first screen of a phone and of a wide window", async ({ page }) => {
  const { data: all } = await (await page.request.get("/api/export/countries.json")).json();
  // Countries without an index are of one kind: Netflix alone.
  const [full, thin] = [true, false].map((isFull) =>
    all.filter(({ index_value }: { index_value: number | null }) => (index_value !== null) === isFull),
  );
  const countries = [...full, ...thin.slice(0, scale(thin.length, 6))];
  expect(countries.length).toBeGreaterThanOrEqual(24);
  const below: string[] = [];
  for (const { country } of countries) {
    await page.goto(`/countries/${country}`, { waitUntil: "domcontentloaded" });
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      const box = await rowsOf(page).first().boundingBox();
      if (box === null || box.y + box.height > height)
        below.push(`${country} at ${width}: ${box && box.y + box.height} px`);
    }
  }
  expect(below).toEqual([]);
});

test("is short on a phone, and finds a name while one types", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PATH);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5_400);
  await expect(rowsOf(page).filter({ visible: true })).toHaveCount(20);
  const field = page.getByRole("searchbox", { name: "Find a subscription" });
  await field.fill("Youtube");
  await expect(rowsOf(page).filter({ visible: true })).toHaveCount(1);
  await expect(page.locator(".list-count")).toHaveText(/^1 of \d+$/);
  await field.fill("nothing of it");
  await expect(page.locator(".list-count")).toContainText("Nothing found for");
  await field.fill("");
  const all = await rowsOf(page).count();
  await page.getByRole("link", { name: `Show all ${all}` }).click();
  await expect(rowsOf(page).filter({ visible: true })).toHaveCount(all);
  expect(new URL(page.url()).search).toBe("?show=all");
});

test("lists every price of the API, each with its US counterpart's difference", async ({ page }) => {
  const prices = await readApi<Price[]>(page, "/api/prices?country=TR&page_size=200");
  const us = await readApi<Price[]>(page, "/api/prices?country=US&page_size=200");
  const keyOf = ({ product, platform, period }: Price) => `${product} ${platform} ${period}`;
  const inUs = new Map(us.map((price) => [keyOf(price), price.usd_monthly]));
  const byProduct = new Map(prices.map((price) => [keyOf(price), price]));
  await page.goto(`${PATH}?sort=product&show=all`);
  const apart = page.locator(".last-seen tbody tr");
  await expect(rowsOf(page)).toHaveCount(prices.length - (await apart.count()));
  for (const row of (await rowsOf(page).all()).slice(0, 20)) {
    const slug = (await row.locator("th a").getAttribute("href"))?.replace("/services/", "") ?? "";
    const [local = ""] = ((await row.locator(".local").allInnerTexts())[0] ?? "").split("\n").map(plain);
    const price = [...byProduct.values()].find((one) => one.product === slug && plain(formatBilled(one)) === local);
    expect(price, `${slug} ${local}`).toBeDefined();
    if (!price) continue;
    await expect(row.locator(".local")).toContainText(listMarks(price).join(", "));
    await expect(row.locator("td.amount")).toHaveText(formatAmount(price.usd_monthly ?? 0));
    const base = inUs.get(keyOf(price));
    const difference = base ? formatPct(100 * ((price.usd_monthly ?? 0) / base - 1), 0) : "no price";
    expect(plain((await row.textContent()) ?? "")).toContain(plain(difference));
  }
});

test("leads from a category to its prices and back", async ({ page }) => {
  await page.goto(PATH);
  await page
    .locator("section", { hasText: "Medians of categories" })
    .last()
    .getByRole("link", { name: "Streaming" })
    .click();
  await expect(page).toHaveURL(/category=streaming.*#prices$/);
  const streaming = (await readApi<Product[]>(page, "/api/services?category=streaming&page_size=200")).map(
    ({ product }) => `/services/${product}`,
  );
  const links = await rowsOf(page)
    .locator("th a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) expect(streaming).toContain(link);
  await page.locator("#prices").getByRole("link", { name: "Show all" }).click();
  await expect(page).toHaveURL(/\/countries\/TR#prices$/);
});

test("a thin country says first what there is and what is missing, and what its neighbours pay", async ({ page }) => {
  await page.goto("/countries/KE");
  await expect(page.locator(".deck")).toContainText("Here we have prices of Netflix only");
  const all = (await readApi<Product[]>(page, "/api/services?page_size=200")).filter(
    ({ n_countries }) => n_countries > 0,
  );
  const here = new Set(
    (await readApi<Price[]>(page, "/api/prices?country=KE&page_size=200")).map(({ product }) => product),
  );
  await expect(page.locator("#missing")).toContainText(`${all.length - here.size} subscriptions have no price here`);
  await expect(page.locator("section", { hasText: "nearby" }).last()).toContainText(/Tanzania|Uganda|Somalia|Ethiopia/);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(
    await rowsOf(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().bottom),
  ).toBeLessThanOrEqual(844);
});

test("answers codes that are no country here with 404, and has one address for each", async ({ page }) => {
  expect((await page.request.get("/countries/ZZ")).status()).toBe(404);
  const lower = await page.request.get("/countries/tr", { maxRedirects: 0 });
  expect([lower.status(), lower.headers().location]).toEqual([308, PATH]);
});

test("each country of the list has one bar and one number, in one column and in two", async ({ page }) => {
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/countries");
    const bars = page.locator(".rank-table tbody .diff-track");
    expect(await bars.count()).toBe(17);
    for (const bar of await bars.all()) expect((await bar.boundingBox())?.width, `${width} px`).toBeGreaterThan(40);
  }
});

test("a country with old prices alone says so of its list", async ({ page }) => {
  await page.goto("/countries/KE");
  await expect(page.locator("#prices .measure").first()).toContainText("List prices last seen in April 2026");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("sorts, finds and shows all", async ({ page }) => {
    await page.goto(PATH);
    await page.locator("#prices thead").getByRole("link", { name: "$ a month" }).first().click();
    const amounts = (await rowsOf(page).locator("td.amount").allInnerTexts()).map((text) =>
      Number(text.replace("$", "")),
    );
    expect(amounts.length).toBeGreaterThan(10);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    await page.getByRole("link", { name: /^Show all \d+$/ }).click();
    await expect(page).toHaveURL(/show=all.*#prices$/);
    await page.waitForLoadState();
    await expect(rowsOf(page).filter({ visible: true })).toHaveCount(await rowsOf(page).count());
    await page.getByRole("searchbox", { name: "Find a subscription" }).fill("youtube");
    await page.getByRole("button", { name: "Find" }).click();
    await expect(rowsOf(page)).toHaveCount(1);
  });
});
