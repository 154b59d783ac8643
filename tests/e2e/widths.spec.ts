import { expect, test } from "./visitor";

test("amounts of a wide comparison stay in their cells, and its totals in view", async ({ page }) => {
  const products = "netflix,spotify,youtube,disney-plus,reelshort,babbel,chatgpt,duolingo";
  await page.goto(`/compare?countries=US,TR,DE,IN,BR,JP,EG,AR&products=${products}`);
  for (const width of [768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await page
      .locator(".heat-local")
      .evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth).length);
    expect(cut, `${width} px`).toBe(0);
    const bottomOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    expect(await bottomOf(".heat-totals th"), `${width} px`).toBeLessThanOrEqual((await bottomOf(".heat-frame")) + 1);
  }
});
