import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Client } from "pg";
import { hashPassword } from "@/lib/access/staff/passwords/passwords";
import { linkIn, type Mailbox, openMailbox } from "../support/mailbox";
import { runScript } from "../support/run-script";
import { addDays, dayOfReadings } from "../support/test-days";
import { PASSWORD, publishLaterReading, signIn, testStaff } from "./staff";
import { expect, expectAccessible, expectNarrow, expectNoViolations, type Page } from "./visitor";

const VIEWER = "viewer@example.com";

let mailbox: Mailbox;

const test = testStaff(
  async ({ url }) => {
    await publishLaterReading(url);
    mailbox = await openMailbox();
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("INSERT INTO staff (id, email, role, password_hash) VALUES ($1, $2, 'viewer', $3)", [
      randomUUID(),
      VIEWER,
      await hashPassword(PASSWORD),
    ]);
    await client.end();
  },
  () => ({
    SMTP_URL: mailbox.url,
    MAIL_FROM: "prices@example.com",
    MAILS_PER_MINUTE: "60000",
    PUBLIC_URL: "http://prices.example",
  }),
);
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
test.describe.configure({ mode: "serial" });
test.afterAll(() => mailbox[Symbol.asyncDispose]());

const mailsTo = (reader: string) => mailbox.received.filter(({ to }) => to === reader);
const waitFor = (reader: string, count: number) => expect.poll(() => mailsTo(reader).length).toBe(count);

let published = 0;

/** Publishes another amount of Netflix in Germany. */
async function publish(databaseUrl: string): Promise<void> {
  published += 1;
  const day = addDays(dayOfReadings(), published - 10);
  const file = test.info().outputPath("prices.csv");
  await writeFile(
    file,
    `product,country,platform,period,amount,currency,observed_on,source,source_url
netflix,DE,web,monthly,${20 + published},EUR,${day},opentherank-2026-09-30,https://a.example/
`,
  );
  await runScript("scripts/data-import.ts", ["--accept-outliers", file], { DATABASE_URL: databaseUrl });
}

/** Counts what a reader does. */
function countSteps(page: Page) {
  let steps = 0;
  return {
    count: () => steps,
    tap: async (role: "link" | "button", name: string) => {
      steps += 1;
      await page.getByRole(role, { name }).tap();
    },
    fillAndTap: async (label: string, text: string, button: string) => {
      steps += 1;
      await page.getByLabel(label).fill(text);
      await page.getByRole("button", { name: button }).tap();
    },
    open: async (path: string) => {
      steps += 1;
      await page.goto(path);
    },
  };
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("word of Netflix in Germany takes four steps on a phone, and stopping one", async ({ page, site }) => {
      const reader = `reader-${javaScriptEnabled}@example.org`;
      await page.goto("/services/netflix?home=DE");
      const asking = countSteps(page);
      await asking.tap("link", "Tell me when it changes");
      await asking.fillAndTap("Your e-mail", reader, "E-mail me");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Now look into your mailbox");
      await waitFor(reader, 1);
      await asking.open(linkIn(mailsTo(reader)[0], "/follow/confirm"));
      await asking.tap("button", "Yes, e-mail me");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Confirmed.");
      expect(asking.count()).toBe(4);

      await publish(site.database.url);
      await waitFor(reader, 2);
      expect(mailsTo(reader)[1]?.headers.get("subject")).toContain("Netflix Standard in Germany (web): EUR");
      await page.goto(linkIn(mailsTo(reader)[1], "/follow/stop"));
      const stopping = countSteps(page);
      await stopping.tap("button", "Stop and erase");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stopped.");
      expect(stopping.count()).toBe(1);
      await expect(page).toHaveURL("/follow/stop?done=yes");
    });
  });

test("pages of mails fit every width and axe finds nothing", async ({ page }) => {
  for (const path of [
    "/follow",
    "/follow?product=netflix&country=DE",
    "/follow?product=netflix&country=DE&sent=yes",
    "/follow?list=netflix,spotify,youtube,duolingo&country=DE",
    "/follow/confirm?token=x",
    "/follow/confirm?done=gone",
    "/follow/stop?token=x",
    "/follow/stop?done=yes",
  ]) {
    await expectAccessible(page, path);
    await expectNarrow(page);
  }
});

test("the desk says what there is of mails, without addresses", async ({ page }) => {
  await signIn(page, VIEWER);
  const mails = page.locator("#mails");
  await expect(mails.getByRole("heading")).toHaveText(/address(?:es)? follows? price changes by e-mail/);
  await expect(mails).toContainText("Perhaps twice");
  await expect(mails).not.toContainText("@");
  await expectNoViolations(page, "light");
  await expectNarrow(page);
});

test("the list and the changes of a product lead to the form", async ({ page }) => {
  await page.goto("/mine?list=netflix,spotify&home=DE");
  await page.getByRole("link", { name: "E-mail me when one of them changes" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "An e-mail when the price of Netflix Standard or Spotify Individual in Germany changes",
  );
  await page.goto("/changes?product=netflix&country=DE");
  await page.locator("summary", { hasText: "Follow" }).tap();
  await page.getByRole("link", { name: /^E-mail/ }).tap();
  await expect(page).toHaveURL("/follow?country=DE&product=netflix");
});
