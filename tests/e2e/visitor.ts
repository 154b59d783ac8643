import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "playwright/test";
import { isLong } from "../support/fault-scale";

/** Page that fails its test on a console error, an exception, or a request to another host. */
export const test = base.extend({
  page: async ({ page, baseURL }, use) => {
    const faults: string[] = [];
    page.on("console", (message) => {
      // Some tests ask for these statuses, which the browser reports as errors.
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

/** Each call uses its own sender, because limits are per caller. */
export async function readApi<T>(page: Page, path: string): Promise<T> {
  const sender = [10, 0, 0, 0].map((first) => first || Math.floor(Math.random() * 256)).join(".");
  const response = await page.request.get(path, { headers: { "x-forwarded-for": sender } });
  expect(response.status(), path).toBe(200);
  const { data }: { data: T } = await response.json();
  return data;
}

/** As the form in the header does; an empty currency is that of the country. */
export async function choose(page: Page, country: string, currency = ""): Promise<void> {
  const { origin } = new URL((await page.request.get("/manifest.webmanifest")).url());
  const form = { country, currency, back: "/about" };
  await page.request.post("/preferences", { form, headers: { origin }, maxRedirects: 0 });
}

/** Opens the panel of a word in the line of controls. */
export const openPop = (page: Page, label: string) =>
  page
    .locator(".control-line summary", { has: page.locator(".pop-label", { hasText: new RegExp(`^${label}\\s*$`) }) })
    .click();

export const plain = (text: string) => text.replace(/\s+/g, " ").trim();

export async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(path);
  await expectNoViolations(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, "dark");
}

/** Only colour rules depend on the theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

export async function expectNoViolations(page: Page, theme: string): Promise<void> {
  // Legacy mode, and violations only: pages have no frames, and some have thousands of elements.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  // Rows of a table are alike.
  if (!isLong) axe.exclude("tbody tr:nth-child(n + 9)");
  const { violations } = await (theme === "dark" ? axe.withRules(COLOUR_RULES) : axe).analyze();
  expect(
    violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`),
  ).toEqual([]);
}

/** Widths around each change of layout. */
const WIDTHS_PX = [
  320, 360, 390, 430, 600, 640, 641, 680, 720, 740, 768, 820, 896, 900, 940, 1023, 1024, 1100, 1152, 1280,
];

export async function expectNarrow(page: Page): Promise<void> {
  const overflows: string[] = [];
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 800 });
    const shown = await page.evaluate(() => document.documentElement.scrollWidth);
    if (shown > width) overflows.push(`${page.url()}: ${shown} px wide in ${width}`);
  }
  expect(overflows).toEqual([]);
}

/** From the next page on. */
export const watchPolicy = (page: Page) =>
  page.addInitScript(() => {
    const violations: string[] = [];
    Reflect.set(window, "violations", violations);
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) => {
      violations.push(`${effectiveDirective} ${blockedURI} ${sourceFile}`);
    });
  });

export const readPolicyViolations = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, "violations"));

export async function readStructuredData(page: Page, type: string): Promise<Record<string, unknown>> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const found = texts.map((text): Record<string, unknown> => JSON.parse(text)).find((value) => value["@type"] === type);
  expect(found, `structured data of type ${type}`).toBeDefined();
  return found ?? {};
}

/** Counts clicks, keys, and submitted forms. */
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
