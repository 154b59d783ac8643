import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { hashPassword } from "@/lib/access/staff/passwords/passwords";
import { PASSWORD, signIn, testStaff } from "./staff";
import { choose, expect, expectAccessible, expectNarrow, expectNoViolations, type Page, readApi } from "./visitor";

const WRITER = "writer@example.com";
const SECOND = "second@example.com";
const QUESTION = "Can I buy it from abroad?";
const SENTENCE = "It takes cards of any country.";
const AT = "https://help.example.com/cards";
const COMPARE = "/compare?products=netflix,spotify&countries=DE,TR";
const MINE = "/mine?list=netflix,spotify";

const test = testStaff(async (database) => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  for (const email of [WRITER, SECOND])
    await client.query("INSERT INTO staff (id, email, role, password_hash) VALUES ($1, $2, 'editor', $3)", [
      randomUUID(),
      email,
      await hashPassword(PASSWORD),
    ]);
  await client.end();
});
test.describe.configure({ mode: "serial" });
test.use({ locale: "de-DE" });

const asked = (page: Page) => page.getByText(/Can I buy (it|them) from abroad\?/);

test("of products that nobody read of, pages say nothing about buying them from abroad", async ({ page }) => {
  for (const path of ["/services/netflix", COMPARE, MINE]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(asked(page)).toHaveCount(0);
  }
});

test("a sentence is written by form, approved by a second person, and shown beside each saving", async ({ page }) => {
  await signIn(page, WRITER);
  await page.goto("/admin/products/netflix");
  const form = page.getByRole("form", { name: "From abroad" });
  await form.getByLabel("Question").selectOption("payment");
  await form.getByLabel("Address of the page that says so").fill(AT);
  await form.getByLabel("Sentence").fill("Use a VPN.");
  await form.getByRole("button", { name: "Save the sentence" }).click();
  await expect(form.getByText("Sentence speaks of VPNs or the like")).toBeVisible();
  await expect(form.getByLabel("Address of the page that says so")).toHaveValue(AT);
  await form.getByLabel("Sentence").fill(SENTENCE);
  await form.getByRole("button", { name: "Save the sentence" }).click();
  const notice = page.locator(".notice").getByRole("link", { name: /change set \d+/ });
  await expect(notice).toBeVisible();
  await expectNoViolations(page, "light");
  await expectNarrow(page);
  await notice.click();
  await expect(page.locator("#access")).toContainText(SENTENCE);
  await page.getByRole("button", { name: "Check it" }).click();
  await expect(page.getByText("access netflix payment").first()).toBeVisible();
  const address = page.url();
  await page.context().clearCookies();
  await signIn(page, SECOND);
  await page.goto(address);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(/Published as dataset version/).first()).toBeVisible();

  await choose(page, "DE");
  await expect(async () => {
    const { access } = await readApi<{ access: unknown[] }>(page, "/api/services/netflix");
    expect(access).toHaveLength(1);
  }).toPass();
  await page.goto("/services/netflix");
  const section = page.getByRole("region", { name: QUESTION });
  await expect(section).toContainText(`Payment${SENTENCE}`);
  await expect(section.getByRole("link", { name: "help.example.com" })).toHaveAttribute("href", AT);
  await expect(section).toContainText(/read on \d{1,2}\s\w+\s\d{4}/);
  await page.goto("/services/netflix?date=2026-09-01");
  await expect(asked(page)).toHaveCount(0);

  await page.goto(COMPARE);
  await page.locator(".compare-answer summary").click();
  await expect(page.locator(".compare-answer .access")).toContainText(SENTENCE);
  await expect(page.locator(".compare-answer .access-title")).toHaveCount(1);

  await page.goto(MINE);
  const row = page.locator(".mine-table tbody tr", { hasText: "Netflix" });
  await row.locator(".access summary").click();
  await expect(row).toContainText(SENTENCE);
  await expect(page.locator(".mine-table .access")).toHaveCount(1);
});

test("pages with a sentence have no faults of accessibility and fit a phone", async ({ page }) => {
  for (const path of ["/services/netflix", COMPARE, MINE]) {
    await expectAccessible(page, path);
    for (const summary of await page.locator(".access > summary").all()) await summary.click();
    await expectNoViolations(page, "opened");
    await expectNarrow(page);
  }
});
