import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "playwright/test";
import { expectAccessible, plain, readApi } from "./visitor";

async function frameElsewhere(base: string, paths: readonly string[]) {
  const frames = paths.map((path) => `<iframe src="${base}${path}" width="680" height="460"></iframe>`);
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(
      `<!doctype html><meta name="color-scheme" content="light dark"><title>elsewhere</title>${frames.join("")}`,
    );
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

const FRAMES = [
  ["/embed/index", /subscriptions|same/i],
  ["/embed/services/netflix", /Netflix Standard/],
  ["/embed/countries/TR", /Türkiye/],
  ["/embed/compare?products=netflix,spotify&countries=US,TR", /Türkiye/],
] as const;

for (const colorScheme of ["light", "dark"] as const) {
  test(`frames show on a page of another origin, in its ${colorScheme} theme`, async ({ page, baseURL }) => {
    const elsewhere = await frameElsewhere(baseURL ?? "", [...FRAMES.map(([path]) => path), "/embed/index?theme=dark"]);
    await page.emulateMedia({ colorScheme });
    const frameAt = (i: number) => page.frameLocator("iframe").nth(i);
    // Of five pages made at once one may be a 503 where the machine is busy, and no wait mends a frame.
    await expect(async () => {
      await page.goto(elsewhere.url);
      for (const [i, [, text]] of FRAMES.entries())
        await expect(frameAt(i).getByRole("heading", { level: 1 })).toContainText(text);
      await expect(frameAt(FRAMES.length).locator("footer")).toContainText("Version");
    }).toPass();
    for (const i of FRAMES.keys()) {
      await expect(frameAt(i).locator("footer")).toContainText("Version");
      const out = frameAt(i).locator("footer a").first();
      await expect(out).toHaveAttribute("target", "_blank");
      await expect(out).toHaveAttribute("rel", "noopener");
    }
    const paperOf = (i: number) =>
      frameAt(i)
        .locator("body")
        .evaluate((body) => getComputedStyle(body).backgroundColor);
    await expect.poll(async () => (await paperOf(0)) === (await paperOf(FRAMES.length))).toBe(colorScheme === "dark");
    elsewhere.close();
  });
}

test("a frame on a phone keeps its credit in view and is named by what it shows", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 460 });
  for (const [path, finding] of FRAMES) {
    await page.goto(path);
    await expect(page).toHaveTitle(finding);
    await expect(page.locator("head title")).toHaveCount(1);
    const foot = await page.locator("footer").boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0), path).toBeLessThanOrEqual(461);
    const brand = await page.locator("footer .brand").boundingBox();
    expect(brand?.height, path).toBeGreaterThanOrEqual(24);
  }
});

test("no script runs in a frame, whichever way it comes in", async ({ page, baseURL }) => {
  await page.goto(`${baseURL}/embed/index`);
  expect(await page.locator("script").count()).toBe(0);
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", `<img src="data:," onerror="window.ran = true">`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return "ran" in window;
  });
  expect(ran).toBe(false);
});

test("every other page refuses to be framed", async ({ page, baseURL }) => {
  const refused = ["/", "/services/netflix", "/countries", "/compare", "/docs", "/admin/sign-in"];
  const elsewhere = await frameElsewhere(baseURL ?? "", refused);
  await page.goto(elsewhere.url);
  for (const [i, path] of refused.entries()) {
    const frame = page.frameLocator("iframe").nth(i);
    expect([path, await frame.locator("main h1").count()]).toEqual([path, 0]);
  }
  expect(page.frames().filter((frame) => frame.url().startsWith("chrome-error:"))).toHaveLength(refused.length);
  elsewhere.close();
});

test("a figure's code frames it as it is", async ({ page }) => {
  await page.goto("/services/netflix");
  await page.locator("#map summary", { hasText: "Share" }).click();
  const code = await page.locator("#map textarea").inputValue();
  expect(code).toMatch(/^<iframe src="http[^"]+\/embed\/services\/netflix\?version=[\d.-]+" /);
  const src = /src="([^"]+)"/.exec(code)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const response = await page.request.get(src);
  expect(response.status()).toBe(200);
});

for (const [path] of FRAMES) {
  test(`${path} has nothing that axe knows to be wrong`, async ({ page }) => {
    await expectAccessible(page, path);
  });
}

test("a product that ended says so in a frame, with its days and the source that they come from", async ({ page }) => {
  await page.goto("/embed/services/netflix-basic-with-ads");
  await expect(page.locator(".embed-measure")).toContainText(/It was first seen on .*, and was no longer listed on /);
  const credit = page.locator("footer p");
  await expect(credit).toContainText("Netflix prices by thomas.io");
  await expect(credit).not.toContainText("OpenTheRank");
});

test("a frame says when its prices were read", async ({ page }) => {
  await page.goto("/embed/countries/AQ");
  const data = await readApi<{ verified_on: string }[]>(page, "/api/prices?country=AQ");
  expect(data.length).toBeGreaterThan(0);
  const [month] = data.map(({ verified_on }) =>
    new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(verified_on)),
  );
  expect(plain((await page.locator(".embed-measure").textContent()) ?? "")).toContain(plain(`in ${month}`));
});
