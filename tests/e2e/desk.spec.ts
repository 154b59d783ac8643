import { randomUUID } from "node:crypto";
import { Client } from "pg";
import type { Locator } from "playwright/test";
import { hashPassword } from "@/lib/access/staff/passwords/passwords";
import { PASSWORD, publishLaterReading, type Site, signIn, testStaff } from "./staff";
import { countSteps, expect, expectAccessible, expectNarrow, expectNoViolations, type Page } from "./visitor";

const EMAIL = "editor@example.com";
const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";

const test = testStaff(async (database) => {
  await publishLaterReading(database.url);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("INSERT INTO staff (id, email, role, password_hash) VALUES ($1, $2, 'editor', $3)", [
    randomUUID(),
    EMAIL,
    await hashPassword(PASSWORD),
  ]);
  await client.end();
});
test.describe.configure({ mode: "serial" });

function makeRows(count: number): string {
  const lines = [HEADER];
  const first = Date.UTC(1995, 0, 1);
  for (let at = 0; at < count; at++) {
    const day = new Date(first + (at % 10_000) * 86_400_000).toISOString().slice(0, 10);
    const product = ["netflix", "netflix-premium", "netflix-basic", "netflix-mobile"][Math.floor(at / 10_000) % 4];
    const country = ["AQ", "BV", "HM"][Math.floor(at / 40_000)] ?? "AQ";
    lines.push(`${product},${country},web,yearly,9.99,USD,${day},netflix-prices,https://www.netflix.com/`);
  }
  return `${lines.join("\n")}\n`;
}

test("a file of 100,000 rows is previewed with progress, and nothing is written", async ({ page, site }) => {
  await signIn(page, EMAIL);
  await page.goto("/admin/changes/new");
  await page
    .getByLabel(/Files, up to ten/)
    .setInputFiles({ name: "many.csv", mimeType: "text/csv", buffer: Buffer.from(makeRows(100_000)) });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await page.waitForURL(/\/admin\/changes\/\d+$/);
  await expect(page.getByRole("progressbar").first()).toBeVisible();
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect(page.locator(".counts")).toContainText("99,990");
  const client = new Client({ connectionString: site.database.url });
  await client.connect();
  expect(
    (await client.query("SELECT FROM price WHERE country IN ('AQ', 'BV', 'HM') AND period = 'yearly'")).rowCount,
  ).toBe(0);
  // The bundled data and the later reading.
  expect((await client.query("SELECT FROM dataset_version")).rowCount).toBe(3);
  await client.end();
});

test("files that are dropped anywhere on the upload page are chosen", async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto("/admin/changes/new");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated");
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["product"], "dropped.csv", { type: "text/csv" }));
    return transfer;
  });
  await page.locator("h1").dispatchEvent("drop", { dataTransfer: dropped });
  const chosen = page.getByLabel(/Files, up to ten/);
  await expect.poll(() => chosen.evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe("dropped.csv");
});

test("role and sign-out stand apart on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, EMAIL);
  const [who, signOut] = await Promise.all([".who", ".sign-out"].map((part) => page.locator(part).boundingBox()));
  expect(signOut?.x).toBeGreaterThanOrEqual((who?.x ?? 0) + (who?.width ?? 0) + 8);
});

test("the desk is clean for axe in both themes, and fits a phone", async ({ page }) => {
  await signIn(page, EMAIL);
  for (const path of [
    "/admin/desk",
    "/admin/changes",
    "/admin/changes/1",
    "/admin/changes/new",
    "/admin/verify",
    "/admin/verify/price",
    "/admin/reports",
    "/admin/reports/readings",
  ]) {
    await expectAccessible(page, path);
    await expectNarrow(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test("the first 25 are confirmed by keyboard", async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto("/admin/verify?tick=25&source=netflix-prices");
  await page.getByLabel("Address of the page").focus();
  await page.keyboard.type("https://www.netflix.com/signup/planform");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("change set");
});

async function countConfirmed({ database }: Site): Promise<number> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query("SELECT FROM desk_entry WHERE kind = 'confirm'");
  await client.end();
  return rowCount ?? 0;
}

const MOST_TABS = 30;

/** Signs in. Each key that is pressed counts, and each field that is filled; the page decides how many it takes. */
async function startCounting(page: Page) {
  let keys = 0;
  await signIn(page, EMAIL);
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  return {
    press,
    fill: async (text: string) => {
      keys += 1;
      await page.keyboard.type(text);
    },
    /** Presses Tab until the element has the focus. */
    tabTo: async (target: Locator) => {
      const hasFocus = () => target.evaluate((element) => element === document.activeElement);
      for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus()); tabs++) await press("Tab");
      await expect(target).toBeFocused();
    },
    count: () => keys,
  };
}

const PLACES = [
  { where: "at a desk", use: {} },
  { where: "on a phone without scripts", use: { javaScriptEnabled: false, viewport: { width: 390, height: 844 } } },
];
for (const { where, use } of PLACES)
  test.describe(where, () => {
    test.use(use);

    test("the 25 of the working list are confirmed by the keys that the page asks for, at most 80", async ({
      page,
      site,
    }) => {
      const before = await countConfirmed(site);
      const { press, tabTo, count } = await startCounting(page);
      await page.goto("/admin/verify");
      await page.getByRole("link", { name: "Work through these 25 by keyboard" }).focus();
      await press("Enter");
      for (let confirmed = 0; confirmed < 25; confirmed++) {
        await expect(page.getByRole("link", { name: "Open the page" })).toBeFocused();
        await expect(page.getByRole("form", { name: /^Still correct/ })).toBeInViewport();
        const at = page.url();
        await tabTo(page.getByRole("form", { name: /^Still correct/ }).getByRole("button"));
        await press("Enter");
        await page.waitForURL((url) => url.href !== at);
      }
      expect(count()).toBeLessThanOrEqual(80);
      await page.getByRole("link", { name: /^change set \d+$/ }).click();
      await expect(page.getByRole("cell", { name: "Still correct" }).first()).toBeVisible();
      expect(await countConfirmed(site)).toBe(before + 25);
    });
  });

