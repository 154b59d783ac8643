import { cheapestByCountry, dearestOf } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import type { Product, ProductDetail } from "@/lib/catalogue/products/schema";
import { countryName, formatAmount, formatDay, formatMoney, formatUsd } from "@/lib/text/format";
import { scale } from "../support/fault-scale";
import { expect, openPop, type Page, plain, readApi, readStructuredData, test } from "./visitor";

const PATH = "/services/netflix";
const SCREENS = [
  [390, 844, 844],
  [1440, 900, 640],
] as const;
const readNetflix = (page: Page) => readApi<ProductDetail>(page, "/api/services/netflix");
const answerOf = (page: Page, term: string | RegExp) =>
  page.locator(".answer dl > div", { has: page.locator("dt", { hasText: term }) });
const rowsOf = (page: Page) => page.locator("#prices tbody:not(.pinned) tr:visible");

/** Ranked prices, cheapest first. */
const inOrder = (prices: readonly Price[]): Price[] => cheapestByCountry(prices.filter((price) => price.ranked));

/** Countries with outdated prices alone, which have a table of their own. */
function listLastSeen(prices: readonly Price[]): string[] {
  const seen = new Set(prices.filter(({ outdated, ranked }) => !outdated || ranked).map(({ country }) => country));
  return [...new Set(prices.map(({ country }) => country))].filter((country) => !seen.has(country)).sort();
}

test("lists the lowest price of each country, cheapest first, with local amount and dollars", async ({ page }) => {
  const { prices } = await readNetflix(page);
  const expected = inOrder(prices).slice(0, 12);
  await page.goto(PATH);
  await expect(rowsOf(page)).toHaveCount(expected.length);
  for (const [i, price] of expected.entries()) {
    const row = rowsOf(page).nth(i);
    await expect(row.locator(".code")).toHaveText(price.country);
    const local = await row.locator("td.local").evaluate((cell) => cell.firstChild?.textContent ?? "");
    expect(plain(local)).toBe(plain(formatMoney(price.amount, price.currency)));
    await expect(row.locator(".amount")).toHaveText(formatAmount(price.usd_monthly ?? 0));
    await expect(row.locator("td a:not(.report-link)")).toHaveAttribute("href", price.source_url);
  }
});

test("countries that were last seen long before stand in a table and on a map of their own, each country once", async ({
  page,
}) => {
  const { prices } = await readNetflix(page);
  const countries = listLastSeen(prices);
  expect(countries.length).toBeGreaterThan(200);
  await page.goto(`${PATH}?rows=all`);
  const codes = (list: string) => page.locator(`${list} tbody:not(.pinned) .code`).allInnerTexts();
  const seen = page.locator(".last-seen");
  await expect(seen.locator("summary").first()).toHaveText(
    `Last seen in April 2026: ${countries.length} more countries`,
  );
  expect((await codes("#last-seen")).sort()).toEqual(countries);
  const main = await codes("#prices");
  expect(main.filter((code) => countries.includes(code))).toEqual([]);
  expect(new Set(main).size).toBe(main.length);
  // A few territories are on no map.
  expect(await page.locator("#last-seen .map-country").count()).toBeGreaterThan(0.98 * countries.length);
  await expect(page.locator("#map .map-country")).toHaveCount(main.length);
  await page.goto(PATH);
  await expect(page.locator("#last-seen")).toBeHidden();
  await page.goto(`${PATH}?country=KE`);
  await expect(seen).toHaveCount(0);
  await expect(rowsOf(page).first()).toContainText("Kenya");
  await page.goto("/services/netflix-premium");
  await expect(seen).toHaveCount(0);
});

test("a list of fewer than 30 countries stands above its map", async ({ page }) => {
  for (const [slug, isListFirst] of [
    ["spotify", true],
    ["netflix-premium", false],
  ] as const) {
    await page.goto(`/services/${slug}`);
    const list = await page.locator("#prices").boundingBox();
    const map = await page.locator("#map").boundingBox();
    expect((list?.y ?? 0) < (map?.y ?? 0), slug).toBe(isListFirst);
  }
});

test("draws by default the reader's country, the US and the most expensive, and says nothing of a median", async ({
  page,
}) => {
  const { most_expensive: dearest } = await readApi<Product>(page, "/api/services/netflix");
  await page.goto(`${PATH}?home=DE`);
  const drawn = page.locator(".history-choice .chip[aria-current=true]");
  await expect(drawn).toHaveCount(new Set(["DE", "US", dearest?.country]).size);
  for (const code of ["DE", "US", dearest?.country ?? ""])
    await expect(page.locator(".history-choice")).toContainText(`Remove ${countryName(code)}`);
  await expect(page.locator("main")).not.toContainText(/a month or less/);
  await expect(page.locator(".control-line .pop-label", { hasText: "Compare with" })).toHaveCount(0);
});

