import { join } from "node:path";
import { chromium } from "playwright";
import { findChromium } from "../support/chromium";
import { type Driver, type Engine, HEIGHT_PX, toDownloads, type WindowOptions } from "./window";

/** Chromium by playwright; null where there is none. */
export async function openChromium(home: string): Promise<Engine | null> {
  const found = await findChromium();
  if (found === null) return null;
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: ["--no-sandbox"],
    // Playwright switches the cache of pages off, which visitors have.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    ...(found.env && { env: { ...process.env, ...found.env } }),
  });
  const openWindow = async ({ width, refused }: WindowOptions): Promise<Driver> => {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT_PX },
      javaScriptEnabled: refused !== "scripts",
      reducedMotion: "reduce",
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    page.on("download", (download) => void download.saveAs(join(toDownloads(home), download.suggestedFilename())));
    // Chromium has no command for it: cookies that servers set do not arrive.
    if (refused === "cookies") {
      await context.route("**/*", async (route) => {
        const answer = await route.fetch({ maxRedirects: 0 });
        // What is fetched so is kept as if the page had it.
        await context.clearCookies();
        const headers = Object.entries(answer.headers()).filter(([name]) => name !== "set-cookie");
        await route.fulfill({ response: answer, headers: Object.fromEntries(headers) });
      });
    }
    return {
      evaluate: (expression) => page.evaluate(expression),
      clickAt: (x, y) => page.mouse.click(x, y),
      press: (key) => page.keyboard.press(key),
      type: (text) => page.keyboard.type(text),
      chooseFile: (selector, path) => page.setInputFiles(selector, path),
      deleteCookies: () => context.clearCookies(),
      hasRole: async (selector, role) => {
        const session = await context.newCDPSession(page);
        const { root } = await session.send("DOM.getDocument");
        const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
        const { nodes } = await session.send("Accessibility.getPartialAXTree", { nodeId, fetchRelatives: false });
        await session.detach();
        return nodes[0]?.role?.value === role;
      },
      close: () => context.close(),
    };
  };
  return { name: "Chromium", openWindow, close: () => browser.close() };
}
