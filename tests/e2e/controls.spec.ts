import { expect, type Page, test } from "./visitor";

const COMPARED = "/compare?countries=US,TR,DE,IN,BR&products=netflix,spotify,youtube,disney-plus";
const switchOf = (page: Page) => page.locator(".masthead .pop");

test("keys in the list of countries send nothing and keep the focus; the button sends", async ({ page }) => {
  await page.goto("/services/netflix");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  for (const form of [".masthead .pop"]) {
    await page.locator(`${form} > summary`).click();
    const countries = page.locator(`${form} select[name=country]`);
    await countries.focus();
    const before = await countries.inputValue();
    for (const key of ["ArrowDown", "ArrowDown", "g", "e", "r", "m"]) await page.keyboard.press(key);
    expect(await countries.inputValue()).not.toBe(before);
    await expect(countries).toBeFocused();
    await page.keyboard.press("Escape");
  }
  expect(sent).toEqual([]);
  await switchOf(page).locator("summary").click();
  await switchOf(page).locator("select[name=country]").selectOption("IT");
  await switchOf(page).getByRole("button", { name: "Use Italy and its currency" }).click();
  await expect(switchOf(page).locator("summary")).toContainText("Italy EUR");
});

test("Enter in the list of countries sends", async ({ page }) => {
  await page.goto("/about");
  await switchOf(page).locator("summary").click();
  const countries = switchOf(page).locator("select[name=country]");
  await countries.selectOption("JP");
  await countries.press("Enter");
  await expect(switchOf(page).locator("summary")).toContainText("Japan JPY");
});

test("Back shows the country that was chosen meanwhile, with nothing open", async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  // Playwright switches off the store of left pages, which visitors have.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await page.goto("/compare?countries=US,TR&products=netflix");
  await page.locator("input[name=countries][value=DE]").evaluate((box: HTMLInputElement) => box.click());
  await switchOf(page).locator("summary").click();
  await switchOf(page).locator("select[name=country]").selectOption("FR");
  await page.evaluate(() => location.assign("/about"));
  await expect(page).toHaveURL(/\/about$/);
  await switchOf(page).locator("summary").click();
  await switchOf(page).locator("select[name=country]").selectOption("JP");
  await switchOf(page).locator(".home-form .button").click();
  await expect(switchOf(page).locator("summary")).toContainText("Japan JPY");
  await page.goBack();
  if (page.url().endsWith("/about")) await page.goBack();
  await expect(page).toHaveURL(/\/compare/);
  await expect(switchOf(page).locator("summary")).toContainText("Japan JPY");
  expect(await page.locator("details[data-menu][open]").count()).toBe(0);
  expect(await switchOf(page).locator("select[name=country]").inputValue()).toBe("JP");
  await expect(switchOf(page).locator(".home-form .button")).toHaveText("Use Japan and JPY");
  const ticked = await page
    .locator("input[name=countries]:checked")
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute("value")));
  expect(ticked.sort()).toEqual(["TR", "US"]);
  await browser.close();
});

test("where cookies are refused, a choice of country says so and stands in the address", async ({ page, baseURL }) => {
  const form = new URLSearchParams({ country: "DE", currency: "", back: "/services/netflix?country=TR&home=US" });
  // Unlike the browser here, fetch keeps no cookies.
  const headers = { origin: baseURL ?? "" };
  const sent = await fetch(`${baseURL}/preferences`, { method: "POST", body: form, headers, redirect: "manual" });
  const seen = await fetch(new URL(sent.headers.get("location") ?? "", baseURL), { redirect: "manual" });
  const address = new URL(seen.headers.get("location") ?? "", baseURL);
  expect(address.pathname).toBe("/services/netflix");
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ country: "TR", home: "DE", currency: "EUR" });
  for (const path of [address.href, `/about${address.search}`]) {
    await page.goto(path);
    await expect(page.getByRole("status").filter({ hasText: "keeps no cookies" })).toContainText("Germany and EUR");
    await expect(switchOf(page).locator("summary")).toContainText("Germany EUR");
  }
});

test("a country of the map that takes the focus is in the window with its tip", async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/services/netflix");
    await page.keyboard.press("Tab");
    const outside = await page.locator("#map .map-country").evaluateAll((links) => {
      const every = Math.ceil(links.length / 20);
      return links.flatMap((link, at) => {
        if (!(link instanceof SVGElement) || at % every !== 0) return [];
        scrollTo(0, document.documentElement.scrollHeight);
        link.focus({ preventScroll: true });
        const [place, tip] = [link, document.querySelector(".tip")].map((part) => part?.getBoundingClientRect());
        const isSeen = place && tip && tip.top >= 0 && tip.bottom <= innerHeight && place.bottom > 0;
        return isSeen && place.top < innerHeight ? [] : [link.getAttribute("aria-label")];
      });
    });
    expect(outside, `${width} px`).toEqual([]);
  }
});

test("the bars of a browser around the page follow the theme that is chosen here", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const colors = () =>
    page
      .locator("meta[name=theme-color]")
      .evaluateAll((metas) => metas.map((meta) => (meta as HTMLMetaElement).content));
  const [light, dark] = await colors();
  expect(light).not.toBe(dark);
  await switchOf(page).locator("summary").click();
  await page.getByLabel("Dark").check();
  expect(await colors()).toEqual([dark, dark]);
  await page.reload();
  await expect.poll(colors).toEqual([dark, dark]);
  await switchOf(page).locator("summary").click();
  await page.getByLabel("System").check();
  expect(await colors()).toEqual([light, dark]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("no field is so small that the page is enlarged for it", async ({ page }) => {
    const small: string[] = [];
    for (const path of [
      "/",
      "/services",
      "/services/netflix",
      COMPARED,
      "/multipliers",
      "/docs/endpoints/prices",
      "/report?country=TR&period=monthly&platform=ios&product=netflix",
      "/reading?product=netflix",
      "/docs/keys",
    ]) {
      await page.goto(path);
      const sizes = await page
        .locator("input:not([type=checkbox], [type=radio], [type=range], [type=hidden]), select, textarea")
        .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
      expect(sizes.length).toBeGreaterThan(0);
      if (sizes.some((size) => size < 16)) small.push(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    }
    expect(small).toEqual([]);
    await expect(page.locator("meta[name=format-detection]")).toHaveAttribute("content", /telephone=no/);
  });

  for (const [compared, head] of [
    ["/compare?countries=US,TR,DE&products=netflix,spotify,youtube,disney-plus,chatgpt", ".heat thead"],
    [COMPARED, ".heat tbody tr:nth-child(2) th"],
  ] as const)
    test(`heads stay in view while one scrolls through ${compared}`, async ({ page }) => {
      await page.goto(compared);
      await page
        .locator(".heat tbody tr:nth-child(2) td")
        .last()
        .evaluate((cell) => {
          scrollBy(0, cell.getBoundingClientRect().top - 80);
        });
      const box = await page.locator(head).first().boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(-1);
      expect(box?.y).toBeLessThan(60);
    });
});

test("a chart is not cut in two in print", async ({ page }) => {
  await page.goto("/services/netflix");
  await page.emulateMedia({ media: "print" });
  for (const chart of [".history", ".map"])
    await expect(page.locator(chart).first()).toHaveCSS("break-inside", "avoid");
});