test("says first what I pay, where it costs least and what that saves, as the API has them", async ({ page }) => {
  const { prices, cheapest } = await readNetflix(page);
  const lowest = cheapestByCountry(prices);
  const us = lowest.find(({ country }) => country === "US");
  const inStore = prices.filter(({ country, platform }) => country !== "US" && platform === us?.platform);
  const saved = (us?.usd_monthly ?? 0) - Math.min(...inStore.flatMap(({ usd_monthly }) => usd_monthly ?? []));
  const dearest = dearestOf(lowest);
  await page.goto(PATH);
  const amountOf = (term: string) => answerOf(page, term).locator(".answer-amount");
  await expect(amountOf("In the United States")).toHaveText(`${formatUsd(us?.usd_monthly ?? 0)} a month`);
  await expect(amountOf(`Cheapest: ${countryName(cheapest?.country ?? "")}`)).toHaveText(
    `${formatUsd(cheapest?.usd_monthly ?? 0)} a month`,
  );
  await expect(amountOf("You would save")).toHaveText(`${formatUsd(12 * saved)} a year`);
  await expect(page.locator(".answer-more")).toContainText(
    `Most expensive: ${countryName(dearest?.country ?? "")}, ${formatUsd(dearest?.usd_monthly ?? 0)}.`,
  );
});

test("every product has my price and the cheapest on the first screen of a phone and of a wide window", async ({
  page,
}) => {
  const all = await readApi<Product[]>(page, "/api/services?page_size=200");
  const listed = all.filter(({ n_countries }) => n_countries > 0);
  const below: string[] = [];
  for (const { product: slug } of listed.filter((_, at) => at % scale(1, 6) === 0)) {
    await page.goto(`/services/${slug}`, { waitUntil: "domcontentloaded" });
    for (const [width, height, lowest] of SCREENS) {
      await page.setViewportSize({ width, height });
      const answer = page.locator(".answer dl");
      const line = page.locator(".control-line");
      const box = await answer.boundingBox();
      const control = await line.boundingBox();
      // One row of controls, whose words take two lines where they would be cut.
      if (box === null || box.y + box.height > lowest || (control?.height ?? 0) > 70)
        below.push(`${slug} at ${width}: ${box && box.y + box.height} px, controls ${control?.height} px`);
    }
  }
  expect(below).toEqual([]);
});

test("says what a payment covers with every amount that is not a month's", async ({ page }) => {
  const { prices } = await readApi<ProductDetail>(page, "/api/services/reelshort");
  const lowest = cheapestByCountry(prices);
  const dearest = dearestOf(lowest);
  expect(dearest?.period).toBe("weekly");
  await page.goto("/services/reelshort?home=DK");
  const bare: string[] = [];
  for (const { amount, currency } of prices) {
    const escaped = plain(formatMoney(amount, currency)).replace(/[.$]/g, "\\$&");
    const text = plain((await page.locator("main").textContent()) ?? "");
    const tips = await page.locator(".map-country").evaluateAll((all) => all.map((one) => one.outerHTML));
    const pattern = new RegExp(`${escaped}(?![\\d.,]|\\d| a week)`, "g");
    bare.push(...(`${text} ${plain(tips.join(" "))}`.match(pattern) ?? []));
  }
  expect(bare).toEqual([]);
  await expect(page.locator(".answer")).toContainText(/DKK\s179 a\sweek/);
});

test("says of a plan that ended when it did, wherever it stands", async ({ page }) => {
  await page.goto("/services/netflix-basic-with-ads");
  await expect(page).toHaveTitle(/^Netflix Basic with ads: prices until it ended/);
  await expect(page.locator("main")).toContainText("no longer listed on 21\u00a0Oct\u00a02023");
  await expect(page.locator("#history .measure").first()).toContainText(
    "19\u00a0Apr\u00a02023 to 21\u00a0Oct\u00a02023",
  );
  await expect(page.locator("main")).not.toContainText("2026 to");
  await expect(page.locator(".split-table caption")).toContainText("to 21\u00a0Oct\u00a02023");
  await openPop(page, "Plan");
  const own = page.locator(".pop-choices [aria-current=true]").filter({ hasText: "Basic with ads" });
  await expect(own).toBeVisible();
  await expect(own).toContainText("ended, since 21\u00a0Oct\u00a02023");
  const line = await page.locator(".history-line.is-accent").boundingBox();
  const label = await page.locator(".history-end.is-accent").boundingBox();
  expect(Math.abs((label?.x ?? 0) - ((line?.x ?? 0) + (line?.width ?? 0)))).toBeLessThan(30);
  await expect(page.locator(".history-end.is-accent")).toContainText("until 21\u00a0Oct\u00a02023");
});

