import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "playwright/test";

/** A page that fails its test on an error in the console, a script that throws, or a request to another host. */
export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    const faults: string[] = [];
    page.on("console", (message) => {
      // A page that is not found, not allowed or refused is the very thing some tests ask for; the browser reports its status.
      if (message.type() === "error" && !/status of (?:40[34]|422)/.test(message.text())) faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== new URL(baseURL ?? "").origin) faults.push(`asks ${request.url()}`);
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

export { expect };

/** The data of an API answer, asked for by a sender of its own: callers have a limit each. */
export async function readApi<T>(page: Page, path: string): Promise<T> {
  const sender = [10, 0, 0, 0].map((first) => first || Math.floor(Math.random() * 256)).join(".");
  const response = await page.request.get(path, { headers: { "x-forwarded-for": sender } });
  expect(response.status(), path).toBe(200);
  const { data }: { data: T } = await response.json();
  return data;
}

/** Text as a reader sees it: one kind of space, no doubled ones. */
export const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** Nothing that axe knows to be wrong, in the light and in the dark theme. */
export async function expectAccessible(page: Page, path: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await expectNoViolations(page, colorScheme);
  }
}

/** The rules about colour; all others find the same in every theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Checks the page as it stands, in the theme it has: every rule in the light one, those of colour in the dark. */
export async function expectNoViolations(page: Page, theme: string): Promise<void> {
  // In the page itself, and without lists of all that is well: pages have no frames, and some have thousands of elements.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (theme === "dark" ? axe.withRules(COLOUR_RULES) : axe).analyze();
  expect(
    violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`),
  ).toEqual([]);
}

/** Widths of phones, tablets and windows, among them both sides of each at which the layout changes. */
const WIDTHS_PX = [
  320, 360, 390, 430, 600, 640, 641, 680, 720, 740, 768, 820, 896, 900, 940, 1023, 1024, 1100, 1152, 1280,
];

/** A page that fits all of these: no sideways scroll. */
export async function expectNoSidewaysScroll(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const overflows: string[] = [];
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 800 });
    const shown = await page.evaluate(() => document.documentElement.scrollWidth);
    if (shown > width) overflows.push(`${path}: ${shown} px wide in ${width}`);
  }
  expect(overflows).toEqual([]);
}

/** Structured data of a page, by its type. */
export async function readStructuredData(page: Page, type: string): Promise<Record<string, unknown>> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const found = texts.map((text): Record<string, unknown> => JSON.parse(text)).find((value) => value["@type"] === type);
  expect(found, `structured data of type ${type}`).toBeDefined();
  return found ?? {};
}

/** Counts what a visitor does: a click, a key, or a form that is filled in and sent. */
export function countSteps() {
  let steps = 0;
  return {
    take: async (action: () => Promise<unknown>) => {
      steps++;
      await action();
    },
    count: () => steps,
  };
}

export type { Page };
