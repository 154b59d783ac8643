import { type Comparison, MAX_PRODUCTS } from "@/lib/catalogue/compare/schema";
import type { ProductDetail } from "@/lib/catalogue/products/schema";
import { countryInSentence, countryName, formatAmount, formatUsd } from "@/lib/text/format";
import { choose, expect, expectNarrow, openPop, plain, readApi, test } from "./visitor";

const QUERY = "countries=US,TR,DE,IN,BR&products=netflix,spotify,youtube,disney-plus";

type Covered = { product: string; country: string; status: string };
const REASONS: Readonly<Record<string, string>> = {
  no_longer_sold: "no longer sold",
  other_plan_only: "another plan only",
  not_known: "not known",
  not_collected: "not collected",
};

test("shows every cell, total and saving as the API has them, and of each gap the reason", async ({ page }) => {
  const comparison = await readApi<Comparison>(page, `/api/compare?${QUERY}`);
  const coverage = await readApi<Covered[]>(page, "/api/export/coverage.json");
  const reasonOf = (product: string, country: string) =>
    REASONS[coverage.find((row) => row.product === product && row.country === country)?.status ?? ""] ?? "";
  await page.goto(`/compare?${QUERY}`);
  const rows = page.locator(".heat tbody tr");
  await expect(rows).toHaveCount(comparison.matrix.length);
  for (const [r, { product, cells }] of comparison.matrix.entries()) {
    for (const [c, cell] of cells.entries()) {
      const amount = rows.nth(r).locator("td").nth(c).locator(".heat-amount");
      const country = comparison.countries[c]?.country ?? "";
      await expect(amount).toHaveText(
        cell?.usd_monthly == null ? reasonOf(product, country) : formatAmount(cell.usd_monthly),
      );
    }
  }
  const totals = page.locator(".heat-totals td");
  for (const [c, { usd_monthly, complete }] of comparison.totals.entries()) {
    if (usd_monthly !== null) await expect(totals.nth(c).locator(".heat-amount")).toHaveText(formatAmount(usd_monthly));
    if (!complete) await expect(totals.nth(c)).toContainText(/\d of 4 missing/);
  }
  const { baseline, best_single_country: single, best_mix: mix } = comparison.savings;
  const country = page.locator(".answer-more");
  await expect(country).toContainText(countryName(single?.country ?? ""));
  await expect(country).toContainText(`of the total in ${countryInSentence(baseline?.country ?? "")}`);
  const folded = page.locator("details", { hasText: "Before you compare" }).locator("li").first();
  await expect(folded).toContainText(`Each in its cheapest country: ${formatUsd(mix?.usd_monthly ?? 0)} a month`);
  for (const [place, best] of [
    [country, single],
    [folded, mix],
  ] as const) {
    const text = plain((await place.textContent()) ?? "");
    expect(text).toContain(`saves ${formatUsd(best?.saving?.usd_monthly ?? 0)} a month`);
    expect(text).toContain(`${formatUsd(best?.saving?.usd_yearly ?? 0)} a year`);
  }
});

test("warns of every country whose total is not complete", async ({ page }) => {
  const { totals } = await readApi<Comparison>(page, `/api/compare?${QUERY}`);
  const partial = totals.filter(({ complete }) => !complete);
  expect(partial.length).toBeGreaterThan(0);
  await page.goto(`/compare?${QUERY}`);
  for (const { country } of partial)
    await expect(page.locator("details", { hasText: "Before you compare" })).toContainText(
      `${countryName(country)} has no price for`,
    );
});