test("draws what was not read any more as a dashed line, and says until when it was", async ({ page }) => {
  const { prices } = await readNetflix(page);
  const read = prices.filter(({ platform }) => platform === "web").map(({ verified_on }) => verified_on);
  await page.goto(`${PATH}?history=TR,AR,US,DE`);
  await expect(page.locator(".history-line.is-assumed")).toHaveCount(4);
  await expect(page.locator("#history .measure").first()).toContainText(
    `Last read on ${formatDay(read.sort().at(-1) ?? "")}`,
  );
});

test("credits the sources of a figure, and no others", async ({ page }) => {
  for (const path of ["/services/netflix-basic", "/countries/AQ"]) {
    await page.goto(path);
    const citations = await page.locator(".citation").allTextContents();
    expect(citations.length, path).toBeGreaterThan(0);
    for (const citation of citations) {
      expect(citation, path).toContain("Netflix prices by thomas.io");
      expect(citation, path).not.toContain("OpenTheRank");
    }
  }
  await page.goto("/services/spotify");
  expect(await page.locator("#prices p.citation").textContent()).toContain("by OpenTheRank");
  expect(await page.locator("#prices p.citation").textContent()).not.toContain("thomas.io");
});

test.describe("the way into the comparison", () => {
  test.use({ locale: "de-DE" });
  test("measures against the reader's country, and finds a saving", async ({ page }) => {
    await page.goto(PATH);
    await page.getByRole("link", { name: "Compare Germany with other countries" }).click();
    await expect(page.locator(".answer-more")).toContainText(/saves €[\d.]+ a month.* of the total in Germany/);
    await expect(page.getByRole("heading", { level: 1 })).not.toContainText("nowhere listed less");
  });
});

test("draws one country on the map for each that has a price", async ({ page }) => {
  const { prices } = await readNetflix(page);
  await page.goto(PATH);
  const drawn = await page.locator("#map .map-country").count();
  expect(drawn).toBe(prices.filter((price) => price.ranked).length);
});

test.describe("a reader from Germany", () => {
  test.use({ locale: "de-DE" });
  test("finds their country guessed, changes it once for every page, and may have it forgotten", async ({ page }) => {
    const own = page.locator(".answer .is-you");
    const header = page.locator(".masthead .pop");
    await page.goto(PATH);
    await expect(own).toContainText(/Germany\s*€/);
    await expect(header.locator("summary")).toContainText("Compare with Germany EUR");
    await expect(page.locator("#map .finding")).toContainText("than in Germany");
    await header.locator("summary").click();
    await header.getByLabel("Your country (guessed from your browser)").selectOption("TR");
    await header.getByRole("button", { name: "Use Türkiye and its currency" }).click();
    await expect(own).toContainText(/Türkiye\s*TRY/);
    await expect(page).toHaveURL(new RegExp(`${PATH}$`));
    await page.goto("/services/spotify");
    await expect(own).toContainText("Türkiye");
    await page.goto("/compare");
    await expect(page.locator("input[name=baseline]")).toHaveValue("TR");
    await page.goto(`${PATH}?home=CH`);
    await expect(own).toContainText("Switzerland");
    await page.goto(PATH);
    await expect(own).toContainText("Türkiye");
    await header.locator("summary").click();
    await header.getByRole("button", { name: "Forget" }).click();
    await expect(own).toContainText(/Germany\s*€/);
  });

  test("sees what is saved in a month and in a year, with what may keep one from it", async ({ page }) => {
    const { prices } = await readNetflix(page);
    const own = cheapestByCountry(prices).find(({ country }) => country === "DE");
    const inStore = prices.filter(({ country, platform }) => country !== "DE" && platform === own?.platform);
    const saved = (own?.usd_monthly ?? 0) - Math.min(...inStore.flatMap(({ usd_monthly }) => usd_monthly ?? []));
    await page.goto(`${PATH}?currency=USD`);
    const saving = answerOf(page, "You would save");
    await expect(saving).toContainText(`${formatUsd(12 * saved)} a year`);
    await expect(saving).toContainText(`${formatUsd(saved)} a month, in `);
    await expect(saving).toContainText("You may need a local card or address.");
    await page.getByRole("link", { name: "Compare Germany with other countries" }).click();
    await expect(page.locator(".heat thead th").nth(1)).toContainText("Germany");
  });

  test("is told when no price was collected in the country asked for", async ({ page }) => {
    await page.goto("/services/spotify?home=AQ");
    await expect(page.getByText("No price of Spotify Individual has been collected in Antarctica.")).toBeVisible();
  });
});

