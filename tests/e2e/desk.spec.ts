import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { hashPassword } from "@/lib/access/staff/passwords";
import { PASSWORD, signIn, testStaff } from "./staff";
import { expect, expectAccessible, expectNoSidewaysScroll } from "./visitor";

const EMAIL = "editor@example.com";
const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";

const test = testStaff(async (database) => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("INSERT INTO staff (id, email, role, password_hash) VALUES ($1, $2, 'editor', $3)", [
    ...[randomUUID(), EMAIL, await hashPassword(PASSWORD)],
  ]);
  await client.end();
});
test.describe.configure({ mode: "serial", timeout: 300_000 });

/** 100,000 readings of one series a day apart, and of others. */
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
  // Follows by itself.
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible({ timeout: 240_000 });
  await expect(page.locator(".counts")).toContainText("99,990");
  const client = new Client({ connectionString: site.database.url });
  await client.connect();
  expect(
    (await client.query("SELECT FROM price WHERE country IN ('AQ', 'BV', 'HM') AND period = 'yearly'")).rowCount,
  ).toBe(0);
  expect((await client.query("SELECT FROM dataset_version")).rowCount).toBe(1);
  await client.end();
});

test("the desk is clean for axe in both themes, and fits a phone", async ({ page }) => {
  await signIn(page, EMAIL);
  for (const path of [
    "/admin/desk",
    "/admin/changes",
    "/admin/changes/1",
    "/admin/changes/new",
    "/admin/verify",
    "/admin/reports",
  ]) {
    await expectAccessible(page, path);
    await expectNoSidewaysScroll(page, path);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test("the first 25 are confirmed by keyboard", async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto("/admin/verify?tick=25");
  await page.getByLabel("Address of the page").focus();
  await page.keyboard.type("https://www.netflix.com/signup/planform");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("change set");
});

test.describe("on a phone without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("a wrong price is reported, and the summary of a faulty form has the focus", async ({ page }) => {
    await page.goto("/services/netflix-premium?country=TR");
    await page
      .getByRole("link", { name: /^Report this price/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("wrong?");
    await page.getByLabel("The amount is different").check();
    await page.getByLabel(/Right amount/).fill("3x9.99");
    await page.getByRole("button", { name: "Send the report" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByLabel(/Right amount/)).toHaveValue("3x9.99");
    await page.getByLabel(/Right amount/).fill("399.99");
    await page.getByLabel(/Address of the page/).fill("https://www.netflix.com/tr/signup");
    await page.getByRole("button", { name: "Send the report" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("is filed");
    await page.goto("/services/netflix-premium?country=TR");
    await expect(page.getByRole("link", { name: "reported" })).toBeVisible();
  });
});

test("the form is clean for axe in both themes, and fits a phone", async ({ page }) => {
  const path = "/report?country=TR&period=monthly&platform=web&product=netflix-premium";
  await expectAccessible(page, path);
  await expectNoSidewaysScroll(page, path);
});
