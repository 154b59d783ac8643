import { SITE_PAGES } from "../../scripts/site-pages";
import { expect, test } from "./visitor";

test.use({ viewport: { width: 360, height: 800 } });

for (const path of ["/services", "/services/netflix", "/countries", "/countries?share=income", "/countries/TR"])
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

for (const [name, path] of Object.entries(SITE_PAGES))
  test(`no figure of a table on ${name} stands without its unit, and no unit without its figure`, async ({ page }) => {
    await page.goto(path);
    const lone = await page.locator("table.stacks tbody :is(td, th)").evaluateAll((cells) =>
      cells.flatMap((cell) => {
        if (!(cell instanceof HTMLElement) || !cell.checkVisibility()) return [];
        const around = ["::before", "::after"].map((place) => {
          const { content } = getComputedStyle(cell, place);
          return content.startsWith('"') ? content.slice(1, -1) : "";
        });
        const [figure = ""] = cell.innerText.trim().split("\n");
        const isDrawn = cell.querySelector("svg, i") !== null;
        const isFigureAlone = /^[−+-]?[\d.,]+$/.test(figure) && around.join("") === "";
        const isUnitAlone = figure === "" && !isDrawn && around.join("") !== "";
        return isFigureAlone || isUnitAlone ? [`${cell.closest("tr")?.innerText} | ${figure}`] : [];
      }),
    );
    expect(lone).toEqual([]);
  });