for (const { where, width, words, amount } of [
  { where: "at a desk", width: 1280, words: "netflix turkey", amount: "₺1.349,90" },
  { where: "on a phone", width: 390, words: "Spotify Deutschland", amount: "13,37 €" },
])
  test(`a new price is written from the desk's search in at most 12 fields and keys, ${where}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const { press, fill, tabTo, count } = await startCounting(page);
    await page.getByLabel("Read one price: subscription and country").focus();
    await fill(words);
    await press("Enter");
    await expect(page.getByLabel("Amount")).toBeFocused();
    await fill(amount);
    await tabTo(page.getByLabel("Address of the page"));
    await fill("https://shop.example/plans");
    await press("Enter");
    await expect(page.getByText(/ Send it again to save it\.$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Save" })).toBeFocused();
    await press("Enter");
    await expect(page.getByText("Saved, one price so far")).toBeVisible();
    expect(count()).toBeLessThanOrEqual(12);
  });

test.describe("on a phone without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("a wrong price is reported in 2 steps; the summary of a faulty form has the focus", async ({ page }) => {
    const { take, count } = countSteps();
    const report = (amount: string) =>
      take(async () => {
        await page.getByLabel("The amount is different").check();
        await page.getByLabel(/Right amount/).fill(amount);
        await page.getByLabel(/Address of the page/).fill("https://www.netflix.com/tr/signup");
        await page.getByRole("button", { name: "Send the report" }).click();
      });
    await page.goto("/services/netflix-premium?home=TR");
    await take(() =>
      page
        .locator(".answer")
        .getByRole("link", { name: /^Report this price/ })
        .click(),
    );
    await expect(page.getByRole("heading", { level: 1 })).toContainText("wrong?");
    await report("3x9.99");
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByLabel(/Right amount/)).toHaveValue("3x9.99");
    await report("399.99");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("is filed");
    // One of the steps was the faulty form.
    expect(count() - 1).toBe(2);
    await page.goto("/services/netflix-premium?home=TR");
    await expect(page.locator(".answer, tbody").getByRole("link", { name: "reported" }).first()).toBeVisible();
  });

  test("errors of staff forms have the focus: signing in, and a form", async ({ page }) => {
    await page.goto("/admin/sign-in");
    await page.getByLabel("E-mail").fill(EMAIL);
    await page.getByLabel("Password").fill("a wrong password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await signIn(page, EMAIL);
    await page.goto("/admin/keys/new");
    await page.getByLabel("Name", { exact: true }).fill("Kept");
    await page.getByLabel("Owner").fill("Paper");
    await page.getByLabel("Contact e-mail").fill("desk@localhost");
    await page.getByRole("button", { name: "Make key" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kept");
  });
});

test("a key is asked for, issued with one click, used and revoked", async ({ page, site, browser }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "API reference", exact: true }).first().click();
  await page.getByRole("link", { name: "ask for a key" }).first().click();
  const form = page.getByRole("form", { name: "Ask for a key" });
  await expectNoViolations(page, "light");
  await form.getByRole("button").click();
  // Next adds an empty one.
  await expect(page.locator(".oops[role=alert]")).toContainText("three answers need a change");
  await expectNoViolations(page, "light");
  await form.getByLabel("Who asks").fill("Paper");
  await form.getByLabel("Your e-mail").fill("paper@example.org");
  await form.getByLabel("What it is for").fill("A currency app");
  await form.getByLabel("Requests a minute").fill("900");
  await form.getByRole("button").click();
  await expect(page.getByText("Your request is filed.")).toBeVisible();

  const desk = await (await browser.newContext({ baseURL: site.server.url })).newPage();
  await signIn(desk, EMAIL);
  await desk.goto("/admin/keys");
  await desk.getByRole("link", { name: "One request waits" }).click();
  await expectNoViolations(desk, "light");
  await desk.getByRole("link", { name: "Paper" }).click();
  await expectNoViolations(desk, "light");
  await desk.getByRole("button", { name: "Issue the key" }).click();
  const token = await desk.locator(".once-text").innerText();
  const ask = async () => fetch(`${site.server.url}/api/key`, { headers: { "x-api-key": token } });
  expect((await (await ask()).json()).data).toMatchObject({ name: "Paper", requests_per_minute: 900 });
  await desk.getByRole("link", { name: "Go to “Paper”" }).click();
  await desk.getByLabel("Name of the key").fill("Paper");
  await desk.getByRole("button", { name: "Revoke for good" }).click();
  await expect.poll(async () => (await ask()).status).toBe(401);
  await desk.context().close();
});

test("the form is clean for axe in both themes, and fits a phone", async ({ page }) => {
  const path = "/report?country=TR&period=monthly&platform=web&product=netflix-premium";
  await expectAccessible(page, path);
  await expectNarrow(page);
});
