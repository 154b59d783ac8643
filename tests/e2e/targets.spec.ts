import { expect, type Page, test } from "./visitor";

// Limits in px of what a visitor scrolls. That every product answers on its first screen is in product.spec.ts.

const COMPARED = "/compare?countries=DE,TR,BR,IN&products=netflix,spotify,youtube,chatgpt,disney-plus";

const bottomOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
};

test.describe("on a phone of 390 by 844", () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: "de-DE" });

  for (const [path, limit] of [
    ["/", 3800],
    ["/services", 3400],
    ["/services/netflix", 5500],
    ["/services/spotify", 4400],
    ["/countries", 5400],
    ["/countries/TR", 5400],
    [COMPARED, 2400],
  ] as const)
    test(`${path} is at most ${limit} px long`, async ({ page }) => {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(limit);
    });

  test("my price, the cheapest and the saving of Netflix stand on the first screen, below one line of controls", async ({
    page,
  }) => {
    await page.goto("/services/netflix");
    expect(await bottomOf(page, ".answer .is-you dd")).toBeLessThanOrEqual(500);
    expect(await bottomOf(page, ".answer dl > div:nth-child(3)")).toBeLessThanOrEqual(844);
    expect((await page.locator(".control-line").boundingBox())?.height).toBeLessThanOrEqual(56);
  });

  test("a comparison shows its saving and first prices on the first screen, below one line of controls", async ({
    page,
  }) => {
    await page.goto(COMPARED);
    expect(await bottomOf(page, ".answer-more")).toBeLessThanOrEqual(500);
    expect(await bottomOf(page, ".heat tbody tr")).toBeLessThanOrEqual(844);
    expect((await page.locator(".control-line").boundingBox())?.height).toBeLessThanOrEqual(56);
  });

  test("the first price of a country and the first tile of home stand on the first screen", async ({ page }) => {
    await page.goto("/countries/TR");
    expect(await bottomOf(page, "#prices tbody tr")).toBeLessThanOrEqual(844);
    await page.goto("/");
    expect((await page.locator(".tiles li").first().boundingBox())?.y).toBeLessThanOrEqual(420);
    expect((await page.locator("main").innerText()).split(/\s+/).length).toBeLessThanOrEqual(450);
  });
});

test("pages carry the rows that they show, so that they stay small", async ({ page }) => {
  const MOST_BYTES = { "/services/netflix": 220_000, "/services": 120_000, "/countries/TR": 120_000 };
  for (const [path, most] of Object.entries(MOST_BYTES)) {
    const html = await (await page.request.get(path)).body();
    expect(html.length, path).toBeLessThanOrEqual(most);
  }
});