test("is composed by ticking what a search finds, and the address holds it", async ({ page }) => {
  await page.goto("/compare?countries=US");
  const button = page.getByRole("button", { name: "Choose at least one" });
  await expect(button).toBeVisible();
  await page.getByRole("searchbox").first().fill("spoti");
  await expect(page.getByRole("checkbox", { name: /Netflix/ })).toHaveCount(0);
  await page.getByRole("checkbox", { name: /^Spotify Individual/ }).check();
  await page
    .getByRole("group", { name: /^Countries/ })
    .getByRole("searchbox")
    .fill("turk");
  await page.getByRole("checkbox", { name: /Türkiye/ }).check();
  await page.getByRole("button", { name: "Compare 1 in 2" }).click();
  await expect(page).toHaveURL(/\?countries=US,TR&products=spotify$|\?products=spotify&countries=US,TR$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Spotify");
});

test("is composed with the keyboard alone: Enter ticks the best answer, and the panel closes", async ({ page }) => {
  await page.goto("/compare?countries=US&products=netflix");
  await openPop(page, "Countries");
  const find = page.getByRole("searchbox", { name: /^Find one of/ });
  await find.focus();
  await page.keyboard.type("braz");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: /^Brazil/ })).toBeChecked();
  await expect(find).toHaveValue("");
  await page.getByRole("button", { name: "Compare 1 in 2" }).press("Enter");
  await expect(page).toHaveURL(/countries=US,BR/);
  await expect(page.locator(".control-line details[open]")).toHaveCount(0);
});

test("each of its lists says my price or that there is none, and takes no more than the API does", async ({ page }) => {
  await choose(page, "DE");
  await page.goto("/compare?countries=DE,TR&products=netflix");
  const { prices } = await readApi<ProductDetail>(page, "/api/services/spotify?currency=EUR");
  const mine = prices.filter(({ country }) => country === "DE").map(({ converted }) => converted?.monthly ?? 0);
  await openPop(page, "Subscriptions");
  await expect(page.locator(".pick-list li", { hasText: "Spotify Individual" })).toContainText(
    `€${Math.min(...mine).toFixed(2)}`,
  );
  const boxes = page.locator(".pop[open] .pick-list").getByRole("checkbox", { checked: false });
  for (let at = 1; at < MAX_PRODUCTS; at++) await boxes.first().check();
  await expect(boxes.first()).toBeDisabled();
  await expect(page.getByRole("button", { name: `Compare ${MAX_PRODUCTS} in 2` })).toBeVisible();
});

test("measures savings against the country chosen", async ({ page }) => {
  await page.goto(`/compare?${QUERY}`);
  await openPop(page, "Countries");
  await page.getByLabel("Against").selectOption("DE");
  await page.getByRole("button", { name: /^Compare \d/ }).click();
  await expect(page.locator(".answer-more")).toContainText("of the total in Germany");
  const { savings } = await readApi<Comparison>(
    page,
    "/api/compare?countries=DE,US,TR,IN,BR&products=netflix,spotify,youtube,disney-plus",
  );
  await expect(page.locator(".answer-more")).toContainText(
    formatUsd(savings.best_single_country?.saving?.usd_yearly ?? 0),
  );
});

const FIVE = "products=netflix,youtube,spotify,icloud,disney-plus";

test("the first sentence is the best mix where it saves clearly more than one country", async ({ page }) => {
  const call = `/api/compare?countries=BR,DE,IN&${FIVE}&currency=BRL`;
  const { best_mix: mix } = (await readApi<Comparison>(page, call)).savings;
  await page.goto(`/compare?countries=BR,DE,IN&${FIVE}&currency=BRL`);
  const saved = new Intl.NumberFormat("en", { style: "currency", currency: "BRL" });
  await expect(page.locator("h1")).toHaveText(
    `Netflix, YouTube and iCloud+ in India, the rest in Brazil: ${saved.format(mix?.saving?.converted?.monthly ?? 0)} less a month`,
  );
  await expect(page.locator(".answer-more")).toContainText(saved.format(mix?.saving?.converted?.yearly ?? 0));
});

