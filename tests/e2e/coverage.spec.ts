import { expect, test } from "./visitor";

const PATH = "/coverage";

test("on a phone the matrix scrolls in its own box, with names and countries in view", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PATH);
  const frame = page.locator(".coverage-frame");
  await frame.evaluate((box) => {
    box.scrollIntoView({ block: "start", behavior: "instant" });
    box.scrollTo({ left: 300, top: 1000, behavior: "instant" });
  });
  const scrolled = await frame.evaluate(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }));
  expect(scrolled).toEqual({ scrollLeft: 300, scrollTop: 1000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  const box = await frame.boundingBox();
  const name = await frame.locator("tbody tr").nth(60).locator("th").boundingBox();
  const country = await frame.locator("thead th").nth(13).boundingBox();
  expect(Math.round(name?.x ?? -1)).toBe(Math.round(box?.x ?? 0));
  expect(Math.round(country?.y ?? -1)).toBe(Math.round(box?.y ?? 0));
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("says each reason by a mark that the key explains, and leads to product, country and file", async ({ page }) => {
    await page.goto(PATH);
    const keys = await page.locator(".coverage-key li").evaluateAll((items) =>
      items.map((item) => ({
        mark: item.querySelector(".coverage-mark")?.textContent ?? "",
        word: item.querySelector("b")?.textContent ?? "",
        count: Number(/, ([\d,]+):/.exec(item.textContent ?? "")?.[1]?.replace(",", "")),
      })),
    );
    const gaps = await page
      .locator(".coverage td[data-status]")
      .evaluateAll((cells) => cells.map((cell) => [...cell.children].map((child) => child.textContent).join(" ")));
    for (const { mark, word, count } of keys.slice(1))
      expect([word, gaps.filter((gap) => gap === `${mark} ${word}`).length]).toEqual([word, count]);
    expect(keys).toHaveLength(5);
    await page.getByText("Get this data").first().click();
    await expect(page.locator("a[href$='/api/export/coverage.csv']").first()).toBeVisible();
    await page.getByText("Get this data").first().click();
    await page.locator(".coverage").getByRole("link", { name: "Netflix Basic", exact: true }).click();
    await expect(page).toHaveURL("/services/netflix-basic");
    await page.goBack();
    await page.locator(".coverage thead").getByRole("link", { name: "Türkiye" }).click();
    await expect(page).toHaveURL("/countries/TR");
  });
});