test("sorts by its column heads, and back", async ({ page }) => {
  await page.goto(PATH);
  await page.locator("#prices thead").getByRole("link", { name: "Country" }).click();
  await expect(page).toHaveURL(/sort=country#prices$/);
  const names = await rowsOf(page).locator("th a:not(.other-prices)").allInnerTexts();
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, "en")));
  await page.locator("#prices thead").getByRole("link", { name: "Country" }).click();
  await expect(page).toHaveURL(/order=descending/);
  await expect(page.locator("#prices th[aria-sort]")).toHaveAttribute("aria-sort", "descending");
});

test("splits every change so that both parts multiply to the change in dollars", async ({ page }) => {
  await page.goto(`${PATH}?history=TR,EG,DE,CH`);
  const rows = await page.locator(".split-table tbody tr").all();
  expect(rows.length).toBe(4);
  for (const row of rows) {
    const [local, fx, usd] = (await row.locator("td").allInnerTexts()).map(
      (text) => Number(text.replace("−", "-").replace(/[^\d.-]/g, "")) / 100,
    );
    const product = (1 + (local ?? 0)) * (1 + (fx ?? 0)) - 1;
    // Each figure is rounded to a whole per cent.
    expect(Math.abs(product - (usd ?? 9))).toBeLessThan(0.005 + 0.005 * (2 + (local ?? 0) + (fx ?? 0)));
  }
});

test("labels a change of currency instead of drawing it as a crash", async ({ page }) => {
  await page.goto(`${PATH}?history=BV`);
  const row = page.locator('.split-table tr[data-country="BV"]');
  await expect(row).toContainText("Currency changed from NOK to USD");
  await expect(row.locator("td").first()).toHaveText(/^[+−]?\d{1,2}\D?%$/);
  await expect(page.locator("#history h2")).toContainText("from NOK to USD");
});

test("adds a country to the chart by keyboard", async ({ page }) => {
  await page.goto(`${PATH}?history=TR,US`);
  await page.locator(".history-choice summary").press("Enter");
  await page.getByRole("searchbox", { name: /^Find one of/ }).focus();
  await page.keyboard.type("Argen");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Show 3 countries" }).press("Enter");
  await expect(page).toHaveURL(/history=TR,US,AR/);
  await expect(page.locator('.split-table tr[data-country="AR"]')).toBeAttached();
});

test("names values of the address that it cannot use, and shows the rest", async ({ page }) => {
  await page.goto(`${PATH}?platform=fridge&sort=x&home=ZZ`);
  const notice = page.getByRole("status").first();
  for (const text of ["platform “fridge”", "sort “x”", "home “ZZ”"]) await expect(notice).toContainText(text);
  await expect(rowsOf(page)).toHaveCount(12);
});

test("offers a way out of filters that fit nothing", async ({ page }) => {
  await page.goto(`${PATH}?region=Europe&country=JP`);
  await expect(page.locator("#prices")).toContainText("No price of Netflix Standard fits these filters");
  await page.locator("#prices .blank a").click();
  await expect(rowsOf(page)).toHaveCount(12);
});

test("answers an unknown product with 404 and one address for each product", async ({ page }) => {
  expect((await page.request.get("/services/no-such-product")).status()).toBe(404);
  const upper = await page.request.get("/services/NETFLIX", { maxRedirects: 0 });
  expect([upper.status(), upper.headers().location]).toEqual([308, PATH]);
});

test("tells search engines the range of offers that the API has", async ({ page }) => {
  const product = await readNetflix(page);
  await page.goto(PATH);
  const { offers } = await readStructuredData(page, "Product");
  expect(offers).toMatchObject({
    "@type": "AggregateOffer",
    priceCurrency: "USD",
    lowPrice: product.min,
    highPrice: product.max,
    offerCount: product.prices.filter((price) => price.ranked).length,
  });
});

