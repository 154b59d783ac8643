import { expect, expectNoViolations, openPop, plain, test } from "./visitor";

test.use({ locale: "en-US" });

test("tells what changed last in one step, and leads to one country and one month", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Changes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Netflix raised prices in 21 countries and territories, first seen in April 2026",
  );
  const [first] = await page.locator(".changes-table tbody tr").all();
  expect(plain((await first?.innerText()) ?? "")).toContain("United States Netflix Standard");
  expect(plain((await first?.innerText()) ?? "")).toContain("USD 17.99 USD 19.99 +11");
  await openPop(page, "Country");
  await page.getByRole("link", { name: /^Türkiye/ }).click();
  await expect(page).toHaveURL(/country=TR/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("in Türkiye");
  await page.getByRole("link", { name: /July 2025: one country/ }).click();
  await expect(page).toHaveURL(/month=2025-07/);
  await expect(page.locator(".change-month")).toHaveCount(1);
});

test.describe("for a reader in Germany", () => {
  test.use({ locale: "de-DE" });

  test("says when something last changed there", async ({ page }) => {
    await page.goto("/changes");
    expect(plain(await page.locator(".yours").innerText())).toContain(
      "Germany: nothing in April 2026. Last change: Netflix Standard, 4 May 2024, EUR 12.99 to EUR 13.99.",
    );
    await page.getByRole("link", { name: "All changes in Germany" }).click();
    await expect(page).toHaveURL(/country=DE/);
  });
});

for (const width of [390, 1440]) {
  test(`fits at ${width} px with Follow open, which a click beside and Escape close`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.goto("/changes?country=TR");
    const summary = page.locator(".changes-head summary");
    await summary.click();
    const links = page.locator(".changes-head .pop-panel a");
    await expect(links).toHaveText([/^RSS/]);
    await expect(links).toHaveAttribute("href", "/feed.xml?country=TR");
    await expectNoViolations(page, "light");
    await page.mouse.click(5, 5);
    await expect(links.first()).toBeHidden();
    await summary.click();
    await page.keyboard.press("Escape");
    await expect(links.first()).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test("a feed opened in a browser is readable, and leads to the page", async ({ page }) => {
  await page.goto("/feed.xml?country=TR");
  await expect(page.locator("entry > title").first()).toBeVisible();
  await expect(page.locator("entry > id").first()).toBeHidden();
  await page.locator("a").click();
  await expect(page).toHaveURL(/\/changes\?country=TR$/);
});
