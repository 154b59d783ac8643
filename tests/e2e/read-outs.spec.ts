import { choose, expect, plain, test } from "./visitor";

const PRODUCT = "/services/netflix";

test("a country of the map tells name, value and day to pointer and keys", async ({ page }) => {
  await page.goto(PRODUCT);
  const tip = page.locator("#map .tip");
  await page.locator('#map .map-country[href="/countries/BR"]').hover({ position: { x: 30, y: 30 }, force: true });
  await expect(tip).toContainText(/Brazil .*against the US/);
  await expect(tip).toContainText(/read \d/);
  await page.locator('#map .map-country[href="/countries/BR"]').focus();
  await page.keyboard.press("ArrowLeft");
  const left = plain((await tip.textContent()) ?? "");
  expect(left).not.toContain("Brazil");
  await page.keyboard.press("ArrowRight");
  await expect(tip).toContainText(/read \d/);
});

test("a point of a line tells name, value and day to pointer and keys", async ({ page }) => {
  await page.goto(`${PRODUCT}?history=US,TR`);
  const lines = page.locator("#history .history");
  await lines.locator(".history-plot").hover({ position: { x: 200, y: 200 } });
  const tip = page.locator("#history .read-out");
  await expect(tip).toContainText(/(United States|Türkiye) \$[\d.]+.*20\d\d/);
  await lines.focus();
  await page.keyboard.press("ArrowRight");
  const first = await tip.textContent();
  await page.keyboard.press("ArrowRight");
  expect(await tip.textContent()).not.toBe(first);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("#history .data-figure-body [role=status]")).toContainText(/\$[\d.]+/);
  await page.keyboard.press("Escape");
  await expect(tip).toBeHidden();
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });
  test("a tap tells a country and offers the way there, and the product stays", async ({ page }) => {
    await page.goto(PRODUCT);
    const place = page.locator('#map .map-country[href="/countries/BR"]');
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    const tip = page.locator("#map .tip");
    await expect(tip).toContainText("Brazil");
    await expect(page).toHaveURL(new RegExp(`${PRODUCT}$`));
    await tip.getByRole("link", { name: "Open" }).tap();
    await expect(page).toHaveURL(/\/countries\/BR$/);
  });

  test("a part of the map is shown larger by a plain link", async ({ page }) => {
    await page.goto(PRODUCT);
    const widthOf = async () =>
      (await page.locator('#map .map-country[href="/countries/DE"]').boundingBox())?.width ?? 0;
    const before = await widthOf();
    await page.getByRole("navigation", { name: "Part of the map" }).getByRole("link", { name: "Europe" }).tap();
    await expect(page).toHaveURL(/map=europe#map$/);
    expect(await widthOf()).toBeGreaterThan(3 * before);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

test("Escape closes an open menu, wherever the focus is", async ({ page }) => {
  await page.goto(PRODUCT);
  const settings = page.locator(".masthead details");
  await settings.locator("summary").click();
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null));
  await page.keyboard.press("Escape");
  await expect(settings).not.toHaveAttribute("open");
});

test("a menu below a figure moves nothing when it opens", async ({ page }) => {
  await page.goto(PRODUCT);
  for (const name of ["Share", "Get this data"]) {
    const summary = page.locator("#map summary", { hasText: name });
    await summary.scrollIntoViewIfNeeded();
    const before = await summary.boundingBox();
    await summary.click();
    expect(await summary.boundingBox(), name).toEqual(before);
    await page.keyboard.press("Escape");
  }
});

test("the link to a comparison keeps a currency that is only remembered", async ({ page }) => {
  await choose(page, "US", "EUR");
  await page.goto("/compare?products=netflix,spotify&countries=DE,TR");
  expect(await page.locator("#matrix .share-link").getAttribute("href")).toContain("currency=EUR");
});
