import { type Browser, launch } from "puppeteer-core";
import { getProgram, lacks, programEnv } from "../support/needs";
import { type Driver, type Engine, HEIGHT_PX, type Refused, toDownloads, type WindowOptions } from "./window";

const REFUSALS: Readonly<Record<Refused, Record<string, unknown>>> = {
  scripts: { "javascript.enabled": false },
  cookies: { "network.cookie.cookieBehavior": 2 },
};

/** Firefox by puppeteer over WebDriver BiDi; null where there is none. */
export async function openFirefox(home: string): Promise<Engine | null> {
  if (lacks("firefox-esr", "steps in Firefox")) return null;
  // What is refused holds for a whole browser.
  const browsers = new Map<Refused | null, Promise<Browser>>();
  const start = (refused: Refused | null) =>
    launch({
      browser: "firefox",
      executablePath: getProgram("firefox-esr"),
      // As root it starts in no home of another.
      env: { ...programEnv, HOME: home },
      extraPrefsFirefox: {
        // Puppeteer switches the cache of pages off, which visitors have.
        "fission.bfcacheInParent": true,
        "browser.download.folderList": 2,
        "browser.download.dir": toDownloads(home),
        ...(refused && REFUSALS[refused]),
      },
    });
  const openWindow = async ({ width, refused }: WindowOptions): Promise<Driver> => {
    const started = browsers.get(refused) ?? start(refused);
    browsers.set(refused, started);
    const context = await (await started).createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width, height: HEIGHT_PX });
    return {
      evaluate: (expression) => page.evaluate(expression),
      clickAt: (x, y) => page.mouse.click(x, y),
      press: (key) => page.keyboard.press(key),
      type: (text) => page.keyboard.type(text),
      chooseFile: async (selector, path) => {
        const field = await page.$(`${selector}`);
        await (field as import("puppeteer-core").ElementHandle<HTMLInputElement> | null)?.uploadFile(path);
      },
      hasRole: async (selector, role) => {
        const element = await page.$(selector);
        // Below its parent alone: the roles of a page of thousands of elements take half a minute.
        const parent = await element?.evaluateHandle((one) => one.parentElement as Element);
        for (const found of (await parent?.$$(`aria/[role="${role}"]`)) ?? [])
          if (await found.evaluate((one, wanted) => one === wanted, element)) return true;
        return false;
      },
      deleteCookies: async () => context.deleteCookie(...(await context.cookies())),
      close: () => context.close(),
    };
  };
  const close = async () => {
    for (const browser of browsers.values()) await (await browser).close();
  };
  return { name: "Firefox", openWindow, close };
}
