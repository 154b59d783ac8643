import { SITE_PAGES } from "@/scripts/site-pages";
import { isLong, scale } from "../support/fault-scale";
import { test as base, choose, expect, type Page } from "./visitor";

const WIDTHS_PX = [320, 390, 660, 768, 1024, 1280, 1440, 1920];

/** Each with another kind of panel, menu, sheet or list. */
const ONE_OF_A_KIND = [
  "home",
  "services-country",
  "product",
  "country",
  "countries",
  "compare",
  "compare-empty",
  "changes",
  "multipliers",
  "docs-endpoint",
  "docs-data",
  "versions",
];
const names = scale(Object.keys(SITE_PAGES), ONE_OF_A_KIND);

// Lays out each page sixteen times.

const test = base.extend<{ largePage: Page }>({
  /** Of a browser that is set to letters twice as large. */
  largePage: async ({ playwright, launchOptions, baseURL }, use) => {
    const args = [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    await use(await browser.newPage({ baseURL: baseURL ?? "" }));
    await browser.close();
  },
});

/** Opens what can be opened, one after the other, and names what sticks out of the window. */
async function findOutside(isEach: boolean): Promise<string[]> {
  const { documentElement: root } = document;
  const found: string[] = [];
  const measure = (name: string, box: DOMRect) => {
    if (box.left < -0.5 || box.right > root.clientWidth + 0.5)
      found.push(`${name} from ${Math.round(box.left)} to ${Math.round(box.right)}`);
    if (root.scrollWidth > root.clientWidth) found.push(`${name}: the page is ${root.scrollWidth} px wide`);
  };
  measure("nothing open", new DOMRect());
  const seen = new Set<string>();
  for (const details of document.querySelectorAll("details")) {
    const summary = details.querySelector("summary");
    const panel = details.querySelector(":scope > :not(summary)");
    const name = summary?.textContent ?? "";
    if (!summary?.checkVisibility() || !panel || (!isEach && seen.has(name))) continue;
    seen.add(name);
    const wasOpen = details.open;
    details.open = true;
    // A task after the one in which the page hears of it.
    await new Promise((resolve) => setTimeout(resolve));
    measure(name, panel.getBoundingClientRect());
    details.open = wasOpen;
  }
  return found;
}

for (const [name, path] of Object.entries(SITE_PAGES).filter(([name]) => names.includes(name)))
  test(`nothing that opens on ${name} sticks out of the window or lets the page scroll sideways`, async ({
    page,
    largePage,
  }) => {
    const outside: string[] = [];
    for (const opened of [page, largePage]) {
      // The longest name.
      await choose(opened, "VC", "XCD");
      await opened.goto(path);
      for (const width of WIDTHS_PX) {
        await opened.setViewportSize({ width, height: 800 });
        const found = await opened.evaluate(findOutside, isLong);
        outside.push(...found.map((text) => `${width} px${opened === largePage ? ", large text" : ""}: ${text}`));
      }
    }
    expect(outside).toEqual([]);
  });

test("suggestions stay in the window", async ({ page, largePage }) => {
  for (const opened of [page, largePage])
    for (const label of ["Search subscriptions and countries", "Subscription or country"]) {
      await opened.setViewportSize({ width: 1440, height: 800 });
      await opened.goto("/");
      const field = opened.getByRole("combobox", { name: label, exact: true });
      // Phones have the field on the page alone.
      if (!(await field.isVisible())) continue;
      await field.pressSequentially("net");
      const list = opened.getByRole("listbox", { name: "Suggestions" }).filter({ visible: true });
      await expect(list.getByRole("option").first()).toBeVisible();
      const outside: string[] = [];
      for (const width of WIDTHS_PX) {
        await opened.setViewportSize({ width, height: 800 });
        // A field that a width has elsewhere takes its list with it.
        if (!(await list.isVisible())) continue;
        const box = await list.boundingBox();
        const wide = await opened.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width || (box && (box.x < 0 || box.x + box.width > width)))
          outside.push(`${label}, ${width} px: from ${box?.x}, ${box?.width} px wide; the page ${wide}`);
      }
      expect(outside).toEqual([]);
    }
});

test("the header takes one row at 1024 px, with the longest name of a country too", async ({ page }) => {
  for (const [country, currency] of [
    ["US", ""],
    ["VC", "XCD"],
  ] as const) {
    await choose(page, country, currency);
    await page.goto("/");
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const boxes = await page
        .locator(".masthead-row > *")
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
      const lowestTop = Math.max(...boxes.map(({ top }) => top));
      const highestBottom = Math.min(...boxes.map(({ bottom }) => bottom));
      expect(lowestTop, `${country} at ${width} px`).toBeLessThan(highestBottom);
    }
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("panels stay in the window as well", async ({ page }) => {
    const outside: string[] = [];
    for (const name of ["home", "product", "compare", "changes"]) {
      await page.goto(SITE_PAGES[name] ?? "");
      for (const width of WIDTHS_PX) {
        await page.setViewportSize({ width, height: 800 });
        const found = await page.locator(".pop").evaluateAll((panels) =>
          panels.flatMap((panel) => {
            panel.setAttribute("open", "");
            const box = panel.querySelector(".pop-panel")?.getBoundingClientRect();
            panel.removeAttribute("open");
            return box && (box.left < -0.5 || box.right > innerWidth + 0.5) ? [panel.textContent?.slice(0, 40)] : [];
          }),
        );
        outside.push(...found.map((text) => `${name}, ${width} px: ${text}`));
      }
    }
    expect(outside).toEqual([]);
  });
});
