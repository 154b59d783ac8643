import { expect, expectAccessible, expectNoSidewaysScroll, type Page, test } from "./visitor";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("finds a product in a country, from the search of any page", async ({ page }) => {
  await page.goto("/docs");
  await page.getByLabel("Search products and countries").fill("netflix turkey");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toContainText("Netflix Standard");
  await expect(page.locator(".summary-list .is-you")).toContainText("Türkiye");
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

test("knows the same names in the boxes of the history and of the comparison", async ({ page }) => {
  for (const path of ["/services/netflix?history=US", "/compare?products=netflix&countries=US"]) {
    await page.goto(path);
    const field = page.getByRole("combobox", { name: "Add a country" });
    await expect(field).toHaveAttribute("aria-autocomplete", "list");
    for (const [typed, country] of [
      ["Türkei", "Türkiye"],
      ["土耳其", "Türkiye"],
      ["america", "United States"],
      ["Holland", "Netherlands"],
      ["Germny", "Germany"],
    ] as const) {
      await field.fill(typed);
      await expect(page.locator(".combobox-list [role=option]").first(), `${path} ${typed}`).toContainText(country);
    }
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("a name in another language adds the country", async ({ page }) => {
    await page.goto("/services/netflix?history=US");
    await page.getByLabel("Add a country").fill("Türkei");
    await page.getByRole("button", { name: "Draw" }).click();
    await expect(page.locator('.split-table tr[data-country="TR"]')).toBeVisible();
    await page.goto("/compare?products=netflix&countries=US");
    await page.getByLabel("Add a country").fill("uk");
    await page.getByRole("button", { name: "Compare" }).click();
    await expect(page.locator(".heat thead")).toContainText("United Kingdom");
  });
});

test("is a search on a phone too", async ({ page }) => {
  await expectNoSidewaysScroll(page, "/about");
  const field = page.getByLabel("Search products and countries");
  await expect(field).toBeVisible();
  await field.fill("spotify germany");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/services\/spotify\?home=DE/);
});

test("is accessible where nothing is found", ({ page }) => expectAccessible(page, "/services?q=zzzzzz"));
