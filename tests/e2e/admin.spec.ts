import { runScript } from "../support/run-script";
import { PASSWORD, type Site, signIn, testStaff } from "./staff";
import { expect, expectAccessible, expectNarrow, expectNoViolations, type Page } from "./visitor";

const OWNER = "owner@example.com";
const TOKEN = /pa_live_[0-9A-Za-z]{36}/;
const SECRET = /^whsec_[\w+/]{43}=$/;

const test = testStaff();
test.describe.configure({ mode: "serial" });

async function addOwner({ server, database }: Site): Promise<string> {
  const env = { DATABASE_URL: database.url, PUBLIC_URL: server.url, LOG_LEVEL: "warn" };
  const link = new URL((await runScript("scripts/staff-add.ts", [OWNER, "--link"], env)).trim());
  return link.pathname + link.hash;
}

async function setUpAndSignIn(page: Page, site: Site): Promise<void> {
  const link = await addOwner(site);
  await page.goto(link);
  // Scripts take the code out of the link; without them it is pasted.
  const code = page.getByLabel("Code: what stands behind # in the link");
  if (await code.isVisible()) await code.fill(link.slice(link.indexOf("#") + 1));
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("Repeated password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("status")).toContainText("Your password is set");
  await signIn(page, OWNER);
}

test("the first owner makes a key, uses it, rotates and revokes it, and finds it all in the log", async ({
  page,
  context,
  site,
}) => {
  const { url } = site.server;
  const call = async (token: string) =>
    (await fetch(`${url}/api/countries`, { headers: { "x-api-key": token } })).status;
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  await setUpAndSignIn(page, site);

  await page.getByRole("link", { name: "Keys", exact: true }).click();
  await page.getByRole("link", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Desk");
  await page.getByLabel("Owner").fill("Paper");
  await page.getByLabel("Requests a minute").fill("120");
  await page.getByLabel("Note").fill("n".repeat(300));
  await page.getByRole("button", { name: "Make key" }).click();
  const shown = page.getByRole("status").filter({ hasText: "shown once" });
  await expect(shown).toBeVisible();
  await expect(page.locator(":focus")).toContainText("shown once");
  const first = TOKEN.exec((await shown.textContent()) ?? "")?.[0] ?? "";
  await shown.getByRole("button", { name: "Copy token" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expect(shown).toContainText(`curl -H 'x-api-key: ${first}'`);
  await page.reload();
  await expect(page.getByText(TOKEN)).toHaveCount(0);

  for (let calls = 0; calls < 3; calls++) expect(await call(first)).toBe(200);
  await page.goto("/admin/keys");
  await page.locator("#main").getByRole("link", { name: "Desk" }).click();
  await expect(page.getByRole("definition").filter({ hasText: "n".repeat(300) })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expect(async () => {
    await page.reload();
    await expect(page.locator("figure h2")).toHaveText("3 requests in 30 days, none refused for the limit", {
      timeout: 5_000,
    });
  }).toPass();
  await page.getByText("The bars as a table").click();
  await expect(page.getByRole("table").getByRole("row").nth(1).getByRole("cell").first()).toHaveText("3");

  await page.getByLabel("The present token still works").selectOption("1h");
  await page.getByRole("button", { name: "Make a new token" }).click();
  await expect(shown).toBeVisible();
  const second = TOKEN.exec((await shown.textContent()) ?? "")?.[0] ?? "";
  expect(second).not.toBe(first);
  await expect.poll(() => call(second)).toBe(200);
  expect(await call(first)).toBe(200);
  await page.reload();
  await expect(page.locator(".status")).toHaveText("Rotating");

  await page.getByLabel("Name of the key").fill("Desk");
  await page.getByRole("button", { name: "Revoke for good" }).click();
  await expect(page.getByRole("status")).toContainText("Every call with this key is refused");
  await expect.poll(() => call(second)).toBe(401);
  await expect.poll(() => call(first)).toBe(401);

  await page.getByRole("link", { name: "Usage" }).click();
  await expect(page.locator("tbody th")).toHaveText(["revoked a key", "gave a key a new token", "made a key"]);
  await expect(page.locator("tbody")).toContainText("requests_per_minute 120");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("status")).toContainText("signed out on this device");
});

test("works without scripts, the token included", async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.server.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await setUpAndSignIn(page, site);
  await page.goto("/admin/keys/new");
  await page.getByLabel("Name", { exact: true }).fill("Without scripts");
  await page.getByLabel("Owner").fill("Paper");
  await page.getByLabel("Contact e-mail").fill("desk@localhost");
  await page.getByRole("button", { name: "Make key" }).click();
  await expect(page.getByText("Contact e-mail must be an e-mail address.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Without scripts");
  await page.getByLabel("Contact e-mail").fill("");
  await page.getByRole("button", { name: "Make key" }).click();
  await expect(page.getByText(TOKEN).first()).toBeVisible();
  // Sends the form again, as browsers do after asking.
  await page.reload();
  await expect(page.getByText("This form was sent before")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Without scripts");
  await page.getByRole("button", { name: "Make a new token" }).click();
  await expect(page.getByText(TOKEN).first()).toBeVisible();
  await page.goto("/admin/keys");
  await page.getByRole("link", { name: "Without scripts" }).click();
  await page.getByLabel("Address").fill("https://localhost/hook");
  await page.getByLabel("corrections").check();
  await page.getByRole("button", { name: "Set up the webhook" }).click();
  await expect(page.getByText(SECRET)).toBeVisible();
  await page.reload();
  await expect(page.getByText("Its secret was shown once")).toBeVisible();
  await expect(page.getByLabel("corrections")).toBeChecked();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("it leads to an address that is not public")).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.goto("/admin/staff");
  await page.getByLabel("E-mail").fill("new@example.com");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("/admin/set-up#")).toBeVisible();
  await context.close();
});

test("a form that is sent after its session has ended stays as it was filled in, and is sent after signing in again", async ({
  page,
  context,
  site,
}) => {
  await setUpAndSignIn(page, site);
  await page.goto("/admin/keys/new");
  await page.getByLabel("Name", { exact: true }).fill("Sent late");
  await page.getByLabel("Owner").fill("Paper");
  await page.getByLabel("Note").fill("a long note");
  await context.clearCookies();
  await page.getByRole("button", { name: "Make key" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "Your session has ended" });
  await expect(refusal).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Sent late");
  await expect(page.getByLabel("Note")).toHaveValue("a long note");
  const opened = context.waitForEvent("page");
  await refusal.getByRole("link", { name: "Sign in in another tab" }).click();
  await signIn(await opened, OWNER);
  await page.getByRole("button", { name: "Make key" }).click();
  await expect(page.getByText(TOKEN).first()).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test(`a double click makes one key, and its token is shown or made anew, ${javaScriptEnabled ? "with" : "without"} scripts`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ baseURL: site.server.url, javaScriptEnabled });
    const page = await context.newPage();
    const call = async (token: string) =>
      (await fetch(`${site.server.url}/api/key`, { headers: { "x-api-key": token } })).status;
    /** Without scripts the second click hides the first answer. */
    const readToken = async () => {
      const sentBefore = page.getByText("This form was sent before");
      await expect(page.getByText(TOKEN).first().or(sentBefore)).toBeVisible();
      await page.waitForLoadState("networkidle");
      if (javaScriptEnabled) await expect(sentBefore).toHaveCount(0);
      else if (await sentBefore.isVisible()) await page.getByRole("button", { name: "Make a new token" }).click();
      await expect(page.getByText(TOKEN).first()).toBeVisible();
      return TOKEN.exec((await page.textContent("body")) ?? "")?.[0] ?? "";
    };
    const name = `Double ${javaScriptEnabled}`;
    await setUpAndSignIn(page, site);
    await page.goto("/admin/keys/new");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Owner").fill("Paper");
    await page.getByRole("button", { name: "Make key" }).dblclick();
    expect(await call(await readToken())).toBe(200);
    await page.goto(`/admin/keys?q=${name}`);
    await expect(page.getByRole("link", { name })).toHaveCount(1);
    await page.getByRole("link", { name }).click();
    await page.getByRole("button", { name: "Make a new token" }).dblclick();
    expect(await call(await readToken())).toBe(200);
    await page.goto(`/admin/audit?target=${name}`);
    const events = await page.locator("tbody th").allTextContents();
    expect(events.filter((text) => text === "made a key")).toHaveLength(1);
    if (javaScriptEnabled) expect(events).toEqual(["gave a key a new token", "made a key"]);
    await context.close();
  });
}

test("every page is accessible in both themes, and no wider than the window", async ({ page, site }) => {
  test.slow();
  await expectAccessible(page, "/admin/sign-in");
  await expectAccessible(page, "/admin/sign-in?error=CredentialsSignin");
  await expectAccessible(page, "/admin/set-up");
  await expectAccessible(page, await addOwner(site));
  await setUpAndSignIn(page, site);
  await page.goto("/admin/keys");
  const key = await page.getByRole("link", { name: "Without scripts" }).getAttribute("href");
  await page.goto("/admin/staff");
  const person = await page.getByRole("link", { name: "new@example.com" }).getAttribute("href");
  const names = ["keys", "keys?q=nothing", "keys/new", "staff", "account", "audit", "data", "not-allowed"];
  for (const path of [...names.map((name) => `/admin/${name}`), key ?? "", person ?? ""]) {
    await expectAccessible(page, path);
    await expectNarrow(page);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/admin/keys/new");
  await page.getByLabel("Name", { exact: true }).fill("Seen on a phone");
  await page.getByLabel("Owner").fill("Paper");
  await page.getByRole("button", { name: "Make key" }).click();
  await expect(page.getByText(TOKEN).first()).toBeVisible();
  await expectNoViolations(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, "dark");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
