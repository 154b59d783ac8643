import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "pg";
import { hashPassword } from "@/lib/access/staff/passwords/passwords";
import { PASSWORD, publishLaterReading, signIn, testStaff } from "./staff";
import { expect } from "./visitor";

const READER = "reader@example.com";
const SECOND = "second@example.com";
const SOURCE = "currency-api";

/** A day of rates on which one lira is worth ten times as much as the day before, served as the source does. */
async function serveWrongDay(client: Client): Promise<string> {
  const { rows } = await client.query<{ currency: string; rate: string; day: string }>(
    `SELECT DISTINCT ON (currency) currency, usd_per_unit::text AS rate,
       ((SELECT max(date) FROM rate WHERE superseded_in IS NULL) + 1)::text AS day
     FROM rate WHERE superseded_in IS NULL AND source_id = $1 ORDER BY currency, date DESC`,
    [SOURCE],
  );
  const usd = Object.fromEntries(
    rows.map(({ currency, rate }) => [currency.toLowerCase(), 1 / (Number(rate) * (currency === "TRY" ? 10 : 1))]),
  );
  const answer = JSON.stringify({ date: rows[0]?.day, usd: { ...usd, usd: 1 } });
  const source = createServer((_request, response) => void response.writeHead(200).end(answer)).unref();
  await once(source.listen(0, "127.0.0.1"), "listening");
  return `127.0.0.1:${(source.address() as AddressInfo).port}`;
}

let host = "";

const test = testStaff(
  async (database) => {
    await publishLaterReading(database.url);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    host = await serveWrongDay(client);
    await client.query("UPDATE feed SET address = $1 WHERE id = $2", [`http://${host}/day.json`, SOURCE]);
    for (const email of [READER, SECOND])
      await client.query("INSERT INTO staff (id, email, role, password_hash) VALUES ($1, $2, 'editor', $3)", [
        randomUUID(),
        email,
        await hashPassword(PASSWORD),
      ]);
    await client.end();
  },
  () => ({ REFRESH_ALLOW_HOSTS: host }),
);
test.describe.configure({ mode: "serial" });

const usdOf = async (client: Client) =>
  (
    await client.query<{ usd: string }>(
      `SELECT usd_monthly::text AS usd FROM price WHERE version_id = (SELECT max(id) FROM dataset_version)
       AND (product, country, platform) = ('netflix', 'TR', 'ios')`,
    )
  ).rows[0]?.usd;

test("a rate ten times off moves no price until a second person has seen which prices it moves", async ({
  page,
  site,
}) => {
  const client = new Client({ connectionString: site.database.url });
  await client.connect();
  const before = await usdOf(client);
  await signIn(page, READER);
  await page
    .getByRole("form", { name: /^Read .*currency.* now$/i })
    .getByRole("button")
    .click();
  const waits = page.getByRole("link", { name: /Held back: TRY/ });
  // Until it is checked.
  await expect(async () => {
    await page.goto("/admin/changes");
    expect(await waits.isVisible()).toBe(true);
    await waits.click();
    expect(await page.locator("#decide").textContent()).toContain("somebody else has to approve it");
  }).toPass();
  expect(await usdOf(client)).toBe(before);
  const address = page.url();
  await page.context().clearCookies();
  await signIn(page, SECOND);
  await page.goto(address);
  await expect(page.locator("#rate-moves")).toContainText("TRY");
  await expect(page.locator("#rate-moves h2")).toContainText("out of bounds or missing");
  const moved = page.locator("#moved-prices tbody tr").first();
  await expect(page.locator("#moved-prices h2")).toContainText("because a rate moves");
  await expect(moved).toBeVisible();
  await page.getByRole("button", { name: "Release" }).click();
  await expect(page.getByText(/Published as dataset version/).first()).toBeVisible();
  expect(Math.round(Number(await usdOf(client)) / Number(before))).toBe(10);
  await client.end();
});
