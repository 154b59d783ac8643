import { gzipSync } from "node:zlib";
import { SITE_PAGES } from "@/scripts/site-pages";
import { readWrittenWords } from "../support/class-names";
import { scale } from "../support/fault-scale";
import {
  expect,
  expectNarrow,
  expectNoViolations,
  type Page,
  readPolicyViolations,
  test,
  watchPolicy,
} from "./visitor";

const SCRIPT_BUDGET_BYTES = 9_000;

/** `npm run test:full` takes all. */
const ONE_OF_A_KIND = [
  "home",
  "services",
  "services-country",
  "services-empty",
  "search",
  "product",
  "product-day",
  "countries",
  "countries-income",
  "country",
  "multipliers",
  "compare",
  "compare-tax",
  "compare-empty",
  "mine",
  "mine-empty",
  "changes",
  "docs",
  "docs-endpoint",
  "docs-methodology",
  "docs-keys",
  "versions",
  "corrections",
  "coverage",
  "about",
  "not-found",
];
const WITHOUT_ROWS = new Set([
  "services-empty",
  "search",
  "compare-empty",
  "mine-empty",
  "docs",
  "docs-errors",
  "docs-methodology",
  "reading",
  "report",
  "coverage",
  "changes-none",
  "docs-endpoint",
  "docs-agents",
  "docs-programs",
  "docs-changelog",
  "docs-keys",
  "not-found",
]);

const PAGES = {
  ...SITE_PAGES,
  report: "/report?country=TR&period=monthly&platform=web&product=spotify",
  reading: "/reading?country=TR&product=spotify",
};
const WORDS = readWrittenWords();
const names = scale(Object.keys(PAGES), [...ONE_OF_A_KIND, "reading", "report"]);

for (const [name, path] of Object.entries(PAGES).filter(([name]) => names.includes(name)))
  test(`${name} has own scripts alone, fits every width, says its units on a phone, and axe finds nothing`, async ({
    page,
  }) => {
    await watchPolicy(page);
    const scripts = watchScripts(page);
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await readPolicyViolations(page)).toEqual([]);
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(SCRIPT_BUDGET_BYTES);
    expect(await page.locator("script:not([src]):not([type='application/ld+json'])").count()).toBe(0);
    expect(await findInlineHandlers(page)).toEqual([]);
    expect((await readClasses(page)).filter((name) => !WORDS.has(name))).toEqual([]);

    await expectNoViolations(page, "light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoViolations(page, "dark");

    await expectNarrow(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectUnits(page, !WITHOUT_ROWS.has(name));
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    for (const width of [360, 390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `200% text at ${width} px`).toBeLessThanOrEqual(width);
      expect(await findCutWords(page), `200% text at ${width} px`).toEqual([]);
    }
  });

/** Words beyond an ancestor that neither shows nor scrolls to them; not what is hidden on purpose. */
const findCutWords = (page: Page) =>
  page.evaluate(() => {
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true }) || !text.textContent?.trim()) continue;
      if (parent.closest("svg, option, script, textarea, .visually-hidden, .trap")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(at);
        if (clipPath !== "none" || overflowX === "auto" || overflowX === "scroll") break;
        const box = at.getBoundingClientRect();
        if (overflowX !== "visible" && (left < box.left - 1 || right > box.right + 1)) cut.push(text.textContent);
      }
    }
    return cut;
  });

function watchScripts(page: Page): Promise<number>[] {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    expect(new URL(response.url()).pathname).toMatch(/^\/scripts\/(main|theme)-\w+\.js$/);
    expect(response.headers()["cache-control"]).toContain("immutable");
    sizes.push(response.body().then((body) => gzipSync(body).byteLength));
  });
  return sizes;
}

const findInlineHandlers = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap(({ attributes }) =>
      [...attributes].map(({ name }) => name).filter((name) => name.startsWith("on")),
    ),
  );

/** Of elements as they are rendered: styles of a class that no source names whole would pass for dead ones. */
const readClasses = (page: Page) =>
  page.evaluate(() => [
    ...new Set([...document.querySelectorAll("[class]")].flatMap((element) => [...element.classList])),
  ]);

/** No figure of a stacked table stands without its unit, and no unit without its figure. */
async function expectUnits(page: Page, hasRows: boolean): Promise<void> {
  const all = page.locator("table.stacks tbody :is(td, th)");
  expect((await all.count()) > 0).toBe(hasRows);
  const lone = await all.evaluateAll((cells) =>
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
}