test.describe("one tick chooses all countries with an index", () => {
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
      test.use({ javaScriptEnabled, locale: "de-DE" });
      test("it is ticked where no country is chosen, and stays in the address", async ({ page }) => {
        const countries = await readApi<{ country: string; index: object | null }[]>(page, "/api/countries");
        const indexed = countries.filter(({ index }) => index !== null);
        await page.goto("/compare");
        const all = page.getByRole("checkbox", { name: `All ${indexed.length} countries with an index` });
        await expect(all).toBeChecked();
        await page.getByRole("checkbox", { name: /^Spotify Individual/ }).check();
        await page
          .getByRole("button", { name: javaScriptEnabled ? /^Compare 1 in 18/ : /./ })
          .last()
          .click();
        await expect(page).toHaveURL(/countries=index/);
        await expect(page.locator(".heat thead th")).toHaveCount(1 + indexed.length);
        await expect(page.locator(".heat thead th").nth(1)).toContainText("Germany");
        await openPop(page, "Countries");
        await expect(all).toBeChecked();
        await all.uncheck();
        await page.getByRole("checkbox", { name: /^Germany/ }).check();
        await page.getByRole("checkbox", { name: /^India/ }).check();
        await page.locator(".pop[open] .pick-send button").click();
        await expect(page.locator(".heat thead th")).toHaveCount(3);
      });
    });
});

test("subscriptions without a country are compared in all with an index", async ({ page }) => {
  await page.goto("/compare?products=spotify,netflix");
  await expect(page.locator(".heat thead th")).toHaveCount(19);
});

test.describe("a reader from Austria", () => {
  test.use({ locale: "de-AT" });
  test("finds their country offered, and in the empty form", async ({ page }) => {
    await page.goto("/compare");
    await expect(page.getByRole("checkbox", { name: /^Austria/ })).toBeChecked();
    await page.goto("/compare?countries=US&products=netflix");
    await page.getByRole("link", { name: /Add it and measure/ }).click();
    await expect(page).toHaveURL(/countries=AT,US/);
  });
});

test("names day and source of each price", async ({ page }) => {
  const { matrix } = await readApi<Comparison>(page, `/api/compare?${QUERY}`);
  const prices = matrix.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));
  await page.goto(`/compare?${QUERY}`);
  await page.getByText("Each price with its day and source").click();
  const links = page.locator(".chart-table tbody a:not(.report-link)");
  await expect(links.first()).toBeVisible();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual(prices.map(({ source_url }) => source_url));
});

test("gives the same cells as a file, and a picture", async ({ page }) => {
  const { matrix } = await readApi<Comparison>(page, `/api/compare?${QUERY}`);
  const csv = await (await page.request.get(`/api/compare?${QUERY}&format=csv`)).text();
  const lines = csv.trim().split("\r\n");
  expect(lines).toHaveLength(1 + matrix.reduce((sum, { cells }) => sum + cells.length, 0));
  expect(lines[1]?.startsWith(`"netflix","US",`)).toBe(true);
  const image = await page.request.get(`/image/compare/card.png?${QUERY}`);
  expect(image.headers()["content-type"]).toBe("image/png");
  const bad = await page.request.get("/api/compare?format=csv&countries=US&products=netflx");
  expect(bad.status()).toBe(400);
  expect(await bad.json()).toMatchObject({ errors: [{ parameter: "products", suggestion: "netflix" }] });
});

test("never fails on an address that makes no sense", async ({ page }) => {
  const response = await page.goto("/compare?products=netflx,netflix&countries=QQ,US&baseline=FR&currency=XYZ");
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("status").first()).toContainText("netflx");
  await expect(page.locator(".heat tbody tr")).toHaveCount(1);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("adds and removes by a plain form", async ({ page }) => {
    await page.goto("/compare?countries=US,TR&products=netflix");
    await openPop(page, "Subscriptions");
    await page.getByRole("checkbox", { name: /^Spotify Individual/ }).check();
    await page.getByRole("button", { name: /^Compare \d/ }).click();
    await expect(page.locator(".heat tbody tr")).toHaveCount(2);
    await openPop(page, "Subscriptions");
    await page
      .getByRole("checkbox", { name: /^Netflix Standard/ })
      .first()
      .uncheck();
    await page.getByRole("button", { name: /^Compare \d/ }).click();
    await expect(page.locator(".heat tbody tr")).toHaveCount(1);
    await expect(page.locator(".heat tbody")).toContainText("Spotify");
    await expect(page.locator(".heat thead th")).toHaveCount(3);
  });
});

