import { choose, expect, expectNoViolations, type Page, test } from "./visitor";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("suggests pages while the reader types, on every page, by keyboard", async ({ page }) => {
  await page.goto("/docs");
  const field = page.getByRole("combobox", { name: "Search subscriptions and countries" });
  await field.pressSequentially("netflix tur");
  await expect(field).toHaveAttribute("aria-expanded", "true");
  const options = page.locator(".suggestions [role=option]");
  await expect(options.first()).toContainText(/Netflix in Türkiye.*TRY.*a month/);
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await options.first().getAttribute("id"));
  await page.keyboard.press("Escape");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/services\/netflix\?home=TR$/);
});

test("suggests by pointer, in the reader's currency, on a phone without sideways scroll", async ({ page }) => {
  await choose(page, "US", "EUR");
  await page.goto("/about");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("link", { name: "Search" }).click();
  await page.getByRole("combobox", { name: "Subscription or country" }).pressSequentially("spotify");
  const first = page.locator(".suggestions [role=option]").first();
  await expect(first).toContainText("€");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectNoViolations(page, "light");
  await first.click();
  await expect(page).toHaveURL(/\/services\/spotify$/);
});

test("leads, without scripts too, to a list where a text may mean several things", async ({ page }) => {
  await page.goto("/search?q=premium");
  await expect(page.getByRole("heading", { name: "Subscriptions" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^YouTube Premium/ }).first()).toHaveAttribute(
    "href",
    /\/services\/youtube/,
  );
});

test("finds a product in a country, from the search of any page", async ({ page }) => {
  await page.goto("/docs");
  await page.getByLabel("Search subscriptions and countries").fill("netflix turkey");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toContainText("Netflix Standard");
  await expect(page.locator(".answer .is-you")).toContainText("Türkiye");
});

test("finds countries by what people call them", async ({ page }) => {
  for (const [text, country] of [
    ["turkey", "Türkiye"],
    ["Deutschland", "Germany"],
    ["uk", "the United Kingdom"],
    ["America", "the United States"],
    ["Holland", "the Netherlands"],
  ] as const) {
    await page.goto(`/search?q=${text}`);
    await expect(heading(page), text).toContainText(country, { ignoreCase: true });
  }
});

test("says of a country that no price has been collected there", async ({ page }) => {
  await page.goto("/search?q=north korea");
  await expect(page.getByRole("heading", { name: /No price has been collected in North Korea/ })).toBeVisible();
});

test("knows the same names in the lists of the history and of the comparison", async ({ page }) => {
  for (const path of ["/services/netflix?history=US", "/compare?products=netflix&countries=US"]) {
    await page.goto(path);
    await page.locator("main summary", { hasText: /^(?:Add a country|Countries \d)/ }).click();
    const names = page.waitForResponse(/country-names/);
    const list = page.getByRole("group", { name: /^Countries/ });
    await list.getByRole("searchbox").focus();
    await names;
    for (const [typed, country] of [
      ["Türkei", "Türkiye"],
      ["土耳其", "Türkiye"],
      ["america", "United States"],
      ["Holland", "Netherlands"],
      ["Germny", "Germany"],
    ] as const) {
      await list.getByRole("searchbox").fill(typed);
      await expect(list.getByRole("checkbox", { name: country }), `${path} ${typed}`).toBeVisible();
      await expect(list.getByRole("checkbox", { name: "Japan" }), `${path} ${typed}`).toHaveCount(0);
    }
  }
});

test("is a search on a phone too", async ({ page }) => {
  await page.goto("/about");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("link", { name: "Search" }).click();
  await page.getByRole("combobox", { name: "Subscription or country" }).fill("spotify germany");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/services\/spotify\?home=DE/);
});

test("says of a service that it is not tracked, and names what a country lacks", async ({ page }) => {
  await page.goto("/search?q=prime+video");
  await expect(page.getByRole("heading", { name: "We do not track Prime Video yet" })).toBeVisible();
  await page.goto("/search?q=cheapest+streaming+in+poland");
  await expect(page.locator(".deck")).toContainText(
    /of \d+ streaming subscriptions have a price in Poland\. Missing: Spotify/,
  );
});

test("words of vendor and plan are found in any product that has them, and letters inside of a name", async ({
  page,
}) => {
  await page.goto("/search?q=microsoft+365");
  for (const name of [
    /^Microsoft Excel 365 Personal/,
    /^Microsoft OneDrive 365 Personal/,
    /^Microsoft Word 365 Family/,
  ])
    await expect(page.getByRole("main").getByRole("link", { name })).toBeVisible();
  await page.goto("/search?q=gpt");
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /^ChatGPT/ })
      .first(),
  ).toBeVisible();
});
