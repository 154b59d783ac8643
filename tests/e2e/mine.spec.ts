import { expect, type Page, test } from "./visitor";

const SEVEN = ["netflix", "spotify", "youtube", "disney-plus", "icloud", "chatgpt", "duolingo"];

test.use({ locale: "de-DE", viewport: { width: 390, height: 844 } });

/** One page, a tick for each and one button. */
async function tickSeven(page: Page) {
  await page.goto("/mine");
  for (const slug of SEVEN) await page.locator(`.pick-list input[value="${slug}"]`).check();
  await page.locator(".pick-send button").click();
  await expect(page).toHaveURL("/mine");
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("seven subscriptions: what they cost here and where each costs least", async ({ page }) => {
      await tickSeven(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        /your 7 subscriptions: €[\d.,]+ a month in Germany(?:, read .+)?$/i,
      );
      await expect(page.locator(".mine-table tbody tr")).toHaveCount(7);
      await expect(page.locator(".mine-answer")).toContainText("Each in its cheapest country");
      await expect(page.locator(".masthead-sum")).toContainText("€");
    });
  });

test("what one pays oneself is counted, kept, and forgotten again", async ({ page }) => {
  await page.goto("/services/netflix");
  await page.getByRole("button", { name: "I have this" }).click();
  await expect(page).toHaveURL("/services/netflix");
  await page.getByRole("link", { name: "my subscriptions", exact: true }).click();
  await page.locator("summary", { hasText: "Change Netflix" }).click();
  await page.getByLabel("I pay, in EUR").fill("4,99");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your subscription: €4.99 a month in Germany");
  await expect(page.locator(".mine-table tbody tr")).toContainText("as you pay it");
  await page.goto("/mine");
  await expect(page.locator(".masthead-sum")).toHaveText(/€4\.99/);
  await page.getByRole("button", { name: "Forget it" }).click();
  await expect(page.locator(".masthead-sum")).toHaveCount(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("mine");
});

test("Excel and OneDrive, ticked both, add one price, and the page says so", async ({ page }) => {
  const tick = async (slug: string) => {
    await page.goto("/mine");
    const pop = page.locator("summary", { hasText: "Subscriptions" });
    if ((await pop.count()) > 0) await pop.first().click();
    await page.locator(`.pick-list input[value="${slug}"]`).check();
    await page.locator(".pick-send button").click();
    await expect(page.locator(`.mine-table a[href="/services/${slug}"]`)).toHaveCount(1);
  };
  await tick("microsoft-excel");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(/^Your subscription: €[\d.]+ a month in Germany/);
  const alone = await title.innerText();
  await tick("microsoft-onedrive");
  await expect(page.locator(".mine-table tbody tr")).toHaveCount(2);
  await expect(title).toHaveText(alone);
  await expect(page.locator(".page-head, main").first()).toContainText("it counts once");
  await page.goto("/services/microsoft-onedrive");
  await expect(page.locator("main")).toContainText(
    "Microsoft OneDrive is sold as Microsoft 365 Personal, the same plan as Microsoft Excel and Microsoft PowerPoint",
  );
  await page.locator("main").getByRole("link", { name: "Microsoft Excel", exact: true }).click();
  await expect(page).toHaveURL("/services/microsoft-excel");
});

test("a shared list leaves the own one as it is until it is kept", async ({ page }) => {
  await page.goto("/services/netflix");
  await page.getByRole("button", { name: "I have this" }).click();
  await page.goto("/mine?list=spotify,youtube");
  await expect(page.locator(".notice")).toContainText("which has another one");
  await page.locator("summary", { hasText: "Change Spotify" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page).toHaveURL("/mine?list=youtube");
  await page.goto("/mine");
  await expect(page.locator(".mine-table tbody tr")).toHaveCount(1);
  await expect(page.locator(".mine-table tbody tr")).toContainText("Netflix");
});

test("on paper the list and its sums are alone", async ({ page }) => {
  await page.goto(`/mine?list=${SEVEN}`);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".mine-keep")).toBeHidden();
  await expect(page.getByText("Change", { exact: true }).first()).toBeHidden();
  const pages = (await page.evaluate(() => document.documentElement.scrollHeight)) / 1000;
  expect(pages).toBeLessThan(4);
});
