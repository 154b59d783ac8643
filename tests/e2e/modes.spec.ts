import { expect, type Page, test } from "./visitor";

const COMPARED = "/compare?countries=US,TR,DE,IN,BR&products=netflix,spotify,youtube,disney-plus";

/** Marks that carry data by colour alone, each with a page that has them. */
const MARKS: readonly (readonly [string, string])[] = [
  ["/services/netflix", ".ruler-bar [data-step]"],
  ["/services/netflix", ".ruler-bins span"],
  [COMPARED, ".heat-cell"],
];

const countDrawn = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((marks) => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return marks.filter((mark) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(mark);
      return backgroundImage !== "none" || ![ground, "rgba(0, 0, 0, 0)"].includes(backgroundColor);
    }).length;
  });

for (const [path, selector] of MARKS)
  test(`readers' own colours draw as many ${selector} on ${path} as ours`, async ({ page }) => {
    await page.goto(path);
    const drawn = await countDrawn(page, selector);
    expect(drawn).toBeGreaterThan(1);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ forcedColors: "active", colorScheme });
      expect(await countDrawn(page, selector), colorScheme).toBe(drawn);
    }
  });

test("prints what the cheapest country saves, on a page as wide as paper", async ({ page }) => {
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.goto(COMPARED);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".answer-more")).toContainText(/saves \$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794);
});

test("prints findings, tables and scales, and no controls", async ({ page }) => {
  for (const path of ["/", "/services", "/services/netflix?home=DE", COMPARED]) {
    await page.goto(path);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const controls = page.locator(":is(input, select, button):visible");
    expect(await controls.count(), path).toBe(0);
    const kept = await page
      .locator("[data-step]:visible")
      .evaluateAll((marks) => marks.every((mark) => getComputedStyle(mark).printColorAdjust === "exact"));
    expect(kept, path).toBe(true);
    await page.emulateMedia({ media: "screen" });
  }
});
