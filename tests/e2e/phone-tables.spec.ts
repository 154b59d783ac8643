import { SITE_PAGES } from "../../scripts/site-pages";
import { expect, test } from "./visitor";

test.use({ viewport: { width: 360, height: 800 } });

for (const path of [
  "/services",
  "/services/netflix",
  "/countries",
  "/countries?share=income",
  "/countries/TR",
  "/multipliers",
])
  test(`${path} sorts on a phone, and nothing that takes the focus is out of sight`, async ({ page }) => {
    await page.goto(path);
    const heads = page.locator("table.stacks thead a");
    const shown = await heads.evaluateAll((links) =>
      links
        .filter((link) => getComputedStyle(link.closest("th") ?? link).display !== "none")
        .map((link) => {
          const { width, height, left, right } = link.getBoundingClientRect();
          return { text: link.textContent, isSeen: width > 10 && height >= 24 && left >= 0 && right <= innerWidth };
        }),
    );
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.filter(({ isSeen }) => !isSeen)).toEqual([]);
    const unsorted = page.locator("table.stacks thead th:visible:not([aria-sort]) a").first();
    const name = (await unsorted.textContent()) ?? "";
    await unsorted.click();
    await expect(page.locator("table.stacks thead th[aria-sort]").first()).toContainText(name);
  });

test("factors stay what was asked for in another order", async ({ page }) => {
  await page.goto("/multipliers?base=DE&price=9.99&round=3");
  await page.locator("table.stacks thead a").getByText("Country").click();
  await expect(page).toHaveURL("/multipliers?base=DE&price=9.99&round=3&sort=country#factors");
  const names = await page.locator("table.stacks tbody th a").allTextContents();
  expect(names).toEqual([...names].sort(new Intl.Collator("en").compare));
  expect(names.length).toBeGreaterThan(10);
  await expect(page.locator("table.stacks tbody tr", { hasText: "Germany" })).toContainText("1.000");
  await page.locator("table.stacks thead a").getByText("Factor").click();
  await expect(page).toHaveURL("/multipliers?base=DE&price=9.99&round=3#factors");
});

test("amounts on a phone have their currency and what they are paid for", async ({ page }) => {
  await page.goto("/services/netflix");
  const amounts = page.locator("table.stacks tbody td.amount");
  const around = await amounts.evaluateAll((cells) =>
    cells.map((cell) => [getComputedStyle(cell, "::before").content, getComputedStyle(cell, "::after").content]),
  );
  expect(around.length).toBeGreaterThan(5);
  for (const pair of around) expect(pair).toEqual(['"$"', '" a month"']);
});

test("counts of versions on a phone say what they count", async ({ page }) => {
  await page.goto("/versions");
  const units = await page
    .locator("table.stacks tbody tr")
    .first()
    .locator("td:not(:last-child)")
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::after").content));
  expect(units).toEqual(['" prices"', '" added, changed, ended"', '" corrected"']);
});

test("a sum that is not known has no currency", async ({ page }) => {
  await page.goto(SITE_PAGES["compare-tax"] ?? "");
  const totals = page.locator(".heat-totals td");
  await expect(totals.filter({ hasText: "not known" })).toHaveCount(1);
  const amounts = await page
    .locator(".heat td:not(.hatched) > .heat-amount")
    .evaluateAll((cells) =>
      cells.map((cell) => ({ text: cell.textContent ?? "", unit: getComputedStyle(cell, "::before").content })),
    );
  expect(amounts.length).toBeGreaterThan(5);
  for (const { text, unit } of amounts) expect(`${unit} ${text}`).toMatch(/^"\$" \d/);
});

test("the band of a version is a sentence", async ({ page }) => {
  await page.goto("/services/netflix?version=2020-01-01.1");
  await expect(page.locator(".notice > p")).toHaveText(
    "There is no dataset 2020-01-01.1, so you see the newest. Show the newest, or see all versions.",
  );
  const { height } = (await page.locator(".notice > p").boundingBox()) ?? { height: 0 };
  expect(height).toBeLessThan(80);
});
