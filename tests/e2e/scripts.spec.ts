import { expect, openPop, test } from "./visitor";

test("a choice of theme holds at once and on the next page", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/about");
  await page.locator(".masthead .pop summary").click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/countries");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.locator(".masthead .pop summary").click();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.getByRole("radio", { name: "System" }).check();
  await page.goto("/about");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("copies code and links as they are used", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL ?? "" });
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto("/docs");
  const block = page.locator(".code-block").first();
  await block.getByRole("button").click();
  await expect(block.getByRole("button")).toHaveText("Copied");
  expect(await read()).toBe(await block.locator("code").textContent());
  await expect(block.getByRole("button")).toHaveText("Copy");
  await page.goto("/compare?countries=US,TR&products=netflix");
  await page.locator("#matrix .share-link").click();
  expect(await read()).toMatch(/^http:\/\/.*\/compare\?countries=US,TR&products=netflix#matrix$/);
});

test("a list of boxes is worked by keyboard alone", async ({ page }) => {
  await page.goto("/compare?countries=US");
  const products = page.getByRole("group", { name: /^Subscriptions/ });
  await products.getByRole("searchbox").focus();
  for (const name of ["netfl", "spotif"]) {
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
  }
  await expect(products.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expect(products.getByRole("status")).toHaveText(/^Spotify Individual chosen, 2 of \d+$/);
  await page.keyboard.type("zzzz");
  await expect(products.getByRole("status")).toHaveText("0 found");
  await page.keyboard.press("Enter");
  await expect(products.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await products.getByRole("searchbox").fill("");
  await expect(products.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(products.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await page.getByRole("button", { name: "Compare 1 in 1" }).press("Enter");
  await expect(page.locator(".heat tbody tr")).toHaveCount(1);
});

test("lines of a chart are picked by tapping: place and focus stay, and the address says them", async ({ page }) => {
  // Answered before, so that a slow machine does not open them as pages.
  for (const codes of ["US", "US,PK"]) await page.goto(`/services/netflix?history=${codes}`);
  await page.goto("/services/netflix?history=US,TR");
  const lines = page.locator(".history-end");
  await expect(lines).toHaveCount(2);
  const chip = page.locator(".history-choice").getByRole("link", { name: "Remove Türkiye" });
  await chip.scrollIntoViewIfNeeded();
  await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
  await chip.click();
  await expect(page).toHaveURL(/history=US#history$/);
  await expect(lines).toHaveCount(1);
  await expect(page.locator(".history-choice .chip").last()).toBeFocused();
  const pakistan = page.getByRole("link", { name: /^Show Pakistan/ });
  const before = (await pakistan.boundingBox())?.y ?? 0;
  await pakistan.click();
  await expect(page).toHaveURL(/history=US,PK#history$/);
  await expect(lines).toHaveCount(2);
  const after = page.locator(".history-choice").getByRole("link", { name: "Remove Pakistan" });
  await expect(after).toBeFocused();
  expect(Math.abs(((await after.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
  await expect(page.locator("html")).toHaveAttribute("data-same-document");
  await page.goBack();
  await expect(lines).toHaveCount(1);
});

test("Escape closes the settings, and gives the focus back to what opened them", async ({ page }) => {
  await page.goto("/about");
  const summary = page.locator(".masthead .pop > summary");
  await summary.click();
  const currency = page.getByLabel("Show prices in");
  await expect(currency).toBeVisible();
  await currency.focus();
  await page.keyboard.press("Escape");
  await expect(currency).toBeHidden();
  await expect(summary).toBeFocused();
});

test("what opens a menu of a figure stays where it is, and one menu is open at a time", async ({ page }) => {
  await page.goto("/services/netflix");
  const figure = page.locator("#prices");
  for (const name of ["Get this data", "Share"]) {
    const summary = figure.locator("summary", { hasText: name });
    await summary.scrollIntoViewIfNeeded();
    const before = await summary.evaluate((one) => one.getBoundingClientRect().left);
    await summary.click();
    expect(await summary.evaluate((one) => one.getBoundingClientRect().left)).toBeCloseTo(before, 0);
    await expect(figure.locator("details.data-figure-action[open]")).toHaveCount(1);
  }
  await page.mouse.click(5, 300);
  await expect(figure.locator("details.data-figure-action[open]")).toHaveCount(0);
});

test("readers' own colours: only the section of the page is underlined, and scales stay", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/services");
  const lines = await page.locator(".main-nav a").evaluateAll((all) =>
    all.map((one) => {
      const { borderBottomColor } = getComputedStyle(one);
      return borderBottomColor !== getComputedStyle(document.body).backgroundColor;
    }),
  );
  expect(lines.filter(Boolean)).toHaveLength(1);
});

test("another view of a page is swapped in: place and focus stay, the address says it, and Back restores it", async ({
  page,
}) => {
  // Answered before, so that a slow machine does not open them as pages.
  for (const view of ["sort=country", "tax=excluded"]) await page.goto(`/services/netflix?${view}`);
  await page.goto("/services/netflix");
  await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
  const head = page.locator("#prices thead").getByRole("link", { name: "Country" });
  await head.scrollIntoViewIfNeeded();
  const before = await head.boundingBox();
  const firstRow = page.locator("#prices tbody:not(.pinned) .code").first();
  const cheapest = await firstRow.textContent();
  await head.click();
  await expect(page).toHaveURL(/sort=country#prices$/);
  await expect(firstRow).toHaveText("AU");
  expect(Math.abs(((await head.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await expect(head).toBeFocused();
  await expect(page.locator("body > [role=status]")).toHaveText(/^\d+ countries$/);
  const left = await page.evaluate(() => scrollY);
  await page.goBack();
  await expect(firstRow).toHaveText(cheapest ?? "");
  expect(Math.abs((await page.evaluate(() => scrollY)) - left)).toBeLessThan(2);

  await openPop(page, "Prices");
  await page
    .locator(".control-line")
    .getByRole("link", { name: /^Without tax/ })
    .click();
  await expect(page).toHaveURL(/tax=excluded/);
  const summary = page.locator(".control-line summary", { hasText: "Without tax" });
  await expect(summary).toBeFocused();
  await expect(page.locator("html")).toHaveAttribute("data-same-document");
  // What scripts add is there again.
  await page.getByRole("searchbox", { name: "Find a country" }).fill("turk");
  await expect(page.locator("#prices .list-count")).toContainText(/of \d+/);
});

test("a view that cannot be fetched is opened as a page", async ({ page }) => {
  await page.goto("/services/netflix");
  await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
  await page.route(/sort=country/, (route) =>
    route.request().resourceType() === "fetch" ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  await page.locator("#prices thead").getByRole("link", { name: "Country" }).click();
  await expect(page).toHaveURL(/sort=country/);
  await expect(page.locator("html")).not.toHaveAttribute("data-same-document");
});