test("says that a product read once has no history yet", async ({ page }) => {
  await page.goto("/services/spotify");
  await expect(page.locator("#prices .measure").first()).toContainText("Each price has been read once so far");
  await expect(page.locator("#history")).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("filters, pages and adds a country to the chart", async ({ page }) => {
    const { prices } = await readNetflix(page);
    const lowest = inOrder(prices);
    await page.goto(PATH);
    await page.getByRole("searchbox", { name: "Find a country" }).fill("turk");
    await page.getByRole("button", { name: "Find" }).click();
    await expect(page).toHaveURL(/q=turk#prices/);
    await expect(rowsOf(page).locator("th .code")).toHaveText(
      lowest
        .filter(({ country }) => countryName(country).toLowerCase().includes("turk") || country === "TR")
        .map(({ country }) => country),
    );
    await page.goto(PATH);
    await page.getByRole("link", { name: `Show all ${lowest.length} countries` }).click();
    await expect(rowsOf(page).locator("th .code")).toHaveText(lowest.map(({ country }) => country));
    const several = lowest.find(({ country }) => prices.filter((price) => price.country === country).length > 1);
    const theirs = prices.filter(({ country }) => country === several?.country);
    await rowsOf(page)
      .filter({ has: page.locator(".code", { hasText: several?.country ?? "" }) })
      .getByRole("link", { name: `+ ${theirs.length - 1} more` })
      .click();
    await expect(rowsOf(page)).toHaveCount(theirs.length);
    await page.goto(`${PATH}?history=TR`);
    await page.locator(".history-choice summary").click();
    await page.getByRole("checkbox", { name: /^India/ }).check();
    await page.locator(".history-choice").getByRole("button", { name: /^Show/ }).click();
    await expect(page.locator('.split-table tr[data-country="IN"]')).toBeAttached();
    await expect(page.locator('.split-table tr[data-country="TR"]')).toBeAttached();
  });
});

test("plans of different products of a service are called by product and plan; another service of its vendor is none", async ({
  page,
}) => {
  await page.goto("/services/microsoft-word");
  await openPop(page, "Plan");
  const plans = page.locator(".pop-panel", { hasText: "Plans of Microsoft 365" });
  await expect(plans.getByRole("link", { name: /^Microsoft Excel 365 Personal/ })).toBeVisible();
  await expect(plans.locator("[aria-current=true]")).toContainText("Microsoft Word 365 Family");
  await page.goto("/services/youtube");
  await expect(page.locator(".pop-label", { hasText: "Plan" })).toHaveCount(0);
  const all = await readApi<Product[]>(page, "/api/services?page_size=200");
  const others = all.filter(({ vendor, service, n_countries }) => {
    return vendor === "Google" && service !== "YouTube Premium" && n_countries > 0;
  });
  const names = [...new Set(others.map(({ service }) => service))].sort();
  expect(names.length).toBeGreaterThan(0);
  await expect(page.getByText("Also by Google:")).toHaveText(`Also by Google: ${names.join(", ")}`);
});

test("a country that a search names is compared with, and is not called the reader's", async ({ page }) => {
  await page.goto("/search?q=netflix+turkey");
  await expect(page).toHaveURL(/home=TR$/);
  await expect(page.locator(".answer dt").first()).toHaveText("In Türkiye");
  await expect(page.locator(".answer")).not.toContainText(/your country|you pay|you would/i);
  await expect(page.locator("#prices")).not.toContainText("your country");
  const label = page.locator(".masthead .home-form label").first();
  await expect(label).toHaveText("Compared with");
  await page.goto(PATH);
  await expect(page.locator(".you-tag").first()).toHaveText("your country");
  await expect(label).toHaveText(/^Your country/);
});

test("a history and its sentence are in the chosen currency", async ({ page }) => {
  await page.goto(`${PATH}?home=TR&currency=EUR`);
  await expect(page.locator("#history .finding")).toContainText("in euros");
  await expect(page.locator("#history .measure").first()).toContainText("in EUR a month");
  await expect(page.locator("#history .history-y").last()).toContainText("€");
});

test("a filter counts the reader's country once", async ({ page }) => {
  const { prices } = await readNetflix(page);
  await page.goto(PATH);
  await page.getByRole("searchbox", { name: "Find a country" }).fill("united states");
  const listed = new Set(inOrder(prices).map(({ country }) => country));
  const named = [...listed].filter((country) => countryName(country).toLowerCase().includes("united states"));
  await expect(page.locator("#prices .list-count")).toHaveText(new RegExp(`^${named.length} of ${listed.size}$`));
});