const FULL = `/compare?products=spotify,youtube,disney-plus,chatgpt,claude&countries=US,DE,TR,IN,BR,GB,FR,JP,MX,AF,AQ,CH,PK,NG,EG`;

test("at its full size heads and first column stay, empty countries can be hidden, totals sort", async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 700 });
  await page.goto(FULL);
  const frame = page.locator(".heat-frame");
  await frame.evaluate((one) => one.scrollTo(600, 300));
  await expect(page.locator(".heat tbody tr")).toHaveCount(5);
  const [box, head, first] = await Promise.all([
    frame.boundingBox(),
    page.locator(".heat thead th").nth(12).boundingBox(),
    page.locator(".heat tbody tr th").nth(3).boundingBox(),
  ]);
  expect(Math.abs((head?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(4);
  expect(Math.abs((first?.x ?? 0) - (box?.x ?? 0))).toBeLessThan(4);
  await page.getByRole("link", { name: /^Hide two countries without a price$/ }).click();
  await expect(page.locator(".heat thead")).not.toContainText("Antarctica");
  await page.getByRole("link", { name: "Cheapest first" }).click();
  await expect(page).toHaveURL(/empty=hidden&order=total/);
  const totals = page.locator(".heat-totals td:not(.heat-partial) .heat-amount");
  const amounts = (await totals.allTextContents()).map(Number).filter((amount) => amount > 0);
  expect(amounts.length).toBeGreaterThan(3);
  expect(amounts.slice(1)).toEqual([...amounts.slice(1)].sort((a, b) => a - b));
});

test("at its full size is a compact list on a phone, totals first", async ({ page }) => {
  await page.goto(FULL);
  await expectNarrow(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const cells = page.locator(".heat tbody td:not(:has(.heat-cheapest)):not(.hatched)");
  const heights = await cells.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(40);
  const unit = await cells
    .first()
    .locator(".heat-amount")
    .evaluate((one) => getComputedStyle(one, "::before").content);
  expect(unit).toBe('"$"');
  const [totals, rows] = await Promise.all([
    page.locator(".heat tfoot").boundingBox(),
    page.locator(".heat tbody").boundingBox(),
  ]);
  expect(totals?.y).toBeLessThan(rows?.y ?? 0);
});

test("one country is shown without a best of its kind, and asks for another one", async ({ page }) => {
  await page.goto("/compare?products=spotify,netflix&countries=DE");
  await expect(page.locator(".answer-more")).toHaveText("Add a country to compare it with.");
  await expect(page.getByText(/only listed country|nothing saved/)).toHaveCount(0);
});

test("the field of a list keeps its height while one types, and Tab stops once in each list", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/compare");
  const find = page.locator(".pick-find").first();
  const heightOf = async () => (await find.boundingBox())?.height ?? 0;
  const before = await heightOf();
  await find.fill("netf");
  await expect(page.locator(".pick").first().locator("li:not(.is-out)")).not.toHaveCount(0);
  expect(await heightOf()).toBe(before);
  await find.fill("");
  await find.focus();
  const isButton = () => page.evaluate(() => document.activeElement?.matches(".pick-send button") ?? false);
  let stops = 0;
  while (stops < 20 && !(await isButton())) {
    await page.keyboard.press("Tab");
    stops += 1;
  }
  expect(stops).toBeLessThanOrEqual(6);
  await find.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page.locator(".pick").first().locator("input[type=checkbox]").nth(1)).toBeChecked();
});
