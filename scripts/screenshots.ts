import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { SITE_PAGES } from "./site-pages";

const WIDTHS_PX = [360, 768, 1440];
const THEMES = ["light", "dark"] as const;

// npm run screenshots -- --url http://127.0.0.1:3000 [--out docs/screenshots] [--page home]... [--width 1440]...
// [--theme light]... [--fold]; --fold: only the part visible without scrolling.
const { values } = parseArgs({
  options: {
    url: { type: "string", default: process.env.BASE_URL ?? "http://127.0.0.1:3000" },
    out: { type: "string", default: "docs/screenshots" },
    page: { type: "string", multiple: true, default: Object.keys(SITE_PAGES) },
    width: { type: "string", multiple: true, default: WIDTHS_PX.map(String) },
    theme: { type: "string", multiple: true, default: [...THEMES] },
    fold: { type: "boolean", default: false },
    chromium: { type: "string", default: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium" },
  },
});

const browser = await chromium.launch({ executablePath: values.chromium, args: ["--no-sandbox"] });
await mkdir(values.out, { recursive: true });
for (const colorScheme of THEMES.filter((theme) => values.theme.includes(theme))) {
  for (const width of values.width.map(Number)) {
    const page = await browser.newPage({
      viewport: { width, height: Math.round(Math.max(720, width * 0.64)) },
      colorScheme,
      locale: "en-US",
      reducedMotion: "reduce",
    });
    for (const name of values.page) {
      const path = SITE_PAGES[name];
      if (path === undefined)
        throw new Error(`There is no page "${name}": one of ${Object.keys(SITE_PAGES).join(", ")}`);
      await page.goto(new URL(path, values.url).href, { waitUntil: "networkidle" });
      const file = join(values.out, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: !values.fold, caret: "initial" });
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      console.log(`${file}${overflowPx > 0 ? `  SIDEWAYS SCROLL OF ${overflowPx} px` : ""}`);
    }
    await page.close();
  }
}
await browser.close();
